import { Activity, isValidElement, memo, type ReactElement, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type Location, matchPath, Route, Routes, useLocation, useNavigate } from 'react-router';
import { PageActionsContext, usePermissions } from '../data/permission.tsx';
import { discardUnsavedChanges, TabContext } from '../data/unsaved-changes.ts';
import { LeavePageContext } from '../ui/page-header.tsx';
import { useSettings } from '../ui/settings.ts';
import { cachePages } from './app-update.ts';
import { LazyPage } from './lazy-page.tsx';
import { PageFrame } from './page-frame.tsx';
import { findPage, pageTable, type ResolvedPage, redirectFor } from './page-table.tsx';
import type { ConsoleRoutes } from './routes.ts';
import { useSession } from './session.ts';
import { close, persistTabs, scrollTopOf, setScrollTop, useTabs, visit, withVisitedTab } from './tabs.ts';

const lazyPageOf = (element: ReactElement): LazyPage | undefined => {
  const { page } = isValidElement<{ page?: unknown }>(element) ? element.props : {};
  return page instanceof LazyPage ? page : undefined;
};

function usePreloadOnHover(table: { path: string; element: ReactElement }[]) {
  useEffect(() => {
    const preloadTarget = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('a[href^="/"], [data-menu-id]') : null;
      const anchor = link instanceof HTMLAnchorElement ? link : link?.querySelector('a');
      if (!anchor) return;
      const entry = table.find(({ path }) => matchPath(path, new URL(anchor.href).pathname));
      if (entry) lazyPageOf(entry.element)?.preload();
    };
    const events = ['pointerover', 'focusin', 'touchstart'] as const;
    for (const event of events) document.addEventListener(event, preloadTarget, { passive: true });
    return () => {
      for (const event of events) document.removeEventListener(event, preloadTarget);
    };
  }, [table]);
}

/** Keeps the pages of open tabs mounted; each has a frozen location. */
export function KeepAlivePages({ routes }: { routes: ConsoleRoutes }) {
  const location = useLocation();
  const tabState = useTabs();
  const { multiTab, language } = useSettings();
  const { hasPermi } = usePermissions();
  const { userId } = useSession().info.user;
  const navigate = useNavigate();
  const leavePage = (path: string) => (to: string) => {
    discardUnsavedChanges([path]);
    close([path]);
    void navigate(to, { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: rights come and go with the session, as the routes do
  const table = useMemo(() => pageTable(routes, hasPermi), [routes]);
  const redirect = useMemo(() => redirectFor(location, routes, table), [location, routes, table]);
  // the first render already includes the page; its tab is stored in an effect
  const { tabs, active } = tabState.tabs.length === 0 && !redirect ? withVisitedTab(tabState, location) : tabState;
  useLayoutEffect(() => persistTabs(userId, (path) => canRestore(findPage(table, path))), [userId, table]);
  useLayoutEffect(() => {
    if (!redirect) visit(location);
  }, [location, redirect]);
  // not a layout effect: those of the first render run before BrowserRouter listens to the history
  useEffect(() => {
    // a navigation that started meanwhile wins
    if (redirect && window.location.pathname === location.pathname) void navigate(redirect, { replace: true });
  }, [location, redirect, navigate]);
  useEffect(() => {
    void cachePages(
      routes.pages.map(({ component }) => component),
      language,
    );
  }, [routes, language]);
  useScrollRestoration(active);
  usePreloadOnHover(table);
  const mountedTabs = tabs
    .map((tab) => ({ ...tab, page: findPage(table, tab.path) }))
    .filter(({ path, unmounted, page }) => path === active || (multiTab && !unmounted && !page?.route?.noCache));
  return (
    <>
      {mountedTabs.map(({ path, version = 0, location: tabLocation, page }) => (
        <Activity key={`${path}#${version}`} mode={path === active ? 'visible' : 'hidden'}>
          <TabContext value={path}>
            <LeavePageContext value={leavePage(path)}>
              <PageActionsContext value={page?.actions}>
                <div data-page="frame" data-headerless={page?.route?.hiddenHeader || undefined}>
                  <PageFrame>
                    <FrozenRoutes location={tabLocation} table={table} />
                  </PageFrame>
                </div>
              </PageActionsContext>
            </LeavePageContext>
          </TabContext>
        </Activity>
      ))}
    </>
  );
}

/** Whether a tab is worth restoring: its page exists and the user may open it. */
const canRestore = (page: ResolvedPage | undefined) => page !== undefined && !page.isForbidden;

/** Passes only the matching page: with all pages, the router would rank all of them at every navigation. */
const FrozenRoutes = memo(function FrozenRoutes({ location, table }: { location: Location; table: ResolvedPage[] }) {
  const page = findPage(table, location.pathname);
  return <Routes location={location}>{page && <Route path={page.path} element={page.element} />}</Routes>;
});

function useScrollRestoration(active: string) {
  const activePath = useRef(active);
  useEffect(() => {
    const saveScroll = () => setScrollTop(activePath.current, scrollY);
    addEventListener('scroll', saveScroll, { passive: true });
    return () => removeEventListener('scroll', saveScroll);
  }, []);
  useLayoutEffect(() => {
    activePath.current = active;
    scrollTo(0, scrollTopOf(active));
  }, [active]);
}
