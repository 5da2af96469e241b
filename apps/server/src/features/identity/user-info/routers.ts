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

/** A directory or page with what is below it. */
interface MenuNode {
  menu: MenuRow;
  /** Full path. */
  url: string;
  /** Full path that the children's paths are relative to. Differs from `url` if a child has a complete path of another directory. */
  baseUrl: string;
  children: MenuNode[];
}

const join = (parentUrl: string, path: string) => `${parentUrl === '/' ? '' : parentUrl}/${path}`;

/** A path is relative to its directory. One with a leading slash is complete, so that a page keeps its URL in any directory. */
function urlOf(menu: MenuRow, parentUrl: string): string {
  if (menu.parentId !== 0 && isInnerLink(menu)) return join(parentUrl, innerPath(menu.path));
  return menu.path.startsWith('/') ? menu.path : join(parentUrl, menu.path);
}

const isBelow = (url: string, parentUrl: string) => url.startsWith(join(parentUrl, ''));

/** The longest URL that all of these are below. */
function commonParent(urls: readonly string[]): string {
  const parentOf = (url: string) => url.slice(0, url.lastIndexOf('/')) || '/';
  let parent = parentOf(urls[0] ?? '/');
  while (!urls.every((url) => isBelow(url, parent))) parent = parentOf(parent);
  return parent;
}

function baseOf(url: string, children: readonly MenuNode[]): string {
  const urls = children.filter(({ menu }) => menu.isFrame === 1).map(({ baseUrl }) => baseUrl);
  return urls.every((childUrl) => isBelow(childUrl, url)) ? url : commonParent(urls);
}

function pathOf({ menu, baseUrl }: MenuNode, parentBaseUrl: string): string {
  if (isTopPage(menu)) return '/';
  if (menu.parentId === 0) return menu.menuType === 'M' && menu.isFrame === 1 ? baseUrl : menu.path;
  return menu.isFrame === 1 ? baseUrl.slice(join(parentBaseUrl, '').length) : menu.path;
}

function componentOf(menu: MenuRow): string {
  if (menu.component && !isTopPage(menu)) return menu.component;
  if (!menu.component && menu.parentId !== 0 && isInnerLink(menu)) return 'InnerLink';
  return !menu.component && menu.parentId !== 0 && menu.menuType === 'M' ? 'ParentView' : 'Layout';
}

/**
 * Converts granted, enabled menus in parent order to RuoYi's router records. Descendants of a missing menu are dropped. A page's
 * `meta.actions` are the permissions of its buttons, and of other buttons named after its component. Unlike RuoYi, empty directories are
 * left out. A directory of pages with other URLs has the path that these share, and its own one in `meta.path`: RuoYi clients append a
 * page's path to that of its directory.
 */
export function routersOf(menus: MenuRow[]): ServerRoute[] {
  const childrenByParent = Map.groupBy(menus, ({ parentId }) => parentId);
  const buildBranch = (parentId: number, parentUrl: string): MenuNode[] =>
    (childrenByParent.get(parentId) ?? [])
      .filter(({ menuType }) => menuType !== 'F')
      .flatMap((menu) => {
        const url = urlOf(menu, parentUrl);
        const children = buildBranch(menu.menuId, url);
        if (menu.menuType === 'M' && children.length === 0 && !isLink(menu)) return [];
        return [{ menu, url, baseUrl: baseOf(url, children), children }];
      });

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

  function toRoute(node: MenuNode, parentBaseUrl: string): ServerRoute {
    const { menu, url, baseUrl, children } = node;
    const { menuType, parentId, path } = menu;
    const query = menu.query ? { query: menu.query } : {};
    const hidden = menu.visible === '1';
    const base = { path: pathOf(node, parentBaseUrl), hidden, component: componentOf(menu), ...query };
    if (menuType === 'M' && children.length > 0) {
      const meta = { ...metaOf(menu), ...(url !== baseUrl && { path: url }) };
      const routes = children.map((child) => toRoute(child, baseUrl));
      return { ...nameOf(menu), ...base, redirect: 'noRedirect', alwaysShow: true, meta, children: routes };
    }
    if (isTopPage(menu)) {
      const page = { ...nameOf(menu), path, hidden: false, component: menu.component ?? '', meta: metaOf(menu), ...query };
      return { ...base, children: [page] };
    }
    if (parentId === 0 && isInnerLink(menu)) return innerLink(menu, base);
    return { ...nameOf(menu), ...base, meta: metaOf(menu) };
  }
  return buildBranch(0, '/').map((node) => toRoute(node, '/'));
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
