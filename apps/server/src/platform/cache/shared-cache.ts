import { hkdfSync, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { SharedName } from './cache-names.ts';

/** Maximum number of callers; beyond it the least recent is dropped. */
const MAX_CALLERS = 50_000;

export const MINUTE = 60_000;

export interface RateWindow {
  /** Takes one of `perMinute` passes. Returns 0 or the milliseconds to wait. */
  take(key: string, perMinute: number): number;
  /** Pass times of the last minute by caller, oldest first. */
  passes: Map<string, number[]>;
}

/** @param now monotonic clock in milliseconds */
export function createRateWindow(now = () => performance.now()): RateWindow {
  /** In order of the latest pass. */
  const passes = new Map<string, number[]>();
  const evictStale = (time: number) => {
    for (const [key, times] of passes) {
      if (passes.size < MAX_CALLERS && (times.at(-1) ?? 0) > time - MINUTE) return;
      passes.delete(key);
    }
  };
  return {
    passes,
    take(key, perMinute) {
      const time = now();
      const times = (passes.get(key) ?? []).filter((each) => each > time - MINUTE);
      const oldest = times[0];
      if (oldest !== undefined && times.length >= perMinute) return oldest + MINUTE - time;
      passes.delete(key);
      evictStale(time);
      passes.set(key, [...times, time]);
      return 0;
    },
  };
}

/** Milliseconds for a command: enough for a busy process, short enough to continue without Redis. */
const COMMAND_TIMEOUT = 1000;
/** Milliseconds between reconnection attempts. */
const PROBE_INTERVAL = 1000;
/** Lifetime of shared entries in milliseconds, even if invalidations are missed. */
const ENTRY_TTL = 60_000;
/** Longest key that is shared. */
const LONGEST_KEY = 200;

export type CacheStateListener = (state: 'lost' | 'back', error?: unknown) => void;

/** A Redis or Valkey shared by the processes of an installation. Loss, eviction or latency only cost speed and shared counts. */
export interface SharedCache {
  state(): 'there' | 'lost';
  /** Runs a command with a timeout; undefined on failure, and immediately while Redis is lost. */
  run<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined>;
  /** Full key name, unique to this installation on a shared Redis. */
  keyOf(...parts: string[]): string;
  close(): Promise<void>;
}

/** Resolves even if Redis is unavailable. */
export async function openSharedCache(url: string, masterKey: Buffer, onStateChange: CacheStateListener): Promise<SharedCache> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    connectionName: 'suyuan',
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT,
    connectTimeout: 2000,
    retryStrategy: (times) => Math.min(times * 100, 2000),
  });
  const prefix = `suyuan:${Buffer.from(hkdfSync('sha256', masterKey, '', 'suyuan/cache/v1', 6)).toString('hex')}`;
  let isLost = false;
  let closed = false;
  let probing: NodeJS.Timeout | undefined;
  const markLost = (error: unknown) => {
    if (closed) return;
    if (!isLost) onStateChange('lost', error);
    isLost = true;
    // reconnects even without traffic
    probing ??= setTimeout(() => {
      probing = undefined;
      redis.ping().then(markRecovered, markLost);
    }, PROBE_INTERVAL);
  };
  const markRecovered = () => {
    clearTimeout(probing);
    probing = undefined;
    if (!isLost) return;
    isLost = false;
    onStateChange('back');
  };
  redis.on('error', markLost);
  redis.on('close', () => markLost(new Error('the connection was closed')));
  redis.on('ready', markRecovered);
  await redis.connect().catch(markLost);
  return {
    state: () => (isLost ? 'lost' : 'there'),
    keyOf: (...parts) => [prefix, ...parts].join(':'),
    async run(work) {
      if (isLost) return undefined;
      try {
        return await work(redis);
      } catch (error) {
        markLost(error);
        return undefined;
      }
    },
    async close() {
      closed = true;
      clearTimeout(probing);
      redis.disconnect();
    },
  };
}

/** Sliding window: takes one of `perMinute` passes. Returns 0 or the milliseconds to wait, by the clock of Redis. */
const TAKE_PASS_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${MINUTE})
local count = redis.call('ZCARD', KEYS[1])
if count > 0 and count >= tonumber(ARGV[1]) then
  return math.max(1, redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] + ${MINUTE} - now)
end
redis.call('ZADD', KEYS[1], now, time[1] .. '.' .. time[2] .. '.' .. count)
redis.call('PEXPIRE', KEYS[1], ${MINUTE})
return 0`;

/** Undefined if the shared cache is lost. */
export const takeSharedPass = ({ run, keyOf }: SharedCache, limit: string, key: string, perMinute: number) =>
  run((redis) => redis.eval(TAKE_PASS_SCRIPT, 1, keyOf('rate_limit', limit, key), perMinute) as Promise<number>);

interface SharedEntry {
  stamp: string;
  value: unknown;
}

const stampKey = (shared: SharedCache, name: SharedName) => shared.keyOf('~stamp', name);

/** A shared value, or the stamp to share one with; undefined without the cache or for a long key. */
export async function readShared(shared: SharedCache, name: SharedName, key: string) {
  if (key.length > LONGEST_KEY) return undefined;
  const [stamp, text] = (await shared.run((redis) => redis.mget(stampKey(shared, name), shared.keyOf(name, key)))) ?? [];
  if (stamp === undefined) return undefined;
  if (stamp === null) return { hit: false as const, stamp: await renewStamp(shared, name, true) };
  const entry = text ? (JSON.parse(text) as SharedEntry) : undefined;
  return entry?.stamp === stamp ? { hit: true as const, value: entry.value } : { hit: false as const, stamp };
}

/** Shares a value. Readers ignore it if its name has received a new stamp since the read. */
export const writeShared = (shared: SharedCache, name: SharedName, key: string, entry: SharedEntry) =>
  shared.run((redis) => redis.set(shared.keyOf(name, key), JSON.stringify(entry), 'PX', ENTRY_TTL));

/** Sets a new stamp, which invalidates all shared values of a name. `first`: only if there is none. Returns the stamp. */
export async function renewStamp(shared: SharedCache, name: SharedName, first = false): Promise<string | undefined> {
  const stamp = randomUUID();
  const key = stampKey(shared, name);
  return shared.run(async (redis) => {
    if (!first) await redis.set(key, stamp);
    else if ((await redis.set(key, stamp, 'NX')) === null) return (await redis.get(key)) ?? stamp;
    return stamp;
  });
}
