import type { Language } from '@suyuan/contract';

/** What `config.json` next to `index.html` may say about a site. Every field is optional there. */
export interface SiteConfig {
  /** Path in front of every API address, without a slash at its end. */
  apiPrefix: string;
  /** Replaces the product's title. */
  title?: string;
  /** Company line of the footer. */
  brand?: string;
  /** Language of visitors who have not chosen one. */
  language?: Language;
  /** Shows the register link where the server does not say whether registration is open. */
  registerLink?: boolean;
}

const KEY = 'suyuan.config';
const DEFAULTS: SiteConfig = { apiPrefix: '/api' };

/** Milliseconds after which `config.json` is taken for missing. */
const TIMEOUT = 10_000;

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '' && value.length <= 100;

/** The type and a description of what each field accepts. */
const fields: Record<keyof SiteConfig, [accepts: (value: unknown) => boolean, expected: string]> = {
  apiPrefix: [(value) => /^(\/[\w~-][\w.~-]*)+\/?$/.test(String(value)), 'a path such as "/prod-api"'],
  title: [isText, 'a text of 1 to 100 characters'],
  brand: [isText, 'a text of 1 to 100 characters'],
  language: [(value) => value === 'zh-CN' || value === 'en-US', '"zh-CN" or "en-US"'],
  registerLink: [(value) => typeof value === 'boolean', 'true or false'],
};

/** Validates `config.json`. An unknown field or a wrong value is ignored, and `warn` receives a sentence that names it. */
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

/** What was stored is what was validated, see `loadSiteConfig`. */
function readStored(): SiteConfig {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as SiteConfig) };
  } catch {
    return DEFAULTS;
  }
}

let current = readStored();

/** The configuration of the last visit; the defaults at a first one. */
export const siteConfig = (): SiteConfig => current;

/** Address of an API path, e.g. `/prod-api/getInfo`. */
export const apiUrl = (path: string): string => current.apiPrefix + path;

/** An address without the API prefix: the site's own, or the default one that forms are stored with. */
export function apiPath(address: string): string {
  const prefix = [current.apiPrefix, DEFAULTS.apiPrefix].find((each) => address.startsWith(`${each}/`));
  return prefix ? address.slice(prefix.length) : address;
}

/** The path of a stored file below the API, whatever prefix it was stored with. */
export const filePath = (address: string): string => address.replace(/^(\/[\w.~-]+)+(?=\/profile\/)/, '');

/** Address of a stored file for `src`. A full address stays as it is. */
export const fileUrl = (address: string): string =>
  /^([a-z][a-z\d+.-]*:|\/\/)/i.test(address) ? address : apiUrl(apiPath(filePath(address)));

/** The language that the visitor chose, else the site's default. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem('suyuan.language');
  if (chosen === '"en-US"') return 'en-US';
  return chosen === '"zh-CN"' ? 'zh-CN' : (current.language ?? 'zh-CN');
}

/** The script in the page sends the request, the console waits for it: both find it here. */
const shared = globalThis as { suyuanSiteConfig?: Promise<SiteConfig | undefined> };

/** Resolves when this page's request for `config.json` is finished; at once where none was sent. */
export async function siteConfigLoaded(): Promise<void> {
  const loaded = await shared.suyuanSiteConfig;
  if (loaded) current = loaded;
}

/** Fetches `config.json` and stores it. `onPrefixChange` runs when API requests of this page used another prefix. */
export function loadSiteConfig(onPrefixChange?: () => unknown): Promise<void> {
  const { apiPrefix } = current;
  shared.suyuanSiteConfig = fetchSiteConfig().then(async (loaded) => {
    if (!loaded) return undefined;
    current = loaded;
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
    // a full storage only means that the next visit starts with the defaults
  }
}

/** A host without `config.json` answers 404 or `index.html`: the defaults. Undefined where the stored configuration stays. */
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
