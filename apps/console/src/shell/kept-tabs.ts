import { useTabTitles } from '../ui/tab-title.ts';
import { HOME, type Tab, useTabs } from './tabs.ts';

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
      asleep: true,
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
