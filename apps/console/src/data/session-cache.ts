const KEY = 'suyuan.told';

/** A day, in milliseconds: how long what was told may stand in for an answer. */
const LIFE = 86_400_000;

/** What nobody needs before the server has answered. */
const PRIVATE = new Set(['phonenumber', 'email', 'loginIp', 'remark']);

interface CachedSession {
  /** Names the session without giving its token away. */
  of: string;
  time: number;
  answers: unknown;
}

/** 32 bits of FNV-1a: enough to tell one session from the next, far too little to find a token by. */
function nameOf(token: string): string {
  let hash = 0x811c9dc5;
  for (const letter of token) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** What the server last told this very session at its start; undefined where there is nothing, or it is another session's. */
export function readSessionCache<T>(token: string | undefined, now = Date.now()): T | undefined {
  try {
    const { of, time = 0, answers } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<CachedSession>;
    const own = token !== undefined && of === nameOf(token) && now - time < LIFE;
    return own ? (answers as T) : undefined; // what was kept is what was told, see `writeSessionCache`
  } catch {
    return undefined;
  }
}

/** Keeps what a session was told, so that its next start can show its frame while it asks again. */
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

/** Forgets what a session was told at its start. */
export const clearSessionCache = () => localStorage.removeItem(KEY);
