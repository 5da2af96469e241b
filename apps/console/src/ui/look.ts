import type { Language } from '@suyuan/contract';
import { preferredLanguage } from '../data/site-config.ts';
import { DEFAULT_COLOUR, menuHereOf, shadesOf, themeColours } from './theme-colours.ts';

/** What the browser remembers of how one person likes the console (specification §3; §9 gives the defaults). */
export interface Settings {
  sidebarCollapsed: boolean;
  /** Whether the window was a phone's when it was last looked at. */
  mobile: boolean;
  navTheme: 'dark' | 'light';
  layout: 'sidemenu' | 'topmenu';
  contentWidth: 'Fluid' | 'Fixed';
  fixedHeader: boolean;
  fixedSidebar: boolean;
  primaryColor: string;
  /** Beyond the specification: light as specified, dark, or as the system says. */
  scheme: 'light' | 'dark' | 'system';
  colorWeak: boolean;
  multiTab: boolean;
  language: Language;
  tableSize: 'default' | 'middle' | 'small';
  tableBordered: boolean;
  hideFooter: boolean;
}

/** As specified (§9), and `scheme` beyond it. */
export const defaults: Settings = {
  sidebarCollapsed: false,
  mobile: false,
  navTheme: 'dark',
  layout: 'sidemenu',
  contentWidth: 'Fluid',
  fixedHeader: true,
  fixedSidebar: true,
  primaryColor: DEFAULT_COLOUR,
  scheme: 'light',
  colorWeak: false,
  multiTab: true,
  language: 'zh-CN',
  tableSize: 'middle',
  tableBordered: false,
  hideFooter: false,
};

/** What a setting that is no yes or no may be. */
export const choices = {
  navTheme: ['dark', 'light'],
  layout: ['sidemenu', 'topmenu'],
  contentWidth: ['Fluid', 'Fixed'],
  primaryColor: Object.keys(themeColours),
  scheme: ['light', 'dark', 'system'],
  language: ['zh-CN', 'en-US'],
  tableSize: ['default', 'middle', 'small'],
} as const;

/** Each setting has one key of its own in the browser's storage: `suyuan.tableSize`. */
export const keyOf = (name: string) => `suyuan.${name}`;

/** A value that the setting may have; anything else is as if nothing were stored. */
function read(name: keyof Settings): unknown {
  try {
    if (name === 'language') return preferredLanguage();
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null');
    const allowed: readonly unknown[] = (choices as Partial<Record<keyof Settings, readonly unknown[]>>)[name] ?? [true, false];
    return allowed.includes(value) ? value : defaults[name];
  } catch {
    return defaults[name];
  }
}

/** The settings as the browser remembers them. */
export const storedSettings = () =>
  // The cast: each entry is a value that the setting of its name may have.
  Object.fromEntries(Object.keys(defaults).map((name) => [name, read(name as keyof Settings)])) as unknown as Settings;

export const SYSTEM_DARK = '(prefers-color-scheme: dark)';

/** Whether the console is dark: as chosen, or as the system is. */
export const isDark = (scheme: Settings['scheme']) => scheme === 'dark' || (scheme === 'system' && matchMedia(SYSTEM_DARK).matches);

/** Lays the look on the document, where the style sheets find it; the first script does so before anything is painted. */
export function paint(settings: Settings) {
  const root = document.documentElement;
  const dark = isDark(settings.scheme);
  const { solid, strong, ink } = shadesOf(settings.primaryColor, dark);
  root.lang = settings.language;
  root.dataset.scheme = dark ? 'dark' : 'light';
  root.dataset.menu = settings.navTheme;
  root.dataset.layout = settings.layout;
  root.dataset.sider = settings.sidebarCollapsed ? 'narrow' : 'wide';
  root.classList.toggle('colour-weak', settings.colorWeak);
  root.style.setProperty('--primary', solid);
  root.style.setProperty('--primary-strong', strong);
  root.style.setProperty('--primary-ink', ink);
  root.style.setProperty('--menu-here', menuHereOf(settings.primaryColor, dark));
}
