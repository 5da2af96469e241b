import type { Language } from '@suyuan/contract';
import { preferredLanguage } from '../data/site-config.ts';
import { DEFAULT_COLOUR, menuActiveColourOf, shadesOf, themeColours } from './theme-colours.ts';

export interface Settings {
  sidebarCollapsed: boolean;
  /** Whether the window had phone width at the last check. */
  mobile: boolean;
  navTheme: 'dark' | 'light';
  layout: 'sidemenu' | 'topmenu';
  contentWidth: 'Fluid' | 'Fixed';
  fixedHeader: boolean;
  fixedSidebar: boolean;
  primaryColor: string;
  /** `system` follows the operating system. */
  scheme: 'light' | 'dark' | 'system';
  colorWeak: boolean;
  multiTab: boolean;
  language: Language;
  tableSize: 'default' | 'middle' | 'small';
  tableBordered: boolean;
  hideFooter: boolean;
}

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

/** Allowed values of settings that are not boolean. */
export const choices = {
  navTheme: ['dark', 'light'],
  layout: ['sidemenu', 'topmenu'],
  contentWidth: ['Fluid', 'Fixed'],
  primaryColor: Object.keys(themeColours),
  scheme: ['light', 'dark', 'system'],
  language: ['zh-CN', 'en-US'],
  tableSize: ['default', 'middle', 'small'],
} as const;

/** Each setting has a separate localStorage key: `suyuan.tableSize`. */
export const storageKeyOf = (name: string) => `suyuan.${name}`;

function readSetting(name: keyof Settings): unknown {
  try {
    if (name === 'language') return preferredLanguage();
    const value: unknown = JSON.parse(localStorage.getItem(storageKeyOf(name)) ?? 'null');
    const allowed: readonly unknown[] = (choices as Partial<Record<keyof Settings, readonly unknown[]>>)[name] ?? [true, false];
    return allowed.includes(value) ? value : defaults[name];
  } catch {
    return defaults[name];
  }
}

export const readStoredSettings = () =>
  // The cast: each value is valid for its setting.
  Object.fromEntries(Object.keys(defaults).map((name) => [name, readSetting(name as keyof Settings)])) as unknown as Settings;

export const SYSTEM_DARK = '(prefers-color-scheme: dark)';

export const isDark = (scheme: Settings['scheme']) => scheme === 'dark' || (scheme === 'system' && matchMedia(SYSTEM_DARK).matches);

/** The inline script calls it before the first paint. */
export function applyAppearance(settings: Settings) {
  const root = document.documentElement;
  const isDarkMode = isDark(settings.scheme);
  const { solid, strong, ink } = shadesOf(settings.primaryColor, isDarkMode);
  root.lang = settings.language;
  root.dataset.scheme = isDarkMode ? 'dark' : 'light';
  root.dataset.menu = settings.navTheme;
  root.dataset.layout = settings.layout;
  root.dataset.sider = settings.sidebarCollapsed ? 'narrow' : 'wide';
  root.toggleAttribute('data-colour-weak', settings.colorWeak);
  root.style.setProperty('--primary', solid);
  root.style.setProperty('--primary-strong', strong);
  root.style.setProperty('--primary-ink', ink);
  root.style.setProperty('--menu-here', menuActiveColourOf(settings.primaryColor, isDarkMode));
}
