import type { ServerRoute } from '@suyuan/contract';

export interface MenuNode {
  /** Full path, used as key. */
  path: string;
  /** Target: the path with its default query, or an external URL. */
  to: string;
  external: boolean;
  title: string;
  icon: string;
  children: MenuNode[];
}

export interface PageRoute {
  path: string;
  component: string;
  title: string;
  /** From the top directory to the page, for the breadcrumb. */
  trail: { path: string; title: string }[];
  noCache: boolean;
  hiddenHeader: boolean;
  /** URL of an embedded link. */
  link: string | undefined;
  /** Permissions of the button rows below the menu; undefined if the server does not send them. */
  actions: readonly string[] | undefined;
}

interface Redirect {
  path: string;
  to: string;
}

export interface ConsoleRoutes {
  menu: MenuNode[];
  pages: PageRoute[];
  redirects: Redirect[];
}

/** Optional fields of other RuoYi-compatible servers. */
type Meta = Partial<NonNullable<ServerRoute['meta']>> & {
  show?: boolean;
  hidden?: boolean;
  hideChildren?: boolean;
  hiddenHeaderContent?: boolean;
};
type LooseRoute = Omit<Partial<ServerRoute>, 'meta' | 'children'> & {
  meta?: Meta | null;
  isFrame?: number | string;
  children?: LooseRoute[] | null;
};

/** Layout components in server routes; they are not pages. */
const LAYOUTS = new Set(['Layout', 'ParentView', 'BasicLayout', 'BlankLayout', 'RouteView', 'PageView', 'UserLayout']);

/** URL of an external path, with `{host}` as our origin; undefined for internal paths and other schemes. */
export function externalOf(path: string, origin: string): string | undefined {
  if (/^https?:\/\//i.test(path)) return path;
  return path.startsWith('{host}') ? origin + path.slice('{host}'.length) : undefined;
}

/** Converts the server's tree into menu, pages and redirects, all with full paths. */
export function readRoutes(tree: readonly ServerRoute[], origin: string): ConsoleRoutes {
  const pages: PageRoute[] = [];
  const redirects: Redirect[] = [];
  const walk = (route: LooseRoute, parentPath: string, trail: PageRoute['trail']): MenuNode[] => {
    const { component, redirect } = route;
    const rawPath = route.path ?? '';
    if (/^[a-z][a-z0-9+.-]*:/i.test(rawPath) && !externalOf(rawPath, origin)) return []; // any other scheme is rejected
    const basePath = joinPath(parentPath, rawPath);
    const ownWindowUrl = String(route.isFrame) === '0' ? origin + basePath : undefined;
    const foreignUrl = externalOf(rawPath, origin);
    const externalUrl = foreignUrl ?? ownWindowUrl;
    const { meta } = route;
    const path = externalUrl ?? meta?.path ?? basePath;
    const title = meta?.title ?? '';
    const ownTrail = title ? [...trail, { path, title }] : trail;
    const redirectPath = redirect && redirect !== 'noRedirect' ? joinPath(path, redirect) : undefined;
    const page = !foreignUrl && !redirectPath && component && !LAYOUTS.has(component);
    if (page) {
      pages.push({
        path: ownWindowUrl ? basePath : path,
        component: component.replace(/^\/+/, ''),
        title,
        trail: ownTrail,
        noCache: meta?.noCache === true,
        hiddenHeader: meta?.hiddenHeaderContent === true,
        link: meta?.link ?? undefined,
        actions: meta?.actions,
      });
    }
    const childNodes = (route.children ?? []).flatMap((child) => walk(child, externalUrl ? parentPath : basePath, ownTrail));
    const first = firstPage(childNodes);
    const target = redirectPath ?? (page ? undefined : first);
    if (!externalUrl && target) redirects.push(...[...new Set([path, basePath])].map((from) => ({ path: from, to: target })));
    if (route.hidden || meta?.hidden || meta?.show === false) return [];
    // the server wraps a top-level page in a node without title, and a top-level embedded link in one at the root
    if (!meta || (path === '/' && childNodes.length === 1)) return childNodes;
    if (!externalUrl && !page && !redirectPath && childNodes.length === 0) return [];
    const to = externalUrl ?? path + queryOf(route.query);
    return [{ path, to, external: externalUrl !== undefined, title, icon: meta.icon ?? '', children: meta.hideChildren ? [] : childNodes }];
  };
  // The cast: RuoYi-compatible servers vary, so all fields are optional.
  const menu = (tree as readonly LooseRoute[]).flatMap((route) => walk(route, '', [])).filter(({ path }) => path !== '/index');
  const pagePaths = new Set(['/', ...pages.map(({ path }) => path)]);
  return { menu, pages, redirects: redirects.filter(({ path, to }) => path !== to && !pagePaths.has(path)) };
}

const joinPath = (parentPath: string, path: string) =>
  (path.startsWith('/') ? path : `${parentPath === '/' ? '' : parentPath}/${path}`).replace(/(.)\/+$/, '$1');

function firstPage([first]: MenuNode[]): string | undefined {
  if (!first || first.external) return undefined;
  return firstPage(first.children) ?? first.to;
}

/** RuoYi stores a menu's default query as a JSON object; other values are ignored. */
function queryOf(query: string | undefined): string {
  if (!query) return '';
  try {
    const parsed: unknown = JSON.parse(query);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return '';
    return `?${new URLSearchParams(Object.entries(parsed).map(([name, value]) => [name, String(value)]))}`;
  } catch {
    return '';
  }
}

/** Final target of a redirect; undefined for a cycle. */
export function redirectOf(redirects: readonly Redirect[], path: string): string | undefined {
  const visited = new Set<string>();
  let current = path;
  for (;;) {
    const next = redirects.find((redirect) => redirect.path === current)?.to;
    if (next === undefined) return current === path ? undefined : current;
    visited.add(current);
    current = next;
    if (visited.has(current)) return undefined;
  }
}

/** Menu keys from the root to `path`, to expand the menu there. */
export function openKeysFor(menu: readonly MenuNode[], path: string): string[] {
  for (const node of menu) {
    if (node.path === path) return [node.path];
    const below = openKeysFor(node.children, path);
    if (below.length) return [node.path, ...below];
  }
  return [];
}
