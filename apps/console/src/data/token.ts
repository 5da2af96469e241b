import { clearSessionCache } from './session-cache.ts';

const KEY = 'suyuan.accessToken';

/** Seven days, in milliseconds: how long the browser keeps a token. */
const TOKEN_LIFE = 604_800_000;

/** The stored token, or undefined when there is none or its seven days are over. */
export function readToken(now = Date.now()): string | undefined {
  try {
    const { value, expires } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { value?: string; expires?: number };
    return value && expires && expires > now ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A new session begins with what it is told itself. */
export function storeToken(value: string, now = Date.now()) {
  clearSessionCache();
  localStorage.setItem(KEY, JSON.stringify({ value, expires: now + TOKEN_LIFE }));
}

/** Forgets the session and what it was told. */
export function dropToken() {
  clearSessionCache();
  localStorage.removeItem(KEY);
}
