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

/** Keeps each open tab's page alive behind the one in front: one frozen location a tab. */
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
  // the very first drawing has the page in it; its tab is noted after
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
      {/* each arrival is led on: a second one may come before the first has left */}
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

/** Whether a tab of it is worth keeping: it is a page, and the user's. */
const isOpen = (page: PlacedPage | undefined) => page !== undefined && !page.closed;

/** Only the page that is placed here is handed on: a router that is given all of them ranks all of them, at every change of address. */
const FrozenRoutes = memo(function FrozenRoutes({ location, table }: { location: Location; table: PlacedPage[] }) {
  const placed = placedAt(table, location.pathname);
  return <Routes location={location}>{placed && <Route path={placed.path} element={placed.element} />}</Routes>;
});

/** Each tab keeps its own place on the page. */
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
