import type { ReactElement } from 'react';
import { type Location, matchPath } from 'react-router';
import type { PageActions } from '../data/permission.tsx';
import { ClosedPage } from './closed-page.tsx';
import { fixedPages } from './fixed-pages.tsx';
import { PageOf } from './lazy-page.tsx';
import { NoRight } from './no-right.tsx';
import { pages as known } from './pages.ts';
import { type ConsoleRoutes, type PageRoute, redirectOf } from './routes.ts';
import { shippedPages } from './shipped-pages.ts';
import { UnknownComponent } from './unknown-component.tsx';

export interface PlacedPage {
  path: string;
  element: ReactElement;
  /** Its route in the server's tree. */
  route?: PageRoute;
  /** Permissions of its menu row; record pages below it and fixed pages of the same resource share them. */
  actions?: PageActions;
  /** The user's menu does not contain it; the page displays the reason. */
  closed?: true;
}

/** All pages of this user by path. Order: fixed pages, pages of the server's tree, then pages without permission. */
export function pageTable({ pages }: ConsoleRoutes, may: (permission: string) => boolean): PlacedPage[] {
  const fixed = fixedPages.map(({ path, title, needs, element }): PlacedPage => {
    const row = needs && pages.find(({ component }) => nounOf(component) === nounOf(needs));
    return {
      path,
      element: needs && !may(needs) ? <NoRight title={title} path={path} needs={needs} /> : element,
      ...(row && actionsOf(row)),
    };
  });
  const named = new Map(fixedPages.map((page, index) => [page.component, fixed[index]?.element]));
  const served = pages.flatMap((route): PlacedPage[] => {
    const { path, component, link } = route;
    const own = named.get(component);
    if (own) return [{ path, element: own, route }];
    const entry = entryOf(component);
    if (!entry) return [{ path, element: <UnknownComponent component={component} title={route.title} link={link} />, route }];
    const actions = actionsOf(route);
    return [
      { path, element: <PageOf page={entry.page} />, route, ...actions },
      ...entry.below.map(([rest, page]) => ({ path: `${path}/${rest}`, element: <PageOf page={page} />, route, ...actions })),
    ];
  });
  const open = new Set(pages.map(({ component }) => entryOf(component)));
  const closed = shippedPages
    .filter(({ component, needs }) => !may(needs) && !open.has(known[component]))
    .flatMap(({ component, path, needs }) => {
      const below = known[component]?.below.map(([rest]) => `${path}/${rest}`) ?? [];
      return [path, ...below].map((each): PlacedPage => ({ path: each, element: <ClosedPage path={path} needs={needs} />, closed: true }));
    });
  const taken = new Set<string>();
  return [...fixed, ...served, ...closed].filter(({ path }) => !taken.has(path) && taken.add(path));
}

const entryOf = (component: string) => known[component] ?? known[`${component}/index`];

/** `system:role` of the component `system/role/index` and of the permission `system:role:edit`. */
const nounOf = (text: string) => text.split(/[:/]/).slice(0, 2).join(':');

/** Permissions listed in the page's menu row, if the server sends a list. */
function actionsOf({ component, actions: listed }: PageRoute): { actions: PageActions } | undefined {
  const noun = nounOf(component);
  return listed && { actions: { own: `${noun}:list`, governs: [`${noun}:`, ...(entryOf(component)?.governs ?? [])], listed } };
}

export const placedAt = (table: readonly PlacedPage[], pathname: string): PlacedPage | undefined =>
  table.find(({ path }) => path === pathname) ?? table.find(({ path }) => matchPath(path, pathname) !== null);

/** Corrects the case of a typed path, so that each page has one URL and one tab. */
function inCaseOf(path: string, pathname: string): string {
  const typed = pathname.split('/');
  return path
    .split('/')
    .map((step, place) => (step.startsWith(':') ? typed[place] : step))
    .join('/');
}

/** Redirect of a path without a page: the root to home, a directory to its first page, others to /404. */
export function leadFrom(
  { pathname, search, hash }: Location,
  { redirects }: ConsoleRoutes,
  table: readonly PlacedPage[],
): string | undefined {
  const placed = placedAt(table, pathname);
  if (placed && !/.\/$/.test(pathname)) {
    const exact = inCaseOf(placed.path, pathname);
    return exact === pathname ? undefined : exact + search + hash;
  }
  if (pathname === '/' || pathname === '/user') return '/index';
  const bare = pathname.replace(/(.)\/+$/, '$1');
  return bare === pathname ? (redirectOf(redirects, pathname) ?? '/404') : bare + search + hash;
}
