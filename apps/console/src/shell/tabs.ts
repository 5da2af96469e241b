import type { Location } from 'react-router';
import { create } from 'zustand';

/** The tab that nobody can close. */
export const HOME = '/index';

/** One tab: its path is its key, its location is frozen while another tab is in front. */
export interface Tab {
  path: string;
  location: Location;
  /** A tab that came back with a reload stays empty until it is looked at. */
  asleep?: boolean;
  /** Grows when the page is to mount anew. */
  turn?: number;
}

interface Tabs {
  tabs: Tab[];
  active: string;
}

/** Open tabs, and the one in front. */
export const useTabs = create<Tabs>(() => ({ tabs: [], active: HOME }));

const bare = (path: string): Location => ({ pathname: path, search: '', hash: '', state: null, key: 'default' });

/** `open` with the tab of `location` in front, a new one at the end; home is always the first. */
export function visited({ tabs }: Tabs, location: Location): Tabs {
  const path = location.pathname;
  const base = tabs.length ? tabs : [{ path: HOME, location: bare(HOME) }];
  const known = base.some((tab) => tab.path === path);
  return {
    active: path,
    tabs: known ? base.map((tab) => (tab.path === path ? { ...tab, location, asleep: false } : tab)) : [...base, { path, location }],
  };
}

/** Brings the tab of `location` to the front. */
export const visit = (location: Location) => useTabs.setState((open) => visited(open, location));

/** Lets the page of a tab mount anew; what was typed into it is gone. */
export function refresh(path: string) {
  useTabs.setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.path === path ? { ...tab, turn: (tab.turn ?? 0) + 1 } : tab)) }));
}

/** The address that a tab had when it stepped back. */
export const addressOf = ({ path, location: { search, hash } }: Pick<Tab, 'path' | 'location'>) => path + search + hash;

export type Closing = 'current' | 'left' | 'right' | 'all';

/** Which tabs a closing takes; a word key where there is nothing to close (specification §8). */
export function closable(
  tabs: readonly Tab[],
  path: string,
  closing: Closing,
): string[] | 'shell.lastTab' | 'shell.noneLeft' | 'shell.noneRight' {
  const at = tabs.findIndex((tab) => tab.path === path);
  const free = tabs.map((tab) => tab.path).filter((other) => other !== HOME);
  if (closing === 'current' || closing === 'all') {
    const taken = closing === 'all' ? free : free.filter((other) => other === path);
    return taken.length ? taken : 'shell.lastTab';
  }
  const taken = tabs.flatMap((tab, index) => (tab.path !== HOME && (closing === 'left' ? index < at : index > at) ? [tab.path] : []));
  return taken.length ? taken : closing === 'left' ? 'shell.noneLeft' : 'shell.noneRight';
}

/** Takes tabs away; answers the address to show where the one in front went. */
export function close(paths: readonly string[]): string | undefined {
  const { tabs, active } = useTabs.getState();
  const left = tabs.filter((tab) => !paths.includes(tab.path));
  useTabs.setState({ tabs: left });
  if (!paths.includes(active)) return undefined;
  const at = tabs.findIndex((tab) => tab.path === active);
  const near = tabs.slice(0, at).findLast((tab) => !paths.includes(tab.path)) ?? left[0];
  return near ? addressOf(near) : HOME;
}
