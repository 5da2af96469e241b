import type { Db } from '../db/database.types.ts';
import { announce, listen } from '../db/listen.ts';
import { isShelf, RATE_LIMIT, type SharedName, type ShelfName, sharedNames, shelfLimits } from './names.ts';
import { type CacheTold, openShared, readTogether, type Shared, stampAnew, writeTogether } from './shared.ts';
import { clearTogether } from './shared-keys.ts';
import { forget, isUnsettled, shelfOf } from './shelf.ts';
import { openWindow, type Window } from './window.ts';

interface Cache {
  /** Undefined: nothing is shared between processes. */
  shared: Shared | undefined;
  windows: Map<string, Window>;
  listener: { close(): Promise<void> } | undefined;
  keepers: number;
}

const caches = new WeakMap<Db, Cache>();

/** @param db the pool */
export function cacheOf(db: Db): Cache {
  const known = caches.get(db) ?? { shared: undefined, windows: new Map(), listener: undefined, keepers: 0 };
  caches.set(db, known);
  return known;
}

/** The Redis at `url` may be unavailable at first. */
export async function shareCache(db: Db, url: string, masterKey: Buffer, told: CacheTold): Promise<{ close(): Promise<void> }> {
  const cache = cacheOf(db);
  const shared = await openShared(url, masterKey, (state, error) => {
    // invalidations during the outage did not reach Redis
    if (state === 'back') for (const name of sharedNames) void stampAnew(shared, name);
    told(state, error);
  });
  cache.shared = shared;
  return {
    async close() {
      cache.shared = undefined;
      await shared.close();
    },
  };
}

/** State of the shared cache; `process` if none is configured. */
export const cacheState = (db: Db): 'process' | 'there' | 'lost' => cacheOf(db).shared?.state() ?? 'process';

export function windowOf(db: Db, limit: string): Window {
  const { windows } = cacheOf(db);
  const window = windows.get(limit) ?? openWindow();
  windows.set(limit, window);
  return window;
}

/** Reads the process cache, then the shared cache, then `read`. @param db the pool */
export function remember<T>(db: Db, name: SharedName, key: string, read: () => Promise<T>): Promise<T> {
  const shelf = shelfOf<Promise<T>>(db, name);
  const known = shelf.get(key);
  if (known) return known;
  if (isUnsettled(db, name)) return read();
  const answer = readThrough(cacheOf(db).shared, name, key, read);
  shelf.put(key, answer);
  return answer;
}

async function readThrough<T>(shared: Shared | undefined, name: SharedName, key: string, read: () => Promise<T>): Promise<T> {
  const found = shared && (await readTogether(shared, name, key));
  // Cast: one key is always written by the same `read`.
  if (found?.hit) return found.value as T;
  const value = await read();
  if (shared && found?.stamp) await writeTogether(shared, name, key, { stamp: found.stamp, value });
  return value;
}

/** PostgreSQL channel for invalidations: `name` or `name:key`. Database triggers notify on it too. */
const CHANNEL = 'cache';
/** Longest key in a notification; a longer key invalidates its whole name. */
const LONGEST = 1000;

/** Active until closed. Calls may overlap. */
export function subscribeToInvalidations(db: Db): { close(): Promise<void> } {
  const cache = cacheOf(db);
  cache.listener ??= listen(db, CHANNEL, (payload) => hear(db, payload));
  cache.keepers++;
  return {
    async close() {
      if (--cache.keepers > 0) return;
      const { listener } = cache;
      cache.listener = undefined;
      await listener?.close();
    },
  };
}

/** @param payload undefined: notifications may have been lost */
function hear(db: Db, payload: string | undefined) {
  const names = Object.keys(shelfLimits) as ShelfName[];
  const [said = '', ...rest] = payload?.split(':') ?? [];
  const key = rest.length > 0 ? rest.join(':') : undefined;
  if (payload === undefined) for (const name of names) forget(db, name);
  else if (said === RATE_LIMIT) invalidatePasses(db, key);
  else if (isShelf(said)) {
    forget(db, said, key);
    restamp(db, said);
  }
}

/** Invalidates all shared values of a name. */
function restamp(db: Db, name: ShelfName) {
  const { shared } = cacheOf(db);
  const together = sharedNames.find((one) => one === name);
  if (shared && together) void stampAnew(shared, together);
}

/** @param key `limit:caller`; undefined: all */
function invalidatePasses(db: Db, key: string | undefined) {
  const { windows } = cacheOf(db);
  if (key === undefined) return windows.clear();
  const [limit = '', ...caller] = key.split(':');
  windows.get(limit)?.passed.delete(caller.join(':'));
}

/** Takes effect at once in this process, in others when `tx` commits. @param db the pool */
export async function invalidateEverywhere(db: Db, tx: Db, name: ShelfName | typeof RATE_LIMIT, key?: string): Promise<void> {
  const whole = key === undefined || key.length > LONGEST;
  hear(db, key === undefined ? name : `${name}:${key}`);
  const { shared } = cacheOf(db);
  const together = name === RATE_LIMIT ? name : sharedNames.find((one) => one === name);
  if (shared && together) await clearTogether(shared, together, key);
  await announce(tx, CHANNEL, whole ? name : `${name}:${key}`);
}
