import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Action, ActionsContext, Can, RightsContext, rightsOf } from './permission.tsx';

const clerk = rightsOf({ roles: ['common', 'planner'], permissions: ['system:user:list', 'manage:batch:add'] });

describe('the checks of rights', () => {
  it('find one permission by its very string', () => {
    expect(clerk.hasPermi('system:user:list')).toBe(true);
    expect(clerk.hasPermi('system:user')).toBe(false);
    expect(clerk.hasPermi('system:user:edit')).toBe(false);
  });

  it('find any of several, or all of them', () => {
    expect(clerk.hasPermiOr(['system:user:edit', 'manage:batch:add'])).toBe(true);
    expect(clerk.hasPermiOr(['system:user:edit', 'system:role:edit'])).toBe(false);
    expect(clerk.hasPermiAnd(['system:user:list', 'manage:batch:add'])).toBe(true);
    expect(clerk.hasPermiAnd(['system:user:list', 'system:user:edit'])).toBe(false);
  });

  it('find roles in the same three forms', () => {
    expect([clerk.hasRole('planner'), clerk.hasRole('approver')]).toEqual([true, false]);
    expect([clerk.hasRoleOr(['approver', 'planner']), clerk.hasRoleOr(['approver'])]).toEqual([true, false]);
    expect([clerk.hasRoleAnd(['common', 'planner']), clerk.hasRoleAnd(['common', 'approver'])]).toEqual([true, false]);
  });

  it('let *:*:* pass every permission, and admin every role, neither the other', () => {
    const all = rightsOf({ roles: ['common'], permissions: ['*:*:*'] });
    expect([all.hasPermi('any:thing:here'), all.hasPermiAnd(['a:b:c', 'd:e:f']), all.hasRole('approver')]).toEqual([true, true, false]);
    const admin = rightsOf({ roles: ['admin'], permissions: [] });
    expect([admin.hasRole('approver'), admin.hasRoleAnd(['a', 'b']), admin.hasPermi('a:b:c')]).toEqual([true, true, false]);
  });

  it('refuse an empty list, which is a mistake of the page', () => {
    for (const check of [clerk.hasPermiOr, clerk.hasPermiAnd, clerk.hasRoleOr, clerk.hasRoleAnd]) expect(() => check([])).toThrow();
  });
});

describe('the directives', () => {
  const toClerk = (shown: ReactNode) =>
    renderToStaticMarkup(<RightsContext value={{ roles: ['planner'], permissions: ['system:user:list'] }}>{shown}</RightsContext>);

  it('remove what the user lacks the permission or the role for', () => {
    expect(toClerk(<Can do="system:user:list">shown</Can>)).toBe('shown');
    expect(toClerk(<Can do={['system:user:edit', 'system:user:list']}>shown</Can>)).toBe('shown');
    expect(toClerk(<Can do="system:user:edit">hidden</Can>)).toBe('');
    expect(toClerk(<Can role="planner">shown</Can>)).toBe('shown');
    expect(toClerk(<Can role="approver">hidden</Can>)).toBe('');
    expect(() => toClerk(<Can do={[]}>shown</Can>)).toThrow();
    expect(() => toClerk(<Can role={[]}>shown</Can>)).toThrow();
  });

  it('hide what is not among the actions of the page, and nothing where a back end lists none', () => {
    const shown = (actions: readonly string[] | undefined, name: string) =>
      renderToStaticMarkup(
        <ActionsContext value={actions}>
          <Action name={name}>shown</Action>
        </ActionsContext>,
      );
    expect(shown(['system:user:edit'], 'edit')).toBe('shown');
    expect(shown(['system:user:edit'], 'system:user:edit')).toBe('shown');
    expect(shown(['system:user:edit'], 'remove')).toBe('');
    expect(shown([], 'edit')).toBe('');
    expect(shown(undefined, 'edit')).toBe('shown');
  });
});
