import { Activity, memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type Location, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { PageActionsContext, useRights } from '../data/permission.tsx';
import { discardUnsaved, TabContext } from '../data/unsaved.ts';
import { LeaveContext } from '../ui/leave.ts';
import { useSettings } from '../ui/settings.ts';
import { useIntent } from './intent.ts';
import { keepTabs, notePlace, placeOf } from './kept-tabs.ts';
import { PageFrame } from './page-frame.tsx';
import { leadFrom, type PlacedPage, pageTable, placedAt } from './page-table.tsx';
import type { ConsoleRoutes } from './routes.ts';
import { useSession } from './session-context.ts';
import { close, useTabs, visit, visited } from './tabs.ts';
import { keepPages } from './version.ts';

/** Keeps the pages of open tabs mounted; each has a frozen location. */
export function LivingPages({ routes }: { routes: ConsoleRoutes }) {
  const location = useLocation();
  const open = useTabs();
  const { multiTab, language } = useSettings();
  const { hasPermi } = useRights();
  const { userId } = useSession().info.user;
  const navigate = useNavigate();
  const leave = (path: string) => (to: string) => {
    discardUnsaved([path]);
    close([path]);
    void navigate(to, { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: rights come and go with the session, as the routes do
  const table = useMemo(() => pageTable(routes, hasPermi), [routes]);
  const away = useMemo(() => leadFrom(location, routes, table), [location, routes, table]);
  // the first render already includes the page; its tab is stored in an effect
  const { tabs, active } = open.tabs.length === 0 && !away ? visited(open, location) : open;
  useLayoutEffect(() => keepTabs(userId, (path) => isOpen(placedAt(table, path))), [userId, table]);
  useLayoutEffect(() => {
    if (!away) visit(location);
  }, [location, away]);
  useEffect(() => {
    void keepPages(
      routes.pages.map(({ component }) => component),
      language,
    );
  }, [routes, language]);
  useScrollOf(active);
  useIntent(table);
  const shown = tabs
    .map((tab) => ({ ...tab, placed: placedAt(table, tab.path) }))
    .filter(({ path, asleep, placed }) => path === active || (multiTab && !asleep && !placed?.route?.noCache));
  return (
    <>
      {/* keyed by location: a second redirect may start before the first one completes */}
      {away && <Navigate key={location.key} to={away} replace />}
      {shown.map(({ path, turn = 0, location: frozen, placed }) => (
        <Activity key={`${path}#${turn}`} mode={path === active ? 'visible' : 'hidden'}>
          <TabContext value={path}>
            <LeaveContext value={leave(path)}>
              <PageActionsContext value={placed?.actions}>
                <div className={placed?.route?.hiddenHeader ? 'headerless' : undefined}>
                  <PageFrame>
                    <FrozenRoutes location={frozen} table={table} />
                  </PageFrame>
                </div>
              </PageActionsContext>
            </LeaveContext>
          </TabContext>
        </Activity>
      ))}
    </>
  );
}

/** Whether a tab is worth restoring: its page exists and the user may open it. */
const isOpen = (page: PlacedPage | undefined) => page !== undefined && !page.closed;

/** Passes only the matching page: with all pages, the router would rank all of them at every navigation. */
const FrozenRoutes = memo(function FrozenRoutes({ location, table }: { location: Location; table: PlacedPage[] }) {
  const placed = placedAt(table, location.pathname);
  return <Routes location={location}>{placed && <Route path={placed.path} element={placed.element} />}</Routes>;
});

function useScrollOf(active: string) {
  const front = useRef(active);
  useEffect(() => {
    const note = () => notePlace(front.current, scrollY);
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, []);
  useLayoutEffect(() => {
    front.current = active;
    scrollTo(0, placeOf(active));
  }, [active]);
}
