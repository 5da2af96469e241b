import { Activity, memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type Location, matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { useSettings } from '../kit/settings.ts';
import { TabContext } from '../kit/unsaved.ts';
import { fixedPages } from './fixed-pages.tsx';
import { PageOf } from './lazy-page.tsx';
import { PageFrame } from './page-frame.tsx';
import { pages as known } from './pages.ts';
import type { readRoutes } from './routes.ts';
import { useTabs, visit } from './tabs.ts';
import { UnknownComponent } from './unknown-component.tsx';

type ConsoleRoutes = ReturnType<typeof readRoutes>;

/** Every page of this user as a path and what is shown there. */
function tableOf({ pages }: ConsoleRoutes) {
  return [
    ...fixedPages,
    ...pages.flatMap(({ path, component, link }) => {
      const entry = known[component];
      if (!entry) return [{ path, element: <UnknownComponent component={component} link={link} /> }];
      const { page, below } = entry;
      return [
        { path, element: <PageOf page={page} /> },
        ...below.map(([rest, record]) => ({ path: `${path}/${rest}`, element: <PageOf page={record} /> })),
      ];
    }),
  ];
}

/** Keeps each open tab's page alive behind the one in front: one frozen location a tab. */
export function LivingPages({ routes }: { routes: ConsoleRoutes }) {
  const location = useLocation();
  const { tabs, active } = useTabs();
  const { multiTab } = useSettings();
  const table = useMemo(() => tableOf(routes), [routes]);
  const away = useMemo(() => redirectFrom(location, routes, table), [location, routes, table]);
  useLayoutEffect(() => {
    if (!away) visit(location);
  }, [location, away]);
  useScrollOf(active);
  const uncached = useMemo(() => new Set(routes.pages.filter(({ noCache }) => noCache).map(({ path }) => path)), [routes]);
  const shown = tabs.filter(({ path }) => path === active || (multiTab && !uncached.has(path)));
  return (
    <>
      {away && <Navigate to={away} replace />}
      {shown.map((tab) => (
        <Activity key={tab.path} mode={tab.path === active ? 'visible' : 'hidden'}>
          <TabContext value={tab.path}>
            <PageFrame>
              <FrozenRoutes location={tab.location} table={table} />
            </PageFrame>
          </TabContext>
        </Activity>
      ))}
    </>
  );
}

const FrozenRoutes = memo(function FrozenRoutes({ location, table }: { location: Location; table: ReturnType<typeof tableOf> }) {
  return (
    <Routes location={location}>
      {table.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
    </Routes>
  );
});

/** Where a path that is no page leads: the root home, a directory to its first page, anything unknown to /404. */
function redirectFrom({ pathname }: Location, { redirects }: ConsoleRoutes, table: { path: string }[]): string | undefined {
  if (table.some(({ path }) => matchPath(path, pathname))) return undefined;
  if (pathname === '/' || pathname === '/user') return '/index';
  return redirects.find(({ path }) => path === pathname)?.to ?? '/404';
}

/** Each tab keeps its own place on the page. */
function useScrollOf(active: string) {
  const places = useRef(new Map<string, number>());
  const front = useRef(active);
  useEffect(() => {
    const note = () => places.current.set(front.current, scrollY);
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, []);
  useLayoutEffect(() => {
    front.current = active;
    scrollTo(0, places.current.get(active) ?? 0);
  }, [active]);
}
