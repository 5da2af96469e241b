import type { Language } from '@suyuan/contract';
import { create } from 'zustand';

/** What the browser remembers of how one person likes the console (specification §9 gives the defaults). */
export interface Settings {
  sidebarCollapsed: boolean;
  navTheme: 'dark' | 'light';
  layout: 'sidemenu' | 'topmenu';
  contentWidth: 'Fluid' | 'Fixed';
  fixedHeader: boolean;
  fixedSidebar: boolean;
  primaryColor: string;
  colorWeak: boolean;
  multiTab: boolean;
  language: Language;
  tableSize: 'default' | 'middle' | 'small';
  tableBordered: boolean;
  hideFooter: boolean;
}

export const defaults: Settings = {
  sidebarCollapsed: false,
  navTheme: 'dark',
  layout: 'sidemenu',
  contentWidth: 'Fluid',
  fixedHeader: true,
  fixedSidebar: true,
  primaryColor: '#1890ff',
  colorWeak: false,
  multiTab: true,
  language: 'zh-CN',
  tableSize: 'middle',
  tableBordered: false,
  hideFooter: false,
};

/** Each setting has one key of its own in the browser's storage: `suyuan.tableSize`. */
const keyOf = (name: string) => `suyuan.${name}`;

/** The stored value of a setting where it is of the same kind as its default; anything else is as if it were not there. */
function stored<T>(name: string, fallback: T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null');
    return typeof value === typeof fallback && value !== null ? (value as T) : fallback;
  } catch {
    return fallback;
  }
}

const initial = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, stored(name, value)]));

// The cast: each entry was read against the default of the same name.
export const useSettings = create<Settings>(() => initial as unknown as Settings);

useSettings.subscribe((now, before) => {
  for (const name of Object.keys(defaults) as (keyof Settings)[]) {
    if (now[name] !== before[name]) localStorage.setItem(keyOf(name), JSON.stringify(now[name]));
  }
});

export const setSetting = <K extends keyof Settings>(name: K, value: Settings[K]) => useSettings.setState({ [name]: value });
