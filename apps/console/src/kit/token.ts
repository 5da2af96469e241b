const KEY = 'suyuan.accessToken';

/** Seven days, in milliseconds: how long the browser keeps a token. */
export const TOKEN_LIFE = 604_800_000;

/** The stored token, or undefined when there is none or its seven days are over. */
export function readToken(now = Date.now()): string | undefined {
  try {
    const { value, expires } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { value?: string; expires?: number };
    return value && expires && expires > now ? value : undefined;
  } catch {
    return undefined;
  }
}

export const storeToken = (value: string, now = Date.now()) =>
  localStorage.setItem(KEY, JSON.stringify({ value, expires: now + TOKEN_LIFE }));

export const dropToken = () => localStorage.removeItem(KEY);
