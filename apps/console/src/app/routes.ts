import type { ServerRoute } from '@suyuan/contract';

/** An entry of the side menu. */
export interface MenuNode {
  /** Full path, which is also its key. */
  path: string;
  /** Where a click leads: the path with its default query, or an address outside. */
  to: string;
  external: boolean;
  title: string;
  icon: string;
  children: MenuNode[];
}

/** A page that the server's tree names. */
export interface PageRoute {
  path: string;
  component: string;
  title: string;
  /** From the top directory down to the page, for the breadcrumb. */
  trail: { path: string; title: string }[];
  noCache: boolean;
  hiddenHeader: boolean;
  /** Address of an inner link. */
  link: string | undefined;
}

export interface Redirect {
  path: string;
  to: string;
}

type Meta = NonNullable<ServerRoute['meta']> & { show?: boolean; hidden?: boolean; hideChildren?: boolean; hiddenHeaderContent?: boolean };

const LAYOUTS = new Set(['Layout', 'ParentView', 'BasicLayout', 'BlankLayout', 'RouteView', 'PageView', 'UserLayout']);

/** The address behind an external path, `{host}` being our own origin; undefined for what is not external or has another scheme. */
export function externalOf(path: string, origin: string): string | undefined {
  if (/^https?:\/\//i.test(path)) return path;
  return path.startsWith('{host}') ? origin + path.slice('{host}'.length) : undefined;
}

/** Reads the server's tree into the side menu, the pages and the redirects, all with full paths. */
export function readRoutes(tree: readonly ServerRoute[], origin: string): { menu: MenuNode[]; pages: PageRoute[]; redirects: Redirect[] } {
  const pages: PageRoute[] = [];
  const redirects: Redirect[] = [];
  const walk = (route: ServerRoute, above: string, trail: PageRoute['trail']): MenuNode[] => {
    const { component, children = [], redirect } = route;
    const meta = route.meta as Meta | undefined;
    const outside = externalOf(route.path, origin);
    if (!outside && /^[a-z][a-z0-9+.-]*:/i.test(route.path)) return []; // any other scheme is refused
    const path = outside ?? full(above, route.path);
    const title = meta?.title ?? '';
    const ownTrail = title ? [...trail, { path, title }] : trail;
    const page = !outside && component && !LAYOUTS.has(component);
    if (page) {
      pages.push({
        path,
        component,
        title,
        trail: ownTrail,
        noCache: meta?.noCache === true,
        hiddenHeader: meta?.hiddenHeaderContent === true,
        link: meta?.link ?? undefined,
      });
    }
    const below = children.flatMap((child) => walk(child, path, ownTrail));
    const first = firstPage(below);
    if (!outside && !page && path !== '/') {
      if (redirect && redirect !== 'noRedirect') redirects.push({ path, to: full(path, redirect) });
      else if (first) redirects.push({ path, to: first });
    }
    if (route.hidden || meta?.hidden || meta?.show === false) return [];
    if (!meta) return below; // a page at the top is wrapped in a record without a title
    if (children.length > 0 && below.length === 0 && !page) return [];
    const to = outside ?? path + queryOf(route.query);
    return [{ path, to, external: outside !== undefined, title, icon: meta.icon ?? '', children: meta.hideChildren ? [] : below }];
  };
  const menu = tree.flatMap((route) => walk(route, '', []));
  return { menu, pages, redirects };
}

const full = (above: string, path: string) =>
  (path.startsWith('/') ? path : `${above === '/' ? '' : above}/${path}`).replace(/(.)\/+$/, '$1');

function firstPage([first]: MenuNode[]): string | undefined {
  if (!first || first.external) return undefined;
  return firstPage(first.children) ?? first.to;
}

/** A menu's default query is JSON in the family; anything else is none. */
function queryOf(query: string | undefined): string {
  if (!query) return '';
  try {
    return `?${new URLSearchParams(JSON.parse(query) as Record<string, string>)}`;
  } catch {
    return '';
  }
}

/** The chain of menu keys that leads to `path`, for opening the menu there. */
export function openKeysFor(menu: readonly MenuNode[], path: string): string[] {
  for (const node of menu) {
    if (node.path === path) return [node.path];
    const below = openKeysFor(node.children, path);
    if (below.length) return [node.path, ...below];
  }
  return [];
}
