import { hkdfSync, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { SharedName } from './names.ts';
import { MINUTE } from './window.ts';

/** Milliseconds that a command may take: longer than a busy process needs to read the answer, short enough to do without. */
const PATIENCE = 1000;
/** Milliseconds between two attempts to reach it while it is lost. */
const PROBE = 1000;
/** Milliseconds that what processes remember together is relied on, whatever goes unheard. */
const FRESH = 60_000;
/** Characters of a key beyond which an entry is not shared. */
const LONGEST_KEY = 200;

/** Told when the shared cache is lost and when it is there again. */
export type CacheTold = (state: 'lost' | 'back', error?: unknown) => void;

/**
 * A Redis or Valkey that the processes of an installation share. It may be lost, emptied or slow at any moment: then each process does
 * without, and nothing but speed and the sharing of counts is missing.
 */
export interface Shared {
  state(): 'there' | 'lost';
  /** Asks it something within bounds; undefined where it does not answer, and at once while it is lost. */
  ask<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined>;
  /** The whole name of a key, which no other installation at the same Redis has. */
  keyOf(...parts: string[]): string;
  close(): Promise<void>;
}

/** Opens the shared cache; resolves although it is not there, for it may come. */
export async function openShared(url: string, masterKey: Buffer, told: CacheTold): Promise<Shared> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    connectionName: 'suyuan',
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: PATIENCE,
    connectTimeout: 2000,
    retryStrategy: (times) => Math.min(times * 100, 2000),
  });
  const prefix = `suyuan:${Buffer.from(hkdfSync('sha256', masterKey, '', 'suyuan/cache/v1', 6)).toString('hex')}`;
  let lost = false;
  let closed = false;
  let probing: NodeJS.Timeout | undefined;
  const lose = (error: unknown) => {
    if (closed) return;
    if (!lost) told('lost', error);
    lost = true;
    // it comes back by itself, also in a process that has nothing to ask
    probing ??= setTimeout(() => {
      probing = undefined;
      redis.ping().then(recover, lose);
    }, PROBE);
  };
  const recover = () => {
    clearTimeout(probing);
    probing = undefined;
    if (!lost) return;
    lost = false;
    told('back');
  };
  redis.on('error', lose);
  redis.on('close', () => lose(new Error('the connection was closed')));
  redis.on('ready', recover);
  await redis.connect().catch(lose);
  return {
    state: () => (lost ? 'lost' : 'there'),
    keyOf: (...parts) => [prefix, ...parts].join(':'),
    async ask(work) {
      if (lost) return undefined;
      try {
        return await work(redis);
      } catch (error) {
        lose(error);
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

/**
 * Takes one of `perMinute` passes within any 60 seconds; answers 0, or the milliseconds to wait. By the clock of Redis, which all share.
 */
const TAKE = `
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

/** Takes a pass that all processes count together; undefined where the shared cache is lost. */
export const takeTogether = ({ ask, keyOf }: Shared, limit: string, key: string, perMinute: number) =>
  ask((redis) => redis.eval(TAKE, 1, keyOf('rate_limit', limit, key), perMinute) as Promise<number>);

/** What is written under a key: its value, and the stamp of its name at the time that it was read. */
interface Envelope {
  stamp: string;
  value: unknown;
}

const stampKey = (shared: Shared, name: SharedName) => shared.keyOf('~stamp', name);

/** A value that somebody shared, or the stamp to share one with; undefined where the shared cache is lost. */
export async function readTogether(shared: Shared, name: SharedName, key: string) {
  if (key.length > LONGEST_KEY) return undefined;
  const [stamp, text] = (await shared.ask((redis) => redis.mget(stampKey(shared, name), shared.keyOf(name, key)))) ?? [];
  if (stamp === undefined) return undefined;
  if (stamp === null) return { hit: false as const, stamp: await stampAnew(shared, name, true) };
  const kept = text ? (JSON.parse(text) as Envelope) : undefined;
  return kept?.stamp === stamp ? { hit: true as const, value: kept.value } : { hit: false as const, stamp };
}

/** Shares a value that was read after its stamp was: if the name was stamped anew meanwhile, nobody takes it. */
export const writeTogether = (shared: Shared, name: SharedName, key: string, envelope: Envelope) =>
  shared.ask((redis) => redis.set(shared.keyOf(name, key), JSON.stringify(envelope), 'PX', FRESH));

/** Puts a name's stamp, after which nothing that was shared under it counts; `first`: only where there is none. Answers the stamp. */
export async function stampAnew(shared: Shared, name: SharedName, first = false): Promise<string | undefined> {
  const stamp = randomUUID();
  const key = stampKey(shared, name);
  return shared.ask(async (redis) => {
    if (!first) await redis.set(key, stamp);
    else if ((await redis.set(key, stamp, 'NX')) === null) return (await redis.get(key)) ?? stamp;
    return stamp;
  });
}
