import type { ServerRoute } from '@suyuan/contract';

/** A menu row, as needed for the page tree. */
export interface MenuRow {
  menuId: number;
  /** 0 at the top level. */
  parentId: number;
  menuName: string;
  path: string;
  component: string | null;
  query: string | null;
  routeName: string;
  /** 1: internal page, 0: external link. */
  isFrame: number;
  /** 1: the page is not cached. */
  isCache: number;
  /** M directory, C page, F button. */
  menuType: string;
  /** `1`: hidden from the menu but reachable. */
  visible: string;
  perms: string | null;
  icon: string;
}

type Meta = NonNullable<ServerRoute['meta']>;

const isHttp = (path: string) => /^https?:\/\//.test(path);
/** Top-level page without a directory. */
const isTopPage = ({ parentId, menuType, isFrame }: MenuRow) => parentId === 0 && menuType === 'C' && isFrame === 1;
/** External page embedded in a console tab. */
const isInnerLink = ({ isFrame, path }: MenuRow) => isFrame === 1 && isHttp(path);
const isLink = (menu: MenuRow) => menu.isFrame === 0 || isHttp(menu.path);

/** Internal path of an embedded page: `https://www.example.cn:81` becomes `example/cn/81`. */
const innerPath = (path: string) =>
  path
    .replace(/https?:\/\//g, '')
    .replaceAll('www.', '')
    .replace(/[.:]/g, '/');

const nameOf = ({ routeName, path }: MenuRow, fallback = path) => {
  const name = routeName || fallback;
  return name ? { name: name.charAt(0).toUpperCase() + name.slice(1) } : {};
};

function pathOf(menu: MenuRow): string {
  const { path, parentId, menuType, isFrame } = menu;
  if (parentId !== 0 && isInnerLink(menu)) return innerPath(path);
  if (parentId === 0 && menuType === 'M' && isFrame === 1) return `/${path}`;
  return isTopPage(menu) ? '/' : path;
}

function componentOf(menu: MenuRow): string {
  if (menu.component && !isTopPage(menu)) return menu.component;
  if (!menu.component && menu.parentId !== 0 && isInnerLink(menu)) return 'InnerLink';
  return !menu.component && menu.parentId !== 0 && menu.menuType === 'M' ? 'ParentView' : 'Layout';
}

/**
 * Converts granted, enabled menus in parent order to RuoYi's router records. Descendants of a missing menu are dropped. A page's
 * `meta.actions` are the permissions of its buttons, and of other buttons named after its component. Unlike RuoYi, empty directories are
 * left out.
 */
export function routersOf(menus: MenuRow[]): ServerRoute[] {
  const childrenByParent = Map.groupBy(menus, ({ parentId }) => parentId);
  const buildBranch = (parentId: number): ServerRoute[] =>
    (childrenByParent.get(parentId) ?? [])
      .filter(({ menuType }) => menuType !== 'F')
      .flatMap((menu) => toRoutes(menu, buildBranch(menu.menuId)));

  const buttons = menus
    .filter(({ menuType }) => menuType === 'F')
    .flatMap(({ parentId, perms }) => (perms ?? '').split(',').map((perm) => ({ parentId, perm: perm.trim() })))
    .filter(({ perm }) => perm);
  const actionsOf = ({ menuId, component }: MenuRow): string[] => {
    const noun = component?.split('/').slice(0, -1).join(':');
    return buttons.filter(({ parentId, perm }) => parentId === menuId || (noun && perm.startsWith(`${noun}:`))).map(({ perm }) => perm);
  };
  const metaOf = (menu: MenuRow): Meta => {
    const actions = [...new Set(actionsOf(menu))];
    const { menuName: title, icon, isCache, path } = menu;
    const link = isHttp(path) ? path : null;
    return { title, icon, noCache: isCache === 1, link, ...(actions.length && { actions }) };
  };

  function toRoutes(menu: MenuRow, children: ServerRoute[]): ServerRoute[] {
    const { menuType, parentId, path } = menu;
    if (menuType === 'M' && children.length === 0 && !isLink(menu)) return [];
    const query = menu.query ? { query: menu.query } : {};
    const hidden = menu.visible === '1';
    const base = { path: pathOf(menu), hidden, component: componentOf(menu), ...query };
    if (menuType === 'M' && children.length > 0)
      return [{ ...nameOf(menu), ...base, redirect: 'noRedirect', alwaysShow: true, meta: metaOf(menu), children }];
    if (isTopPage(menu)) {
      const page = { ...nameOf(menu), path, hidden: false, component: menu.component ?? '', meta: metaOf(menu), ...query };
      return [{ ...base, children: [page] }];
    }
    if (parentId === 0 && isInnerLink(menu)) return [innerLink(menu, base)];
    return [{ ...nameOf(menu), ...base, meta: metaOf(menu) }];
  }
  return buildBranch(0);
}

/** Top-level embedded page: a layout record with the page as its only child. */
function innerLink(menu: MenuRow, base: ServerRoute): ServerRoute {
  const { menuName: title, icon, path } = menu;
  const innerPagePath = innerPath(path);
  const meta = { title, icon, noCache: false };
  const page = {
    ...nameOf(menu, innerPagePath),
    path: innerPagePath,
    hidden: false,
    component: 'InnerLink',
    meta: { ...meta, link: path },
  };
  return { ...nameOf(menu), ...base, path: '/', meta: { ...meta, link: null }, children: [page] };
}
