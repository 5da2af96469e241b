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
type Given = Omit<Partial<ServerRoute>, 'meta' | 'children'> & { meta?: Meta | null; isFrame?: number | string; children?: Given[] | null };

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
  const walk = (route: Given, above: string, trail: PageRoute['trail']): MenuNode[] => {
    const { component, redirect } = route;
    const given = route.path ?? '';
    if (/^[a-z][a-z0-9+.-]*:/i.test(given) && !externalOf(given, origin)) return []; // any other scheme is rejected
    const ownWindow = String(route.isFrame) === '0' ? origin + full(above, given) : undefined;
    const outside = externalOf(given, origin) ?? ownWindow;
    const path = outside ?? full(above, given);
    const { meta } = route;
    const title = meta?.title ?? '';
    const ownTrail = title ? [...trail, { path, title }] : trail;
    const away = redirect && redirect !== 'noRedirect' ? full(path, redirect) : undefined;
    const page = !outside && !away && component && !LAYOUTS.has(component);
    if (page) {
      pages.push({
        path,
        component: component.replace(/^\/+/, ''),
        title,
        trail: ownTrail,
        noCache: meta?.noCache === true,
        hiddenHeader: meta?.hiddenHeaderContent === true,
        link: meta?.link ?? undefined,
        actions: meta?.actions,
      });
    }
    const below = (route.children ?? []).flatMap((child) => walk(child, outside ? above : path, ownTrail));
    const first = firstPage(below);
    const lead = away ?? (page ? undefined : first);
    if (!outside && lead && lead !== path && path !== '/') redirects.push({ path, to: lead });
    if (route.hidden || meta?.hidden || meta?.show === false) return [];
    // the server wraps a top-level page in a node without title, and a top-level embedded link in one at the root
    if (!meta || (path === '/' && below.length === 1)) return below;
    if (!outside && !page && !away && below.length === 0) return [];
    const to = outside ?? path + queryOf(route.query);
    return [{ path, to, external: outside !== undefined, title, icon: meta.icon ?? '', children: meta.hideChildren ? [] : below }];
  };
  // The cast: RuoYi-compatible servers vary, so all fields are optional.
  const menu = (tree as readonly Given[]).flatMap((route) => walk(route, '', [])).filter(({ path }) => path !== '/index');
  return { menu, pages, redirects };
}

const full = (above: string, path: string) =>
  (path.startsWith('/') ? path : `${above === '/' ? '' : above}/${path}`).replace(/(.)\/+$/, '$1');

function firstPage([first]: MenuNode[]): string | undefined {
  if (!first || first.external) return undefined;
  return firstPage(first.children) ?? first.to;
}

/** RuoYi stores a menu's default query as a JSON object; other values are ignored. */
function queryOf(query: string | undefined): string {
  if (!query) return '';
  try {
    const given: unknown = JSON.parse(query);
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return '';
    return `?${new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))}`;
  } catch {
    return '';
  }
}

/** Final target of a redirect; undefined for a cycle. */
export function redirectOf(redirects: readonly Redirect[], path: string): string | undefined {
  const passed = new Set<string>();
  let at = path;
  for (;;) {
    const next = redirects.find((redirect) => redirect.path === at)?.to;
    if (next === undefined) return at === path ? undefined : at;
    passed.add(at);
    at = next;
    if (passed.has(at)) return undefined;
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
