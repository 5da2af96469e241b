import type { Location } from 'react-router';
import { create } from 'zustand';

/** The permanent tab. */
export const HOME = '/index';

/** The path is the key; the location is frozen while another tab is active. */
export interface Tab {
  path: string;
  location: Location;
  /** A tab restored by a reload is not mounted until it is activated. */
  asleep?: boolean;
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
    tabs: isOpen ? base.map((tab) => (tab.path === path ? { ...tab, location, asleep: false } : tab)) : [...base, { path, location }],
  };
}

export const visit = (location: Location) => useTabs.setState((open) => withVisitedTab(open, location));

/** Remounts the page of a tab and discards its input. */
export function refresh(path: string) {
  useTabs.setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.path === path ? { ...tab, version: (tab.version ?? 0) + 1 } : tab)) }));
}

/** URL of a tab when it was last active. */
export const addressOf = ({ path, location: { search, hash } }: Pick<Tab, 'path' | 'location'>) => path + search + hash;

export type Closing = 'current' | 'left' | 'right' | 'all';

/** Paths of the tabs to close, or the locale key of a message if there are none. */
export function closable(
  tabs: readonly Tab[],
  path: string,
  closing: Closing,
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
