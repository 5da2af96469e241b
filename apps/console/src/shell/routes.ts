import type { ServerRoute } from '@suyuan/contract';

/** An entry of the menu. */
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
  /** Permissions of the button rows below the menu; a back end that tells none leaves it open. */
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

/** What back ends of the family send beyond ours, all of it optional. */
type Meta = Partial<NonNullable<ServerRoute['meta']>> & {
  show?: boolean;
  hidden?: boolean;
  hideChildren?: boolean;
  hiddenHeaderContent?: boolean;
};
type Given = Omit<Partial<ServerRoute>, 'meta' | 'children'> & { meta?: Meta | null; isFrame?: number | string; children?: Given[] | null };

/** Names of frames, not of pages: the family's and the specification's. */
const LAYOUTS = new Set(['Layout', 'ParentView', 'BasicLayout', 'BlankLayout', 'RouteView', 'PageView', 'UserLayout']);

/** The address behind an external path, `{host}` being our own origin; undefined for what is not external or has another scheme. */
export function externalOf(path: string, origin: string): string | undefined {
  if (/^https?:\/\//i.test(path)) return path;
  return path.startsWith('{host}') ? origin + path.slice('{host}'.length) : undefined;
}

/** Reads the server's tree into the menu, the pages and the redirects, all with full paths. */
export function readRoutes(tree: readonly ServerRoute[], origin: string): ConsoleRoutes {
  const pages: PageRoute[] = [];
  const redirects: Redirect[] = [];
  const walk = (route: Given, above: string, trail: PageRoute['trail']): MenuNode[] => {
    const { component, redirect } = route;
    const given = route.path ?? '';
    if (/^[a-z][a-z0-9+.-]*:/i.test(given) && !externalOf(given, origin)) return []; // any other scheme is refused
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
    // a page at the top is wrapped in a record without a title, an inner link there in one at the root
    if (!meta || (path === '/' && below.length === 1)) return below;
    if (!outside && !page && !away && below.length === 0) return [];
    const to = outside ?? path + queryOf(route.query);
    return [{ path, to, external: outside !== undefined, title, icon: meta.icon ?? '', children: meta.hideChildren ? [] : below }];
  };
  // The cast: what comes from a back end of the family is read as loosely as the family writes it.
  const menu = (tree as readonly Given[]).flatMap((route) => walk(route, '', [])).filter(({ path }) => path !== '/index');
  return { menu, pages, redirects };
}

const full = (above: string, path: string) =>
  (path.startsWith('/') ? path : `${above === '/' ? '' : above}/${path}`).replace(/(.)\/+$/, '$1');

function firstPage([first]: MenuNode[]): string | undefined {
  if (!first || first.external) return undefined;
  return firstPage(first.children) ?? first.to;
}

/** A menu's default query is a JSON object in the family; anything else is none. */
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

/** Where a redirect leads in the end; one that leads back to itself leads nowhere. */
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

/** The chain of menu keys that leads to `path`, for opening the menu there. */
export function openKeysFor(menu: readonly MenuNode[], path: string): string[] {
  for (const node of menu) {
    if (node.path === path) return [node.path];
    const below = openKeysFor(node.children, path);
    if (below.length) return [node.path, ...below];
  }
  return [];
}
