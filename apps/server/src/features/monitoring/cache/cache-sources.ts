import type { CachePlace } from '@suyuan/contract';
import { cacheOf } from '../../../platform/cache/cache.ts';
import {
  type LocalCacheName,
  localCacheLimits,
  RATE_LIMIT,
  type SharedName,
  type StoredName,
} from '../../../platform/cache/cache-names.ts';
import { localCachesOf } from '../../../platform/cache/local-cache.ts';
import { MINUTE, type SharedCache } from '../../../platform/cache/shared-cache.ts';
import { measureSharedKeys, readSharedEntry, scanSharedKeys } from '../../../platform/cache/shared-keys.ts';
import { now as databaseTime } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import * as queries from './stored.queries.ts';

/** Size in bytes; age and remaining time in milliseconds. */
interface Entry {
  key: string;
  size: number | null;
  age: number | null;
  left: number | null;
}

interface EntryQuery {
  /** Substring of the key. */
  part: string;
  /** Cursor of the previous page; empty for the first. */
  cursor: string;
  limit: number;
}

export interface Source {
  place: CachePlace;
  /** Null if there are too many to count. */
  count(): Promise<number | null>;
  list(query: EntryQuery): Promise<{ entries: Entry[]; cursor: string | null }>;
  /** Undefined for an unknown key; a secret has no value. */
  find(key: string): Promise<(Entry & { value: unknown; masked: boolean }) | undefined>;
}

/** Names whose values are hidden: captcha solutions and stored responses. */
const secretNames = new Set<StoredName>(['captcha_codes', 'repeat_submit']);

/** Database entries of a RuoYi name. */
export const storedSource = (db: Db, scope: DataScope, name: StoredName): Source => ({
  place: 'database',
  count: () => queries.count(db, scope, name),
  async list({ part, cursor, limit }) {
    const entries = await queries.list(db, scope, name, { part, after: cursor, limit: limit + 1 });
    const hasMore = entries.length > limit;
    return { entries: entries.slice(0, limit), cursor: hasMore ? (entries[limit - 1]?.key ?? null) : null };
  },
  async find(key) {
    const entry = await queries.find(db, scope, name, key);
    return entry && { ...entry, masked: secretNames.has(name) };
  },
});

/** Entries under `name` in this process's memory. */
export function memorySource(db: Db, name: LocalCacheName | typeof RATE_LIMIT): Source {
  const keys = () => (name === RATE_LIMIT ? [...requestTimes(db).keys()] : liveKeys(db, name));
  const measure = (key: string): Entry => (name === RATE_LIMIT ? measureRequests(db, key) : measureEntry(db, name, key));
  return {
    place: 'memory',
    count: async () => keys().length,
    async list({ part, cursor, limit }) {
      const matching = keys()
        .filter((key) => key > cursor && key.includes(part))
        .sort();
      const entries = matching.slice(0, limit).map(measure);
      return { entries, cursor: matching.length > limit ? (entries.at(-1)?.key ?? null) : null };
    },
    async find(key) {
      if (!keys().includes(key)) return undefined;
      const value =
        name === RATE_LIMIT ? toUnixTimes(requestTimes(db).get(key)) : await settle(localCachesOf(db).get(name)?.entries.get(key)?.value);
      return { ...measure(key), size: sizeOf(value), value, masked: false };
    },
  };
}

const now = () => performance.now();

function liveKeys(db: Db, name: LocalCacheName): string[] {
  const { fresh } = localCacheLimits[name];
  const entries = [...(localCachesOf(db).get(name)?.entries ?? [])];
  return entries.filter(([, { storedAt }]) => now() - storedAt < fresh).map(([key]) => key);
}

function measureEntry(db: Db, name: LocalCacheName, key: string): Entry {
  const { fresh } = localCacheLimits[name];
  const storedAt = localCachesOf(db).get(name)?.entries.get(key)?.storedAt ?? now();
  const age = Math.round(now() - storedAt);
  return { key, size: null, age, left: Number.isFinite(fresh) ? Math.max(0, fresh - age) : null };
}

/** Requests of the last minute per limit and caller, keyed `limit:caller`. */
function requestTimes(db: Db): Map<string, number[]> {
  const since = now() - MINUTE;
  const live = [...cacheOf(db).windows].flatMap(([limit, { passes }]) =>
    [...passes].map(([caller, times]) => [`${limit}:${caller}`, times.filter((time) => time > since)] as const),
  );
  return new Map(live.filter(([, times]) => times.length > 0));
}

/** Converts monotonic times to milliseconds since 1970. */
const toUnixTimes = (times: number[] = []) => times.map((time) => Math.round(databaseTime() - now() + time));

function measureRequests(db: Db, key: string): Entry {
  const times = requestTimes(db).get(key) ?? [];
  const [first = now(), last = now()] = [times[0], times.at(-1)];
  const [age, left] = [Math.round(now() - first), Math.max(0, Math.round(last + MINUTE - now()))];
  return { key, size: times.length * 8, age, left };
}

/** Awaits a cached promise, or the promises in an object's properties. */
async function settle(value: unknown): Promise<unknown> {
  const inner = value instanceof Promise ? await value : value;
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
  return Object.fromEntries(await Promise.all(Object.entries(inner).map(async ([key, each]) => [key, await each])));
}

/** Approximate size in bytes. */
export const sizeOf = (value: unknown): number => Buffer.byteLength(textOf(value));

/** Text of a value for the page; values without a JSON form show their type. */
export const textOf = (value: unknown): string =>
  JSON.stringify(
    value,
    (_, each) => {
      if (typeof each === 'bigint') return String(each);
      if (each instanceof Map) return Object.fromEntries(each);
      if (each?.type === 'Buffer') return `[${each.data.length} bytes]`;
      return typeof each === 'function' ? '[function]' : each;
    },
    2,
  ) ?? '';

/** Maximum entries to count. */
const MAX_COUNTED = 5000;

/** Shared entries of `name`; falls back to `memory` while Redis does not respond. */
export function sharedSource(shared: SharedCache, name: SharedName | 'rate_limit', memory: Source): Source {
  return {
    get place() {
      return shared.state() === 'there' ? ('shared' as const) : memory.place;
    },
    async count() {
      const page = await scanSharedKeys(shared, name, '0', MAX_COUNTED);
      if (!page) return memory.count();
      return page.cursor === null ? page.keys.length : null;
    },
    async list(query) {
      const page = await scanSharedKeys(shared, name, /^\d+$/.test(query.cursor) ? query.cursor : '0', query.limit, query.part);
      if (!page) return memory.list(query);
      const keys = page.keys.sort();
      const measurements = keys.length > 0 ? await measureSharedKeys(shared, name, keys) : [];
      const entries = keys.map((key, index) => ({
        key,
        age: null,
        size: measurements[index]?.size ?? null,
        left: measurements[index]?.left ?? null,
      }));
      return { entries, cursor: page.cursor };
    },
    async find(key) {
      const value = await readSharedEntry(shared, name, key);
      if (shared.state() !== 'there') return memory.find(key);
      if (value === undefined) return undefined;
      const [measurement] = await measureSharedKeys(shared, name, [key]);
      return { key, value, masked: false, age: null, size: measurement?.size ?? sizeOf(value), left: measurement?.left ?? null };
    },
  };
}
