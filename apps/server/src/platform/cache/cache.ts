import type { Db } from '../db/database.types.ts';
import { announce, listen } from '../db/listen.ts';
import { isShelf, RATE_LIMIT, type SharedName, type ShelfName, sharedNames, shelfLimits } from './names.ts';
import { type CacheTold, openShared, readTogether, type Shared, stampAnew, writeTogether } from './shared.ts';
import { clearTogether } from './shared-keys.ts';
import { forget, isUnsettled, shelfOf } from './shelf.ts';
import { openWindow, type Window } from './window.ts';

/** What a process remembers of one database, beside its shelves. */
interface Cache {
  /** Undefined: no process shares anything. */
  shared: Shared | undefined;
  /** Passes by the name of their limit. */
  windows: Map<string, Window>;
  listener: { close(): Promise<void> } | undefined;
  /** How many rely on the listener. */
  keepers: number;
}

const caches = new WeakMap<Db, Cache>();

/** What this process remembers of the database behind `db`, the pool. */
export function cacheOf(db: Db): Cache {
  const known = caches.get(db) ?? { shared: undefined, windows: new Map(), listener: undefined, keepers: 0 };
  caches.set(db, known);
  return known;
}

/** Lets this process share what it remembers with the others by the Redis at `url`; it need not be there yet. */
export async function shareCache(db: Db, url: string, masterKey: Buffer, told: CacheTold): Promise<{ close(): Promise<void> }> {
  const cache = cacheOf(db);
  const shared = await openShared(url, masterKey, (state, error) => {
    // what was changed meanwhile could not be told there
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

/** How the shared cache stands: `process` where there is none. */
export const cacheState = (db: Db): 'process' | 'there' | 'lost' => cacheOf(db).shared?.state() ?? 'process';

/** The passes of this process under the limit of that name. */
export function windowOf(db: Db, limit: string): Window {
  const { windows } = cacheOf(db);
  const window = windows.get(limit) ?? openWindow();
  windows.set(limit, window);
  return window;
}

/** Answers from this process's memory, else from what processes share, else by `read`. `db` is the pool. */
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
  // The one cast: one key is always written by the same `read`.
  if (found?.hit) return found.value as T;
  const value = await read();
  if (shared && found?.stamp) await writeTogether(shared, name, key, { stamp: found.stamp, value });
  return value;
}

/** The channel on which processes tell each other what to forget: `name`, or `name:key`. Triggers of the database speak on it too. */
const CHANNEL = 'cache';
/** Characters of a key that fit into a notice; of a longer one all of its name is forgotten. */
const LONGEST = 1000;

/** Keeps what this process remembers true to what any process changes, until it is closed. Several may ask for it. */
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

/** @param payload undefined: something may have gone unheard */
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

/** Whoever shared something before is not believed any more. */
function restamp(db: Db, name: ShelfName) {
  const { shared } = cacheOf(db);
  const together = sharedNames.find((one) => one === name);
  if (shared && together) void stampAnew(shared, together);
}

/** @param key `limit:caller`; without it all */
function invalidatePasses(db: Db, key: string | undefined) {
  const { windows } = cacheOf(db);
  if (key === undefined) return windows.clear();
  const [limit = '', ...caller] = key.split(':');
  windows.get(limit)?.passed.delete(caller.join(':'));
}

/**
 * Lets every process forget what it remembers under a name, or one entry of it: this one at once, the others when `tx` commits.
 * @param db the pool
 */
export async function invalidateEverywhere(db: Db, tx: Db, name: ShelfName | typeof RATE_LIMIT, key?: string): Promise<void> {
  const whole = key === undefined || key.length > LONGEST;
  hear(db, key === undefined ? name : `${name}:${key}`);
  const { shared } = cacheOf(db);
  const together = name === RATE_LIMIT ? name : sharedNames.find((one) => one === name);
  if (shared && together) await clearTogether(shared, together, key);
  await announce(tx, CHANNEL, whole ? name : `${name}:${key}`);
}
