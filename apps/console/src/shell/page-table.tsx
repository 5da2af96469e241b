import type { ReactElement } from 'react';
import { type Location, matchPath } from 'react-router';
import type { PageActions } from '../data/permission.tsx';
import { Forbidden, ForbiddenPage, UnknownComponent } from './fallback-pages.tsx';
import { fixedPages } from './fixed-pages.tsx';
import { LazyPageView } from './lazy-page.tsx';
import { pages as pagesByComponent, shippedPages } from './pages.ts';
import { type ConsoleRoutes, type PageRoute, redirectOf } from './routes.ts';

export interface ResolvedPage {
  path: string;
  element: ReactElement;
  /** Its route in the server's tree. */
  route?: PageRoute;
  /** Permissions of its menu row; record pages below it and fixed pages of the same resource share them. */
  actions?: PageActions;
  /** The user's menu does not contain it; the page displays the reason. */
  isForbidden?: true;
}

/** All pages of this user by path. Order: fixed pages, pages of the server's tree, then pages without permission. */
export function pageTable({ pages }: ConsoleRoutes, isAllowed: (permission: string) => boolean): ResolvedPage[] {
  const fixedEntries = fixedPages.map(({ path, title, needs, element }): ResolvedPage => {
    const row = needs && pages.find(({ component }) => resourceOf(component) === resourceOf(needs));
    return {
      path,
      element: needs && !isAllowed(needs) ? <Forbidden title={title} path={path} needs={needs} /> : element,
      ...(row && actionsOf(row)),
    };
  });
  const elementByComponent = new Map(fixedPages.map((page, index) => [page.component, fixedEntries[index]?.element]));
  const serverEntries = pages.flatMap((route): ResolvedPage[] => {
    const { path, component, link } = route;
    const fixedElement = elementByComponent.get(component);
    if (fixedElement) return [{ path, element: fixedElement, route }];
    const entry = pageEntryOf(component);
    if (!entry) return [{ path, element: <UnknownComponent component={component} title={route.title} link={link} />, route }];
    const actions = actionsOf(route);
    return [
      { path, element: <LazyPageView page={entry.page} />, route, ...actions },
      ...entry.below.map(([rest, page]) => ({ path: `${path}/${rest}`, element: <LazyPageView page={page} />, route, ...actions })),
    ];
  });
  const openEntries = new Set(pages.map(({ component }) => pageEntryOf(component)));
  const forbiddenEntries = shippedPages
    .filter(({ component, needs }) => !isAllowed(needs) && !openEntries.has(pagesByComponent[component]))
    .flatMap(({ component, path, needs }) => {
      const subpagePaths = pagesByComponent[component]?.below.map(([rest]) => `${path}/${rest}`) ?? [];
      return [path, ...subpagePaths].map(
        (each): ResolvedPage => ({ path: each, element: <ForbiddenPage path={path} needs={needs} />, isForbidden: true }),
      );
    });
  const seenPaths = new Set<string>();
  return [...fixedEntries, ...serverEntries, ...forbiddenEntries].filter(({ path }) => !seenPaths.has(path) && seenPaths.add(path));
}

const pageEntryOf = (component: string) => pagesByComponent[component] ?? pagesByComponent[`${component}/index`];

/** `system:role` of the component `system/role/index` and of the permission `system:role:edit`. */
const resourceOf = (text: string) => text.split(/[:/]/).slice(0, 2).join(':');

/** Permissions listed in the page's menu row, if the server sends a list. */
function actionsOf({ component, actions: listed }: PageRoute): { actions: PageActions } | undefined {
  const noun = resourceOf(component);
  return listed && { actions: { own: `${noun}:list`, governs: [`${noun}:`, ...(pageEntryOf(component)?.governs ?? [])], listed } };
}

export const findPage = (table: readonly ResolvedPage[], pathname: string): ResolvedPage | undefined =>
  table.find(({ path }) => path === pathname) ?? table.find((page) => isMatch(page, pathname));

/** Parameters of a page below a menu row are numbers, each with one spelling. */
function isMatch({ path, route, isForbidden }: ResolvedPage, pathname: string): boolean {
  const match = matchPath(path, pathname);
  const isFixed = !route && !isForbidden;
  return match !== null && (isFixed || Object.values(match.params).every((key) => /^[1-9]\d{0,14}$/.test(key ?? '')));
}

/** Corrects the case of a typed path, so that each page has one URL and one tab. */
function canonicalPath(path: string, pathname: string): string {
  const segments = pathname.split('/');
  return path
    .split('/')
    .map((step, place) => (step.startsWith(':') ? segments[place] : step))
    .join('/');
}

/** Redirect of a path without a page: the root to home, a directory to its first page, others to /404. */
export function redirectFor(
  { pathname, search, hash }: Location,
  { redirects }: ConsoleRoutes,
  table: readonly ResolvedPage[],
): string | undefined {
  const page = findPage(table, pathname);
  if (page && !/.\/$/.test(pathname)) {
    const exact = canonicalPath(page.path, pathname);
    return exact === pathname ? undefined : exact + search + hash;
  }
  if (pathname === '/' || pathname === '/user') return '/index';
  const withoutSlash = pathname.replace(/(.)\/+$/, '$1');
  return withoutSlash === pathname ? (redirectOf(redirects, pathname) ?? '/404') : withoutSlash + search + hash;
}
