import type { ServerRoute } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { externalOf, openKeysFor, readRoutes } from './routes.ts';

const ORIGIN = 'https://console.example.cn';
const page = (path: string, given: object = {}, meta: object = {}): ServerRoute => ({
  path,
  hidden: false,
  component: `manage/${path}/index`,
  meta: { title: path, icon: 'x', noCache: false, link: null, ...meta },
  ...given,
});
const directory = (path: string, children: ServerRoute[], given: object = {}): ServerRoute => ({
  ...page(path, { component: 'Layout', redirect: 'noRedirect', ...given }),
  children,
});
const read = (...tree: ServerRoute[]) => readRoutes(tree, ORIGIN);

describe('the menu tree of the server', () => {
  it('gives pages their whole paths and trails, however deep they hang', () => {
    const { pages, menu } = read(directory('/system', [directory('log', [page('operlog')], { component: 'ParentView' })]));
    expect(pages).toMatchObject([
      {
        path: '/system/log/operlog',
        component: 'manage/operlog/index',
        trail: [{ title: '/system' }, { path: '/system/log' }, { title: 'operlog' }],
      },
    ]);
    expect(openKeysFor(menu, '/system/log/operlog')).toEqual(['/system', '/system/log', '/system/log/operlog']);
  });

  it('leads a directory to its redirect, or to its first page', () => {
    const { redirects } = read(
      directory('/manage', [page('batch'), page('code')]),
      directory('/a', [page('b')], { redirect: '/a/b/c' }),
      directory('/empty', []),
    );
    expect(redirects).toEqual([
      { path: '/manage', to: '/manage/batch' },
      { path: '/a', to: '/a/b/c' },
    ]);
  });

  it('leaves hidden entries out of the menu but keeps their pages', () => {
    const { menu, pages } = read(directory('/m', [page('seen'), page('gone', { hidden: true }), page('off', {}, { show: false })]));
    expect(menu[0]?.children.map(({ title }) => title)).toEqual(['seen']);
    expect(pages.map(({ path }) => path)).toEqual(['/m/seen', '/m/gone', '/m/off']);
  });

  it('shows one entry for a branch that hides its children', () => {
    const branch = { ...directory('/m', [page('one')]), meta: { title: 'm', icon: '', noCache: false, link: null, hideChildren: true } };
    expect(read(branch as ServerRoute).menu).toMatchObject([{ title: 'm', children: [] }]);
  });

  it('puts a page at the top in place of the record that wraps it', () => {
    const wrapper: ServerRoute = { path: '/', hidden: false, component: 'Layout', children: [page('alone')] };
    const { menu, pages } = read(wrapper);
    expect(pages[0]?.path).toBe('/alone');
    expect(menu).toMatchObject([{ to: '/alone', title: 'alone' }]);
  });

  it('opens outside addresses in their own window and refuses other schemes', () => {
    const { menu, pages } = read(
      page('https://example.cn/a', { component: 'Layout' }),
      page('{host}/docs', { component: 'Layout' }),
      page('javascript:alert(1)'),
    );
    expect(menu.map(({ to, external }) => [to, external])).toEqual([
      ['https://example.cn/a', true],
      [`${ORIGIN}/docs`, true],
    ]);
    expect(pages).toEqual([]);
    expect(externalOf('/own', ORIGIN)).toBeUndefined();
  });

  it('lays a default query behind a menu entry, and survives one that is no JSON', () => {
    const { menu } = read(page('/a', { query: '{"state":"pending"}' }), page('/b', { query: 'broken' }));
    expect(menu.map(({ to }) => to)).toEqual(['/a?state=pending', '/b']);
  });

  it('keeps a page alive unless it says otherwise', () => {
    const { pages } = read(page('/a'), page('/b', {}, { noCache: true }), { path: '/c', hidden: false, component: 'x/c' });
    expect(pages.map(({ noCache }) => noCache)).toEqual([false, true, false]);
  });
});
