import type { Language } from '@suyuan/contract';

/** Fields of `config.json` next to `index.html`. All are optional in the file. */
export interface SiteConfig {
  /** Prefix of every API path, without a trailing slash. */
  apiPrefix: string;
  title?: string;
  /** Company line of the footer. */
  brand?: string;
  /** Language of visitors who have not chosen one. */
  language?: Language;
  /** Shows the register link if the server does not report whether registration is open. */
  registerLink?: boolean;
}

const KEY = 'suyuan.config';
const DEFAULTS: SiteConfig = { apiPrefix: '/api' };

/** Milliseconds after which `config.json` is treated as missing. */
const TIMEOUT = 10_000;

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '' && value.length <= 100;

/** Check of each field, and its description for warnings. */
const fields: Record<keyof SiteConfig, [accepts: (value: unknown) => boolean, expected: string]> = {
  apiPrefix: [(value) => /^(\/[\w~-][\w.~-]*)+\/?$/.test(String(value)), 'a path such as "/prod-api"'],
  title: [isText, 'a text of 1 to 100 characters'],
  brand: [isText, 'a text of 1 to 100 characters'],
  language: [(value) => value === 'zh-CN' || value === 'en-US', '"zh-CN" or "en-US"'],
  registerLink: [(value) => typeof value === 'boolean', 'true or false'],
};

/** Ignores an unknown field or an invalid value and calls `warn` with its name. */
export function parseSiteConfig(input: unknown, warn: (text: string) => void): SiteConfig {
  const config: Record<string, unknown> = { ...DEFAULTS };
  if (!input || typeof input !== 'object' || Array.isArray(input)) warn('config.json: expected an object');
  else
    for (const [name, value] of Object.entries(input)) {
      const [accepts, expected] = Object.hasOwn(fields, name) ? fields[name as keyof SiteConfig] : [];
      if (!accepts) warn(`config.json: unknown field "${name}" is ignored`);
      else if (accepts(value)) config[name] = name === 'apiPrefix' ? String(value).replace(/\/$/, '') : value;
      else warn(`config.json: "${name}" is ignored, expected ${expected}`);
    }
  // The cast: `fields` accepted each value.
  return config as unknown as SiteConfig;
}

/** The stored value is valid, see `loadSiteConfig`. */
function readStored(): SiteConfig {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as SiteConfig) };
  } catch {
    return DEFAULTS;
  }
}

let currentConfig = readStored();

export const siteConfig = (): SiteConfig => currentConfig;

/** URL of an API path, e.g. `/prod-api/getInfo`. */
export const apiUrl = (path: string): string => currentConfig.apiPrefix + path;

/** Removes the API prefix: the site's prefix, or the default one in stored forms. */
export function apiPath(address: string): string {
  const prefix = [currentConfig.apiPrefix, DEFAULTS.apiPrefix].find((each) => address.startsWith(`${each}/`));
  return prefix ? address.slice(prefix.length) : address;
}

/** Removes any prefix. */
export const filePath = (address: string): string => address.replace(/^(\/[\w.~-]+)+(?=\/profile\/)/, '');

/** An absolute URL is unchanged. */
export const fileUrl = (address: string): string =>
  /^([a-z][a-z\d+.-]*:|\/\/)/i.test(address) ? address : apiUrl(apiPath(filePath(address)));

/** The language that the visitor chose, otherwise the site's default. */
export function preferredLanguage(): Language {
  const storedLanguage = localStorage.getItem('suyuan.language');
  if (storedLanguage === '"en-US"') return 'en-US';
  return storedLanguage === '"zh-CN"' ? 'zh-CN' : (currentConfig.language ?? 'zh-CN');
}

/** The inline script sends the request and the console awaits it, so both share this global. */
const shared = globalThis as { suyuanSiteConfig?: Promise<SiteConfig | undefined> };

/** Resolves immediately without a request. */
export async function siteConfigLoaded(): Promise<void> {
  const loaded = await shared.suyuanSiteConfig;
  if (loaded) currentConfig = loaded;
}

/** `onPrefixChange` runs if earlier requests of this page used another prefix. */
export function loadSiteConfig(onPrefixChange?: () => unknown): Promise<void> {
  const { apiPrefix } = currentConfig;
  shared.suyuanSiteConfig = fetchSiteConfig().then(async (loaded) => {
    if (!loaded) return undefined;
    currentConfig = loaded;
    store(loaded);
    if (loaded.apiPrefix !== apiPrefix) await onPrefixChange?.();
    return loaded;
  });
  return siteConfigLoaded();
}

function store(config: SiteConfig) {
  try {
    const text = JSON.stringify(config);
    if (text === JSON.stringify(DEFAULTS)) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // with a full storage, the next visit starts with the defaults
  }
}

/** A host without `config.json` responds with 404 or `index.html`: the defaults. Undefined if the stored configuration stays. */
async function fetchSiteConfig(): Promise<SiteConfig | undefined> {
  try {
    const response = await fetch('/config.json', { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT) });
    if (response.status === 404) return DEFAULTS;
    if (!response.ok) return undefined;
    const text = await response.text();
    return /^\s*</.test(text) ? DEFAULTS : parseSiteConfig(JSON.parse(text), console.warn);
  } catch (error) {
    if (error instanceof SyntaxError) console.warn('config.json is not valid JSON and is ignored');
    return undefined;
  }
}
