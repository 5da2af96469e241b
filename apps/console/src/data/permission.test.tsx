import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Can, PageActionsContext, RightsContext, RoleIdsContext, rightsOf, useHasRoleId } from './permission.tsx';

const clerk = rightsOf({ roles: ['common', 'planner'], permissions: ['system:user:list', 'manage:batch:add'] });

describe('permission checks', () => {
  it('match one permission exactly', () => {
    expect(clerk.hasPermi('system:user:list')).toBe(true);
    expect(clerk.hasPermi('system:user')).toBe(false);
    expect(clerk.hasPermi('system:user:edit')).toBe(false);
  });

  it('match any of several permissions, or all of them', () => {
    expect(clerk.hasPermiOr(['system:user:edit', 'manage:batch:add'])).toBe(true);
    expect(clerk.hasPermiOr(['system:user:edit', 'system:role:edit'])).toBe(false);
    expect(clerk.hasPermiAnd(['system:user:list', 'manage:batch:add'])).toBe(true);
    expect(clerk.hasPermiAnd(['system:user:list', 'system:user:edit'])).toBe(false);
  });

  it('match roles in the same three forms', () => {
    expect([clerk.hasRole('planner'), clerk.hasRole('approver')]).toEqual([true, false]);
    expect([clerk.hasRoleOr(['approver', 'planner']), clerk.hasRoleOr(['approver'])]).toEqual([true, false]);
    expect([clerk.hasRoleAnd(['common', 'planner']), clerk.hasRoleAnd(['common', 'approver'])]).toEqual([true, false]);
  });

  it('let *:*:* pass every permission check and admin every role check, but not vice versa', () => {
    const all = rightsOf({ roles: ['common'], permissions: ['*:*:*'] });
    expect([all.hasPermi('any:thing:here'), all.hasPermiAnd(['a:b:c', 'd:e:f']), all.hasRole('approver')]).toEqual([true, true, false]);
    const admin = rightsOf({ roles: ['admin'], permissions: [] });
    expect([admin.hasRole('approver'), admin.hasRoleAnd(['a', 'b']), admin.hasPermi('a:b:c')]).toEqual([true, true, false]);
  });

  it('throw on an empty list, which is a mistake of the page', () => {
    for (const check of [clerk.hasPermiOr, clerk.hasPermiAnd, clerk.hasRoleOr, clerk.hasRoleAnd]) expect(() => check([])).toThrow();
  });
});

const HasRole = ({ roleId }: { roleId: number }) => String(useHasRoleId()(roleId));

describe('permission directives', () => {
  it('compare a role by its id, and let an administrator have every role', () => {
    const render = (roles: string[], roleId: number) =>
      renderToStaticMarkup(
        <RightsContext value={{ roles, permissions: [] }}>
          <RoleIdsContext value={[5]}>
            <HasRole roleId={roleId} />
          </RoleIdsContext>
        </RightsContext>,
      );
    expect([render(['planner'], 5), render(['planner'], 6), render(['admin'], 6)]).toEqual(['true', 'false', 'true']);
  });

  const renderForClerk = (children: ReactNode) =>
    renderToStaticMarkup(<RightsContext value={{ roles: ['planner'], permissions: ['system:user:list'] }}>{children}</RightsContext>);

  it('remove content when the user lacks the permission or role', () => {
    expect(renderForClerk(<Can do={['system:user:list']}>shown</Can>)).toBe('shown');
    expect(renderForClerk(<Can do={['system:user:edit', 'system:user:list']}>shown</Can>)).toBe('shown');
    expect(renderForClerk(<Can do={['system:user:edit']}>hidden</Can>)).toBe('');
    expect(renderForClerk(<Can role={['planner']}>shown</Can>)).toBe('shown');
    expect(renderForClerk(<Can role={['approver']}>hidden</Can>)).toBe('');
  });

  it('throw on anything but a list of at least one permission or role', () => {
    for (const wrong of [[], '', 'system:user:list', 'planner', undefined]) {
      // the casts: untyped code may pass any value
      expect(() => renderForClerk(<Can do={wrong as never}>shown</Can>), String(wrong)).toThrow('a list of at least one right');
      expect(() => renderForClerk(<Can role={wrong as never}>shown</Can>), String(wrong)).toThrow('a list of at least one right');
    }
  });

  it('hide actions that the menu row omits, but none when the back end sends no list', () => {
    const permissions = ['*:*:*'];
    const renderAction = (actions: readonly string[] | undefined, permission: string) =>
      renderToStaticMarkup(
        <RightsContext value={{ roles: [], permissions }}>
          <PageActionsContext value={actions && { own: 'system:user:list', governs: ['system:user:'], listed: actions }}>
            <Can do={[permission]}>shown</Can>
          </PageActionsContext>
        </RightsContext>,
      );
    expect(renderAction(['system:user:edit'], 'system:user:edit')).toBe('shown');
    expect(renderAction(['edit'], 'system:user:edit')).toBe('shown');
    expect(renderAction(['system:user:edit'], 'system:user:remove')).toBe('');
    expect(renderAction([], 'system:user:edit')).toBe('');
    expect(renderAction([], 'system:user:list')).toBe('shown');
    expect(renderAction([], 'system:role:edit')).toBe('shown');
    expect(renderAction(undefined, 'system:user:edit')).toBe('shown');
  });
});
