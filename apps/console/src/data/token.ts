import { clearSessionCache } from './session-cache.ts';

export const TOKEN_KEY = 'suyuan.accessToken';

/** Milliseconds (seven days) that a token is stored. */
const TOKEN_LIFE = 604_800_000;

/** Undefined if missing or expired. */
export function readToken(now = Date.now()): string | undefined {
  try {
    const { value, expires } = JSON.parse(localStorage.getItem(TOKEN_KEY) ?? '{}') as { value?: string; expires?: number };
    return value && expires && expires > now ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Also clears the cache of the previous session. */
export function storeToken(value: string) {
  clearSessionCache();
  localStorage.setItem(TOKEN_KEY, JSON.stringify({ value, expires: Date.now() + TOKEN_LIFE }));
}

export function clearToken() {
  clearSessionCache();
  localStorage.removeItem(TOKEN_KEY);
}
