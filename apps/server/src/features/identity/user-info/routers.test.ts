import { describe, expect, it } from 'vitest';
import { type MenuRow, routersOf } from './routers.ts';

const row = (menuId: number, parentId: number, menuType: 'M' | 'C' | 'F', overrides: Partial<MenuRow> = {}): MenuRow => ({
  menuId,
  parentId,
  menuName: `菜单${menuId}`,
  path: `path${menuId}`,
  component: menuType === 'C' ? `area/page${menuId}/index` : null,
  query: null,
  routeName: '',
  isFrame: 1,
  isCache: 0,
  menuType,
  visible: '0',
  perms: null,
  icon: '#',
  ...overrides,
});
const meta = (menuId: number, more: object = {}) => ({ title: `菜单${menuId}`, icon: '#', noCache: false, link: null, ...more });

describe('router records', () => {
  it('builds a directory with its pages, and the actions of a page from its buttons', () => {
    const menus = [
      row(1, 0, 'M', { path: 'system' }),
      row(2, 1, 'C', { path: 'user', isCache: 1, visible: '1', query: '{"a":1}', perms: 'system:user:list' }),
      row(3, 2, 'F', { perms: 'system:user:add' }),
      row(4, 2, 'F', { perms: 'system:user:edit, system:user:query' }),
      row(5, 2, 'F'),
    ];
    expect(routersOf(menus)).toEqual([
      {
        name: 'System',
        path: '/system',
        hidden: false,
        redirect: 'noRedirect',
        component: 'Layout',
        alwaysShow: true,
        meta: meta(1),
        children: [
          {
            name: 'User',
            path: 'user',
            hidden: true,
            component: 'area/page2/index',
            query: '{"a":1}',
            meta: meta(2, { noCache: true, actions: ['system:user:add', 'system:user:edit', 'system:user:query'] }),
          },
        ],
      },
    ]);
  });

  it('shows a nested directory as a parent view, and uses the route name', () => {
    const [top] = routersOf([row(1, 0, 'M'), row(2, 1, 'M', { path: 'log', routeName: 'logs' }), row(3, 2, 'C')]);
    expect(top?.children).toMatchObject([{ name: 'Logs', path: 'log', component: 'ParentView', alwaysShow: true, redirect: 'noRedirect' }]);
  });

  it('keeps the URL of a page whose path is complete, in any directory', () => {
    const menus = [
      row(1, 0, 'M', { path: 'work' }),
      row(2, 0, 'M', { path: 'data' }),
      row(3, 1, 'C', { path: '/manage/batch' }),
      row(4, 1, 'C', { path: '/manage/code' }),
      row(5, 2, 'C', { path: '/manage/supplier' }),
      row(6, 2, 'C', { path: 'board' }),
      row(7, 2, 'M', { path: 'trees' }),
      row(8, 7, 'C', { path: '/manage/tree/one' }),
    ];
    const [work, data] = routersOf(menus);
    expect(work).toMatchObject({ name: 'Work', path: '/manage', meta: { path: '/work' }, children: [{ path: 'batch' }, { path: 'code' }] });
    expect(data).toMatchObject({ name: 'Data', path: '/', meta: { path: '/data' } });
    expect(data?.children).toMatchObject([
      { path: 'manage/supplier' },
      { path: 'data/board' },
      { name: 'Trees', path: 'manage/tree', meta: { path: '/data/trees' }, children: [{ path: 'one' }] },
    ]);
    expect(routersOf([row(1, 0, 'M', { path: 'work' }), row(2, 1, 'C', { path: '/work/one' })])).toMatchObject([
      { path: '/work', meta: meta(1), children: [{ path: 'one' }] },
    ]);
  });

  it('wraps a single page at the top level', () => {
    expect(routersOf([row(1, 0, 'C', { path: 'board', query: 'q' }), row(2, 1, 'F', { perms: 'a:b:c' })])).toEqual([
      {
        path: '/',
        hidden: false,
        component: 'Layout',
        query: 'q',
        children: [
          {
            name: 'Board',
            path: 'board',
            hidden: false,
            component: 'area/page1/index',
            query: 'q',
            meta: meta(1, { actions: ['a:b:c'] }),
          },
        ],
      },
    ]);
  });

  it('keeps an external link as it is, and frames an internal one, at the top and below', () => {
    const link = 'http://www.example.cn:81/a';
    const outside = row(1, 0, 'M', { path: link, isFrame: 0 });
    expect(routersOf([outside])).toEqual([
      { name: 'Http://www.example.cn:81/a', path: link, hidden: false, component: 'Layout', meta: meta(1, { link }) },
    ]);

    const inside = { path: 'example/cn/81/a', component: 'InnerLink', meta: meta(2, { link }) };
    expect(routersOf([row(1, 0, 'M'), row(2, 1, 'C', { path: link, component: null })])[0]?.children).toEqual([
      { name: 'Http://www.example.cn:81/a', hidden: false, ...inside },
    ]);
    expect(routersOf([row(2, 0, 'M', { path: link })])).toEqual([
      {
        name: 'Http://www.example.cn:81/a',
        path: '/',
        hidden: false,
        component: 'Layout',
        meta: meta(2),
        children: [{ name: 'Example/cn/81/a', hidden: false, ...inside }],
      },
    ]);
  });

  it('drops menus without their parent, and directories without pages', () => {
    const menus = [row(1, 0, 'M'), row(2, 1, 'M'), row(4, 3, 'C'), row(5, 4, 'F', { perms: 'a:b:c' }), row(6, 6, 'C')];
    expect(routersOf(menus)).toEqual([]);
    expect(routersOf([...menus, row(7, 0, 'C')])).toHaveLength(1);
  });
});
