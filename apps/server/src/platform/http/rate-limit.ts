import { cacheOf, rateWindowOf } from '../cache/cache.ts';
import { takeSharedPass } from '../cache/shared-cache.ts';
import type { Db } from '../db/db.ts';
import { Problem } from '../problem.ts';

/**
 * Allows `perMinute` calls per caller within any 60 seconds, counted across processes with a shared cache, else per process. Guarantees
 * such as account locks use the database instead.
 * @param name identifies the count
 * @returns a function of the pool and the caller's address or ID
 * @throws tooManyRequests with the seconds to wait
 */
export const rateLimit = (name: string, perMinute: number) => (db: Db, caller: string) => consumeRateLimit(db, name, perMinute, caller);

/** @throws tooManyRequests with the seconds to wait */
export async function consumeRateLimit(db: Db, name: string, perMinute: number, caller: string): Promise<void> {
  const key = network(caller);
  const { shared } = cacheOf(db);
  const wait = rateWindowOf(db, name).take(key, perMinute) || (shared && (await takeSharedPass(shared, name, key, perMinute)));
  if (wait) throw new Problem('tooManyRequests', { seconds: Math.ceil(wait / 1000) });
}

/** The /64 network of an IPv6 address, because one subscriber controls all of it. */
export function network(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [before = '', after] = ip.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = after === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}
