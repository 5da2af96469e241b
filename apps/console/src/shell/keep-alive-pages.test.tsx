import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { RightsContext } from '../data/permission.tsx';
import { KeepAlivePages } from './keep-alive-pages.tsx';
import { type Session, SessionContext } from './session.ts';

vi.mock('./page-table.tsx', () => {
  const table = [{ path: '/index', element: 'the lists of home' }];
  return {
    pageTable: () => table,
    findPage: (_: unknown, pathname: string) => table.find(({ path }) => path === pathname),
    redirectFor: ({ pathname }: { pathname: string }) => (pathname === '/' ? '/index' : undefined),
  };
});

// The cast: the tests need only the session's user.
const session = { info: { user: { userId: 1 } } } as Session;
const firstRenderAt = (path: string) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <SessionContext value={session}>
        <RightsContext value={{ roles: [], permissions: [] }}>
          <KeepAlivePages routes={{ menu: [], pages: [], redirects: [] }} />
        </RightsContext>
      </SessionContext>
    </MemoryRouter>,
  );

it('renders the page on the first pass, and no content at a redirect', () => {
  expect(firstRenderAt('/index')).toContain('the lists of home');
  expect(firstRenderAt('/')).not.toContain('the lists of home');
});
