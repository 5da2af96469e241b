import type { ServerRoute } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { menuKeysFor, openGroupsFor } from './menu-titles.tsx';
import { externalOf, openKeysFor, readRoutes, redirectOf } from './routes.ts';

const ORIGIN = 'https://console.example.cn';
const page = (path: string, overrides: object = {}, meta: object = {}): ServerRoute => ({
  path,
  hidden: false,
  component: `manage/${path}/index`,
  meta: { title: path, icon: 'x', noCache: false, link: null, ...meta },
  ...overrides,
});
const directory = (path: string, children: ServerRoute[], overrides: object = {}): ServerRoute => ({
  ...page(path, { component: 'Layout', redirect: 'noRedirect', ...overrides }),
  children,
});
const read = (...tree: ServerRoute[]) => readRoutes(tree, ORIGIN);

describe('menu tree of the server', () => {
  it('gives pages their full paths and breadcrumbs at any depth', () => {
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

  it('redirects a directory to its redirect, or to its first page', () => {
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

  it('groups pages of several URLs below a directory with its own path', () => {
    const meta = { title: 'group', icon: '', noCache: false, link: null };
    const shared = directory('/', [page('manage/supplier'), directory('digit', [page('category')])], {
      meta: { ...meta, path: '/master' },
    });
    const single = directory('/manage', [page('batch')], { meta: { ...meta, path: '/production' } });
    const { menu, pages, redirects } = read(single, shared);
    expect(pages.map(({ path }) => path)).toEqual(['/manage/batch', '/manage/supplier', '/digit/category']);
    expect(pages[1]?.trail.map(({ path }) => path)).toEqual(['/master', '/manage/supplier']);
    expect(menu.map(({ path, children }) => [path, children.length])).toEqual([
      ['/production', 1],
      ['/master', 2],
    ]);
    expect(openKeysFor(menu, '/digit/category')).toEqual(['/master', '/digit', '/digit/category']);
    expect(redirects.map(({ path, to }) => `${path} ${to}`)).toEqual([
      '/production /manage/batch',
      '/manage /manage/batch',
      '/digit /digit/category',
      '/master /manage/supplier',
    ]);
  });

  it('hides hidden entries in the menu and keeps their pages', () => {
    const { menu, pages } = read(directory('/m', [page('seen'), page('gone', { hidden: true }), page('off', {}, { show: false })]));
    expect(menu[0]?.children.map(({ title }) => title)).toEqual(['seen']);
    expect(pages.map(({ path }) => path)).toEqual(['/m/seen', '/m/gone', '/m/off']);
  });

  it('shows one entry for a branch that hides its children', () => {
    const branch = { ...directory('/m', [page('one')]), meta: { title: 'm', icon: '', noCache: false, link: null, hideChildren: true } };
    expect(read(branch as ServerRoute).menu).toMatchObject([{ title: 'm', children: [] }]);
  });

  it('moves a page to the top level in place of its wrapper', () => {
    const wrapper: ServerRoute = { path: '/', hidden: false, component: 'Layout', children: [page('alone')] };
    const { menu, pages } = read(wrapper);
    expect(pages[0]?.path).toBe('/alone');
    expect(menu).toMatchObject([{ to: '/alone', title: 'alone' }]);
  });

  it('opens external addresses in a new window and rejects other schemes', () => {
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

  it('adds the default query to a menu entry, and ignores an invalid one', () => {
    const { menu } = read(page('/a', { query: '{"state":"pending"}' }), page('/b', { query: 'broken' }));
    expect(menu.map(({ to }) => to)).toEqual(['/a?state=pending', '/b']);
  });

  it('keeps a page alive unless noCache is set', () => {
    const { pages } = read(page('/a'), page('/b', {}, { noCache: true }), { path: '/c', hidden: false, component: 'x/c' });
    expect(pages.map(({ noCache }) => noCache)).toEqual([false, true, false]);
  });

  it('follows a page redirect, and ignores a circular one', () => {
    const { pages, redirects } = read(
      page('/old', { redirect: '/new' }),
      page('/new'),
      page('/x', { redirect: '/y' }),
      page('/y', { redirect: '/x' }),
    );
    expect(pages.map(({ path }) => path)).toEqual(['/new']);
    expect(redirectOf(redirects, '/old')).toBe('/new');
    expect(redirectOf(redirects, '/x')).toBeUndefined();
    expect(redirectOf(redirects, '/nowhere')).toBeUndefined();
  });

  it('treats every layout component as a frame, and hides a frame without pages', () => {
    const layouts = ['BasicLayout', 'BlankLayout', 'RouteView', 'PageView', 'UserLayout', 'ParentView', 'Layout'];
    const { menu, pages } = read(
      ...layouts.map((component) => directory(`/${component}`, [page('one')], { component })),
      directory('/bare', []),
    );
    expect(pages.map(({ path }) => path)).toEqual(layouts.map((layout) => `/${layout}/one`));
    expect(menu.map(({ path }) => path)).toEqual(layouts.map((layout) => `/${layout}`));
  });

  it('opens a page in a new window when isFrame is 0', () => {
    const { menu, pages } = read(page('/own', { isFrame: 0 }), page('/said', { isFrame: '0' }), page('/in', { isFrame: 1 }));
    expect(menu.map(({ to, external }) => [to, external])).toEqual([
      [`${ORIGIN}/own`, true],
      [`${ORIGIN}/said`, true],
      ['/in', false],
    ]);
    expect(pages.map(({ path }) => path)).toEqual(['/own', '/said', '/in']);
  });

  it('keeps the header setting, the inner link and the actions of a page', () => {
    const { pages } = read(
      page('/quiet', {}, { hiddenHeaderContent: true, actions: ['a:b:edit'] }),
      page('/docs', { component: 'InnerLink' }, { link: 'https://example.cn/docs' }),
    );
    expect(pages).toMatchObject([
      { hiddenHeader: true, actions: ['a:b:edit'], link: undefined },
      { hiddenHeader: false, actions: undefined, component: 'InnerLink', link: 'https://example.cn/docs' },
    ]);
  });

  it('reads records without their optional fields', () => {
    const bare = [{ path: '/a' }, { component: 'x/b', meta: null }, { path: '/c', component: '/x/c', children: null, query: '"text"' }];
    const { pages, menu } = readRoutes(bare as unknown as ServerRoute[], ORIGIN);
    expect(pages.map(({ path, component }) => [path, component])).toEqual([
      ['/', 'x/b'],
      ['/c', 'x/c'],
    ]);
    expect(menu).toEqual([]);
  });

  it('highlights the list of a page that is not in the menu, also at another path', () => {
    const { menu } = read(directory('/tool', [page('gen'), page('build')]));
    expect(menuKeysFor(menu, '/tool/gen/7')).toEqual(['/tool', '/tool/gen']);
    expect(menuKeysFor(menu, '/gen/edit')).toEqual(['/tool', '/tool/gen']);
    expect(menuKeysFor(menu, '/form')).toEqual(['/tool', '/tool/build']);
    expect(menuKeysFor(menu, '/kit/text')).toEqual([]);
    expect(menuKeysFor(read(page('/form')).menu, '/form')).toEqual(['/form']);
  });

  it('opens the group of a page or of its list, the first group at home, and none elsewhere', () => {
    const { menu } = read(directory('/manage', [page('batch')]), directory('/tool', [page('gen')]));
    expect(openGroupsFor(menu, '/tool/gen')).toEqual(['/tool']);
    expect(openGroupsFor(menu, '/tool/gen/7')).toEqual(['/tool']);
    expect(openGroupsFor(menu, '/gen/edit')).toEqual(['/tool']);
    for (const home of ['/', '/index']) expect(openGroupsFor(menu, home)).toEqual(['/manage']);
    expect(openGroupsFor(menu, '/account/settings')).toEqual([]);
    expect(openGroupsFor(menu, '/help')).toEqual([]);
    expect(openGroupsFor(read(page('/form'), directory('/tool', [page('gen')])).menu, '/form')).toEqual([]);
  });

  it('omits home from the menu', () => {
    expect(read(page('/index', { component: 'Index' }), page('/a')).menu.map(({ path }) => path)).toEqual(['/a']);
  });
});
