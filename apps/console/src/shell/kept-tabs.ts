import { useTabTitles } from '../ui/tab-title.ts';
import { HOME, type Tab, useTabs } from './tabs.ts';

/** Key in sessionStorage, so that a reload restores the open tabs. */
const KEY = 'suyuan.tabs';

interface Kept {
  /** Owner of the tabs; they are not restored for another user. */
  userId: number;
  tabs: { path: string; search: string; hash: string; title?: string; top?: number }[];
}

/** Scroll position of each tab, by path. */
const places = new Map<string, number>();

export const placeOf = (path: string) => places.get(path) ?? 0;
export const notePlace = (path: string, top: number) => places.set(path, top);

let leaving = false;

/** On sign-out, removes the stored tabs. */
export function clearTabs() {
  leaving = true;
  sessionStorage.removeItem(KEY);
}

/** Stores the open tabs; drops titles and scroll positions of closed ones. */
function keep(userId: number, tabs: readonly Tab[]) {
  const open = new Set(tabs.map(({ path }) => path));
  for (const path of places.keys()) if (!open.has(path)) places.delete(path);
  const titles = useTabTitles.getState();
  const left = Object.entries(titles).filter(([path]) => open.has(path));
  if (left.length < Object.keys(titles).length) useTabTitles.setState(Object.fromEntries(left), true);
  if (leaving) return;
  const kept: Kept = {
    userId,
    tabs: tabs.map(({ path, location: { search, hash } }) => {
      const [title, top] = [titles[path], places.get(path)];
      return { path, search, hash, ...(title !== undefined && { title }), ...(top !== undefined && { top }) };
    }),
  };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

/** Restores tabs after a reload without mounting them, if this user still has their pages. */
function restore(userId: number, exists: (path: string) => boolean) {
  const kept = stored();
  if (kept?.userId !== userId) return sessionStorage.removeItem(KEY);
  const tabs = kept.tabs.filter(({ path }) => path === HOME || exists(path));
  for (const { path, top } of tabs) if (top) places.set(path, top);
  useTabTitles.setState(Object.fromEntries(tabs.flatMap(({ path, title }) => (title === undefined ? [] : [[path, title]]))));
  useTabs.setState({
    tabs: tabs.map(({ path, search, hash }) => ({
      path,
      location: { pathname: path, search, hash, state: null, key: 'default' },
      asleep: true,
    })),
  });
}

function stored(): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    if (!Array.isArray(kept?.tabs) || kept.tabs[0]?.path !== HOME) return undefined;
    return { userId: Number(kept.userId), tabs: kept.tabs.filter((tab) => typeof tab?.path === 'string').map(whole) };
  } catch {
    return undefined;
  }
}

const whole = ({ path, search, hash, ...rest }: Partial<Kept['tabs'][number]>) => ({
  path: String(path),
  search: String(search ?? ''),
  hash: String(hash ?? ''),
  ...rest,
});

/** Persists tabs across reloads. Returns a function that stops it. */
export function keepTabs(userId: number, exists: (path: string) => boolean): () => void {
  if (useTabs.getState().tabs.length === 0) restore(userId, exists);
  const write = () => keep(userId, useTabs.getState().tabs);
  const quiet = useTabs.subscribe(write);
  addEventListener('pagehide', write);
  return () => {
    quiet();
    removeEventListener('pagehide', write);
  };
}
