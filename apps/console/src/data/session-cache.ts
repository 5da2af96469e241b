const KEY = 'suyuan.sessionCache';

/** Milliseconds (one day) that a cached session is valid. */
const MAX_AGE_MS = 86_400_000;

/** Personal fields that are never cached. */
const PRIVATE = new Set(['phonenumber', 'email', 'loginIp', 'remark']);

interface CachedSession {
  /** Hash of the token. */
  tokenHash: string;
  time: number;
  answers: unknown;
}

/** 32-bit FNV-1a: enough to distinguish sessions or requests, too short to recover a token or password. */
export function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** Undefined without an entry or for another session. */
export function readSessionCache<T>(token: string | undefined, now = Date.now()): T | undefined {
  try {
    const { tokenHash, time = 0, answers } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<CachedSession>;
    const isValid = token !== undefined && tokenHash === hashText(token) && now - time < MAX_AGE_MS;
    return isValid ? (answers as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Lets the next start render before the server responds. */
export function writeSessionCache(token: string, answers: unknown, now = Date.now()): void {
  const entry: CachedSession = { tokenHash: hashText(token), time: now, answers };
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(entry, (name, value: unknown) => (PRIVATE.has(name) ? undefined : value)),
    );
  } catch {
    // a full storage only makes the next start slower
  }
}

export const clearSessionCache = () => localStorage.removeItem(KEY);
