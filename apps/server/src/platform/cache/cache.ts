import { listenOnPool } from '../db/connect.ts';
import type { Db } from '../db/db.ts';
import { type Listener, listen, notifyChannel } from '../db/listen.ts';
import { noteRightsChange, noteWrite, readPrimary } from '../db/standby-reads.ts';
import { isLocalCacheName, type LocalCacheName, localCacheLimits, RATE_LIMIT, type SharedName, sharedNames } from './cache-names.ts';
import { changesOf, invalidate, isPaused, localCacheOf } from './local-cache.ts';
import { Propagation, TRUST } from './propagation.ts';
import {
  type CacheStateListener,
  createRateWindow,
  openSharedCache,
  type RateWindow,
  readShared,
  renewStamp,
  type SharedCache,
  writeShared,
} from './shared-cache.ts';
import { clearSharedKeys } from './shared-keys.ts';

interface Cache {
  /** Undefined: nothing is shared between processes. */
  shared: SharedCache | undefined;
  windows: Map<string, RateWindow>;
  listener: Listener | undefined;
  propagation: Propagation | undefined;
  subscribers: number;
  /** This process applies the notifications of the commits of this process before it continues. */
  seesOwnCommits: boolean;
  /** All notifications committed before this time, by `performance.now()`, have been applied. Undefined: the connection is lost. */
  completeAt: number | undefined;
  /** Receives payloads `actors` and `actors:<key>`. */
  onActorsChanged: Set<(key: string | undefined) => void>;
}

const caches = new WeakMap<Db, Cache>();

/** @param db the pool */
export function cacheOf(db: Db): Cache {
  const cache = caches.get(db) ?? {
    ...{ shared: undefined, windows: new Map(), listener: undefined, propagation: undefined, subscribers: 0 },
    ...{ seesOwnCommits: false, completeAt: undefined, onActorsChanged: new Set() },
  };
  caches.set(db, cache);
  return cache;
}

