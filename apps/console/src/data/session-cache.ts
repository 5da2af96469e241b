const KEY = 'suyuan.told';

/** Milliseconds (one day) that a cached session is valid. */
const LIFE = 86_400_000;

/** Personal fields that are never cached. */
const PRIVATE = new Set(['phonenumber', 'email', 'loginIp', 'remark']);

interface CachedSession {
  /** Hash of the token. */
  of: string;
  time: number;
  answers: unknown;
}

/** 32-bit FNV-1a: enough to distinguish sessions, too short to recover a token. */
function nameOf(token: string): string {
  let hash = 0x811c9dc5;
  for (const letter of token) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** Undefined without an entry or for another session. */
export function readSessionCache<T>(token: string | undefined, now = Date.now()): T | undefined {
  try {
    const { of, time = 0, answers } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<CachedSession>;
    const own = token !== undefined && of === nameOf(token) && now - time < LIFE;
    return own ? (answers as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Lets the next start render before the server responds. */
export function writeSessionCache(token: string, answers: unknown, now = Date.now()): void {
  const told: CachedSession = { of: nameOf(token), time: now, answers };
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(told, (name, value: unknown) => (PRIVATE.has(name) ? undefined : value)),
    );
  } catch {
    // a full storage only makes the next start slower
  }
}

export const clearSessionCache = () => localStorage.removeItem(KEY);
