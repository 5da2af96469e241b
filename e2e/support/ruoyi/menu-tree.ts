import { isAdmin } from './access.ts';
import type { Database, Dept, Menu } from './records.ts';

export const inOrder = (menus: Menu[]) => menus.toSorted((one, other) => one.parentId - other.parentId || one.orderNum - other.orderNum);

/** A user's menus; an administrator has all. `enabled` limits them to enabled directories and pages of enabled roles. */
export function menusOf(db: Database, userId: number, { enabled }: { enabled: boolean }): Menu[] {
  const isIncluded = (menu: Menu) => !enabled || (menu.menuType !== 'F' && menu.status === '0');
  if (isAdmin(userId)) return inOrder(db.menus.filter(isIncluded));
  const roleIds = db.userRoles.filter((link) => link.userId === userId).map(({ roleId }) => roleId);
  const roles = db.roles.filter(({ roleId, status }) => roleIds.includes(roleId) && (!enabled || status === '0'));
  const granted = new Set(db.roleMenus.filter((link) => roles.some(({ roleId }) => roleId === link.roleId)).map(({ menuId }) => menuId));
  return inOrder(db.menus.filter((menu) => granted.has(menu.menuId) && isIncluded(menu)));
}

const isHttp = (path: string) => /^https?:\/\//.test(path);
const isPageAtRoot = ({ parentId, menuType, isFrame }: Menu) => parentId === 0 && menuType === 'C' && isFrame === '1';
const isInnerLink = ({ isFrame, path }: Menu) => isFrame === '1' && isHttp(path);
const innerPath = (path: string) => path.replace(/https?:\/\/|www\./g, '').replace(/[.:]/g, '/');
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const nameOf = ({ routeName, path }: Menu) => capitalised(routeName || path);

function pathOf(menu: Menu): string {
  if (menu.parentId !== 0 && isInnerLink(menu)) return innerPath(menu.path);
  if (menu.parentId === 0 && menu.menuType === 'M' && menu.isFrame === '1') return `/${menu.path}`;
  return isPageAtRoot(menu) ? '/' : menu.path;
}

function componentOf(menu: Menu): string {
  if (menu.component && !isPageAtRoot(menu)) return menu.component;
  if (menu.parentId !== 0 && isInnerLink(menu)) return 'InnerLink';
  return menu.parentId !== 0 && menu.menuType === 'M' ? 'ParentView' : 'Layout';
}

const metaOf = ({ menuName, icon, isCache, path }: Menu) => ({
  title: menuName,
  icon,
  noCache: isCache === '1',
  link: isHttp(path) ? path : null,
});

function routerOf(menu: Menu, menus: Menu[]): object {
  const children = menus.filter(({ parentId }) => parentId === menu.menuId);
  const base = { hidden: menu.visible === '1', path: pathOf(menu), component: componentOf(menu), ...(menu.query && { query: menu.query }) };
  if (isPageAtRoot(menu)) {
    const page = { path: menu.path, component: menu.component, name: nameOf(menu), meta: metaOf(menu), hidden: false };
    return { ...base, children: [{ ...page, ...(menu.query && { query: menu.query }) }] };
  }
  const named = { ...base, name: nameOf(menu), meta: metaOf(menu) };
  if (menu.menuType === 'M' && children.length > 0)
    return { ...named, alwaysShow: true, redirect: 'noRedirect', children: children.map((child) => routerOf(child, menus)) };
  if (menu.parentId === 0 && isInnerLink(menu)) {
    const { title, icon } = metaOf(menu);
    const path = innerPath(menu.path);
    const link = {
      path,
      component: 'InnerLink',
      name: capitalised(path),
      hidden: false,
      meta: { title, icon, noCache: false, link: menu.path },
    };
    return { ...named, path: '/', meta: { title, icon, noCache: false, link: null }, children: [link] };
  }
  return named;
}

/** Response of `/getRouters`: a user's menus as router records. */
export function routersOf(db: Database, userId: number): object[] {
  const menus = menusOf(db, userId, { enabled: true });
  return menus.filter(({ parentId }) => parentId === 0).map((menu) => routerOf(menu, menus));
}

interface TreeNode {
  id: number;
  label: string;
  disabled: boolean;
  children?: TreeNode[];
}

/** Builds a tree. Nodes without a parent are roots; leaves have no `children` key. */
function treeOf(nodes: (TreeNode & { parentId: number })[]): TreeNode[] {
  const below = (parent: number): TreeNode[] =>
    nodes
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, label, disabled }) => {
        const children = below(id);
        return { id, label, disabled, ...(children.length > 0 && { children }) };
      });
  const ids = new Set(nodes.map(({ id }) => id));
  const roots = new Set(nodes.filter(({ parentId }) => !ids.has(parentId)).map(({ parentId }) => parentId));
  return [...roots].flatMap(below);
}

export const menuTree = (menus: Menu[]) =>
  treeOf(menus.map(({ menuId, parentId, menuName }) => ({ id: menuId, parentId, label: menuName, disabled: false })));

export const deptTree = (depts: Dept[]) =>
  treeOf(depts.map(({ deptId, parentId, deptName, status }) => ({ id: deptId, parentId, label: deptName, disabled: status === '1' })));
