import type { Location } from 'react-router';
import { create } from 'zustand';
import { useTabTitles } from '../ui/page-header.tsx';

/** The permanent tab. */
export const HOME = '/index';

/** The path is the key; the location is frozen while another tab is active. */
export interface Tab {
  path: string;
  location: Location;
  /** A tab restored by a reload is not mounted until it is activated. */
  unmounted?: boolean;
  /** Incremented to remount the page. */
  version?: number;
}

interface Tabs {
  tabs: Tab[];
  active: string;
}

export const useTabs = create<Tabs>(() => ({ tabs: [], active: HOME }));

const emptyLocation = (path: string): Location => ({ pathname: path, search: '', hash: '', state: null, key: 'default' });

/** `open` with the tab of `location` active; a new tab is appended. Home is always first. */
export function withVisitedTab({ tabs }: Tabs, location: Location): Tabs {
  const path = location.pathname;
  const base = tabs.length ? tabs : [{ path: HOME, location: emptyLocation(HOME) }];
  const isOpen = base.some((tab) => tab.path === path);
  return {
    active: path,
    tabs: isOpen ? base.map((tab) => (tab.path === path ? { ...tab, location, unmounted: false } : tab)) : [...base, { path, location }],
  };
}

export const visit = (location: Location) => useTabs.setState((open) => withVisitedTab(open, location));

/** Remounts the page of a tab and discards its input. */
export function refresh(path: string) {
  useTabs.setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.path === path ? { ...tab, version: (tab.version ?? 0) + 1 } : tab)) }));
}

/** Font of a tab title: that of codes on the pages of records which are named by a number or code. */
export const tabTitleFont = (path: string, title: string | undefined) =>
  title && /^\/manage\/(batch|code|dispatch)\/\d/.test(path) ? 'mono-text' : '';

/** URL of a tab when it was last active. */
export const addressOf = ({ path, location: { search, hash } }: Pick<Tab, 'path' | 'location'>) => path + search + hash;

export type CloseScope = 'current' | 'left' | 'right' | 'all';

/** Paths of the tabs to close, or the locale key of a message if there are none. */
export function closable(
  tabs: readonly Tab[],
  path: string,
  closing: CloseScope,
): string[] | 'shell.lastTab' | 'shell.noneLeft' | 'shell.noneRight' {
  const tabIndex = tabs.findIndex((tab) => tab.path === path);
  const closablePaths = tabs.map((tab) => tab.path).filter((other) => other !== HOME);
  if (closing === 'current' || closing === 'all') {
    const paths = closing === 'all' ? closablePaths : closablePaths.filter((other) => other === path);
    return paths.length ? paths : 'shell.lastTab';
  }
  const paths = tabs.flatMap((tab, index) =>
    tab.path !== HOME && (closing === 'left' ? index < tabIndex : index > tabIndex) ? [tab.path] : [],
  );
  return paths.length ? paths : closing === 'left' ? 'shell.noneLeft' : 'shell.noneRight';
}

/** Closes tabs; returns the path to open if the active one was closed. */
export function close(paths: readonly string[]): string | undefined {
  const { tabs, active } = useTabs.getState();
  const remaining = tabs.filter((tab) => !paths.includes(tab.path));
  useTabs.setState({ tabs: remaining });
  if (!paths.includes(active)) return undefined;
  const at = tabs.findIndex((tab) => tab.path === active);
  const nearest = tabs.slice(0, at).findLast((tab) => !paths.includes(tab.path)) ?? remaining[0];
  return nearest ? addressOf(nearest) : HOME;
}

/** Key in sessionStorage, so that a reload restores the open tabs. */
const KEY = 'suyuan.tabs';

interface StoredTabs {
  /** Owner of the tabs; they are not restored for another user. */
  userId: number;
  tabs: { path: string; search: string; hash: string; title?: string; top?: number }[];
}

/** Scroll position of each tab, by path. */
const scrollTops = new Map<string, number>();

export const scrollTopOf = (path: string) => scrollTops.get(path) ?? 0;
export const setScrollTop = (path: string, top: number) => scrollTops.set(path, top);

let isSigningOut = false;

/** On sign-out, removes the stored tabs. */
export function clearStoredTabs() {
  isSigningOut = true;
  sessionStorage.removeItem(KEY);
}

/** Stores the open tabs; drops titles and scroll positions of closed ones. */
function writeTabs(userId: number, tabs: readonly Tab[]) {
  const open = new Set(tabs.map(({ path }) => path));
  for (const path of scrollTops.keys()) if (!open.has(path)) scrollTops.delete(path);
  const titles = useTabTitles.getState();
  const openTitles = Object.entries(titles).filter(([path]) => open.has(path));
  if (openTitles.length < Object.keys(titles).length) useTabTitles.setState(Object.fromEntries(openTitles), true);
  if (isSigningOut) return;
  const value: StoredTabs = {
    userId,
    tabs: tabs.map(({ path, location: { search, hash } }) => {
      const [title, top] = [titles[path], scrollTops.get(path)];
      return { path, search, hash, ...(title !== undefined && { title }), ...(top !== undefined && { top }) };
    }),
  };
  sessionStorage.setItem(KEY, JSON.stringify(value));
}

/** Restores tabs after a reload without mounting them, if this user still has their pages. */
function restore(userId: number, exists: (path: string) => boolean) {
  const storedTabs = readStoredTabs();
  if (storedTabs?.userId !== userId) return sessionStorage.removeItem(KEY);
  const tabs = storedTabs.tabs.filter(({ path }) => path === HOME || exists(path));
  for (const { path, top } of tabs) if (top) scrollTops.set(path, top);
  useTabTitles.setState(Object.fromEntries(tabs.flatMap(({ path, title }) => (title === undefined ? [] : [[path, title]]))));
  useTabs.setState({
    tabs: tabs.map(({ path, search, hash }) => ({
      path,
      location: { pathname: path, search, hash, state: null, key: 'default' },
      unmounted: true,
    })),
  });
}

function readStoredTabs(): StoredTabs | undefined {
  try {
    const parsed = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<StoredTabs> | null;
    if (!Array.isArray(parsed?.tabs) || parsed.tabs[0]?.path !== HOME) return undefined;
    return { userId: Number(parsed.userId), tabs: parsed.tabs.filter((tab) => typeof tab?.path === 'string').map(toStoredTab) };
  } catch {
    return undefined;
  }
}

const toStoredTab = ({ path, search, hash, ...rest }: Partial<StoredTabs['tabs'][number]>) => ({
  path: String(path),
  search: String(search ?? ''),
  hash: String(hash ?? ''),
  ...rest,
});

/** Persists tabs across reloads. Returns a function that stops it. */
export function persistTabs(userId: number, exists: (path: string) => boolean): () => void {
  if (useTabs.getState().tabs.length === 0) restore(userId, exists);
  const writeCurrentTabs = () => writeTabs(userId, useTabs.getState().tabs);
  const unsubscribe = useTabs.subscribe(writeCurrentTabs);
  addEventListener('pagehide', writeCurrentTabs);
  return () => {
    unsubscribe();
    removeEventListener('pagehide', writeCurrentTabs);
  };
}