/** The Redis at `url` may be unavailable at first. */
export async function shareCache(
  db: Db,
  url: string,
  masterKey: Buffer,
  onStateChange: CacheStateListener,
): Promise<{ close(): Promise<void> }> {
  const cache = cacheOf(db);
  const shared = await openSharedCache(url, masterKey, (state, error) => {
    // invalidations during the outage did not reach Redis
    if (state === 'back') for (const name of sharedNames) void renewStamp(shared, name);
    onStateChange(state, error);
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

export function rateWindowOf(db: Db, limit: string): RateWindow {
  const { windows } = cacheOf(db);
  const rateWindow = windows.get(limit) ?? createRateWindow();
  windows.set(limit, rateWindow);
  return rateWindow;
}

/** Reads the process cache, then the shared cache, then `read`. @param db the pool */
export function readCached<T>(db: Db, name: SharedName, key: string, read: () => Promise<T>): Promise<T> {
  const localCache = localCacheOf<Promise<T>>(db, name);
  const cachedValue = localCache.get(key);
  if (cachedValue) return cachedValue;
  return readPrimary(() => {
    if (isPaused(db, name)) return read();
    const answer = readThrough(cacheOf(db).shared, name, key, read);
    localCache.put(key, answer);
    return answer;
  });
}

async function readThrough<T>(shared: SharedCache | undefined, name: SharedName, key: string, read: () => Promise<T>): Promise<T> {
  const sharedValue = shared && (await readShared(shared, name, key));
  // Cast: one key is always written by the same `read`.
  if (sharedValue?.hit) return sharedValue.value as T;
  const value = await read();
  if (shared && sharedValue?.stamp) await writeShared(shared, name, key, { stamp: sharedValue.stamp, value });
  return value;
}

/** PostgreSQL channel for invalidations: `name` or `name:key`. Database triggers notify on it too. */
const CHANNEL = 'cache';
/** Users of requests, with their sessions and rights. */
const ACTORS = 'actors';
/** Longest key in a notification; a longer key invalidates its whole name. */
const MAX_KEY_LENGTH = 1000;

/** Active until closed. Calls may overlap. */
export function subscribeToInvalidations(db: Db): { close(): Promise<void> } {
  const cache = cacheOf(db);
  if (!cache.listener) cache.seesOwnCommits = listenOnPool(db, CHANNEL, (payload) => applyInvalidation(db, payload, true));
  if (!cache.listener) {
    const listener = listen(
      db,
      CHANNEL,
      (payload) => applyInvalidation(db, payload),
      (time) => {
        cache.completeAt = time;
      },
    );
    cache.listener = listener;
    cache.propagation = new Propagation(CHANNEL, listener.query, (userId) => noteWrite(db, userId));
  }
  cache.subscribers++;
  return {
    async close() {
      if (--cache.subscribers > 0) return;
      const { listener } = cache;
      cache.listener = undefined;
      cache.propagation = undefined;
      await listener?.close();
    },
  };
}

/** Whether this process knows what others wrote until a second ago, or until their writes were answered. */
export function hearsOthers(db: Db): boolean {
  const { completeAt } = cacheOf(db);
  return completeAt !== undefined && performance.now() - completeAt < TRUST;
}

/** After a commit: reads of the user see it, once `changesApplied` has resolved also through other processes. */
export function announceWrite(db: Db, userId: number): void {
  if (noteWrite(db, userId)) cacheOf(db).propagation?.noteWrite(userId);
}

/** Waits until no process decides by what it knew of users, sessions, rights and writes before the changes of this process. */
export async function changesApplied(db: Db): Promise<void> {
  await cacheOf(db).propagation?.wait();
}

/**
 * Whether values in memory are true for decisions: changes by this process are applied, and those of others were at most a second ago.
 * False while the connection for notifications is lost or does not answer, and behind a pooler.
 */
export const isTrusted = (db: Db): boolean => cacheOf(db).seesOwnCommits && hearsOthers(db);

/** Reads memory while it is trusted, otherwise the database. A value read before a change is not stored. @param db the pool */
export async function readTrusted<T>(db: Db, name: LocalCacheName, key: string, read: () => Promise<T>): Promise<T> {
  if (!isTrusted(db)) return read();
  const localCache = localCacheOf<{ value: T }>(db, name);
  const cached = localCache.get(key);
  if (cached) return cached.value;
  const changes = changesOf(db, name);
  return readPrimary(async () => {
    const value = await read();
    if (changesOf(db, name) === changes) localCache.put(key, { value });
    return value;
  });
}

/** @param listener receives `u7` for user 7, `s7` for session 7, undefined for all */
export function onActorsChanged(db: Db, listener: (key: string | undefined) => void): void {
  cacheOf(db).onActorsChanged.add(listener);
}

/**
 * @param payload undefined: notifications may have been lost
 * @param isOwn a commit of this process, which arrives once more for the shared cache
 */
function applyInvalidation(db: Db, payload: string | undefined, isOwn = false) {
  const names = Object.keys(localCacheLimits) as LocalCacheName[];
  const [cacheName = '', ...rest] = payload?.split(':') ?? [];
  const key = rest.length > 0 ? rest.join(':') : undefined;
  const { onActorsChanged: listeners, propagation } = cacheOf(db);
  if (payload === undefined || cacheName === ACTORS) {
    // such as a moved department, by which lists select rows
    if (key === undefined) noteRightsChange(db);
    for (const listener of listeners) listener(key);
  }
  if (isOwn && cacheName === ACTORS) propagation?.noteChange();
  if (payload === undefined) for (const name of names) invalidate(db, name);
  else if (cacheName === RATE_LIMIT) invalidateRateLimits(db, key);
  else if (cacheName === 'sync' || cacheName === 'ack') propagation?.receive(payload);
  else if (isLocalCacheName(cacheName)) {
    invalidate(db, cacheName, key);
    if (!isOwn) invalidateShared(db, cacheName);
  }
}

/** Invalidates all shared values of a name. */
function invalidateShared(db: Db, name: LocalCacheName) {
  const { shared } = cacheOf(db);
  const sharedName = sharedNames.find((one) => one === name);
  if (shared && sharedName) void renewStamp(shared, sharedName);
}

/** @param key `limit:caller`; undefined: all */
function invalidateRateLimits(db: Db, key: string | undefined) {
  const { windows } = cacheOf(db);
  if (key === undefined) return windows.clear();
  const [limit = '', ...caller] = key.split(':');
  windows.get(limit)?.passes.delete(caller.join(':'));
}

/** Takes effect at once in this process, in others when `tx` commits. @param db the pool */
export async function invalidateEverywhere(db: Db, tx: Db, name: LocalCacheName | typeof RATE_LIMIT, key?: string): Promise<void> {
  const isWholeName = key === undefined || key.length > MAX_KEY_LENGTH;
  applyInvalidation(db, key === undefined ? name : `${name}:${key}`);
  const { shared } = cacheOf(db);
  const sharedName = name === RATE_LIMIT ? name : sharedNames.find((one) => one === name);
  if (shared && sharedName) await clearSharedKeys(shared, sharedName, key);
  await notifyChannel(tx, CHANNEL, isWholeName ? name : `${name}:${key}`);
}
