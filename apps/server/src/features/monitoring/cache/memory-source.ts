import { cacheOf } from '../../../platform/cache/cache.ts';
import { RATE_LIMIT, type LocalCacheName, localCacheLimits } from '../../../platform/cache/names.ts';
import { localCachesOf } from '../../../platform/cache/shelf.ts';
import { MINUTE } from '../../../platform/cache/window.ts';
import { now as databaseTime } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Entry, Source } from './source.ts';

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
      const value = name === RATE_LIMIT ? toUnixTimes(requestTimes(db).get(key)) : await settle(localCachesOf(db).get(name)?.entries.get(key)?.value);
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
