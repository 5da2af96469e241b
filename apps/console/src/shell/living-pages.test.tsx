import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { RightsContext } from '../data/permission.tsx';
import { LivingPages } from './living-pages.tsx';
import type { Session } from './session.ts';
import { SessionContext } from './session-context.ts';

vi.mock('./page-table.tsx', () => {
  const table = [{ path: '/index', element: 'the lists of home' }];
  return {
    pageTable: () => table,
    placedAt: (_: unknown, pathname: string) => table.find(({ path }) => path === pathname),
    leadFrom: ({ pathname }: { pathname: string }) => (pathname === '/' ? '/index' : undefined),
  };
});

// The cast: the tests need only the session's user.
const session = { info: { user: { userId: 1 } } } as Session;
const firstDrawingAt = (path: string) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <SessionContext value={session}>
        <RightsContext value={{ roles: [], permissions: [] }}>
          <LivingPages routes={{ menu: [], pages: [], redirects: [] }} />
        </RightsContext>
      </SessionContext>
    </MemoryRouter>,
  );

it('have the page in the first drawing, and nothing of a place that only leads to one', () => {
  expect(firstDrawingAt('/index')).toContain('the lists of home');
  expect(firstDrawingAt('/')).not.toContain('the lists of home');
});
