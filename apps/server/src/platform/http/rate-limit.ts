import { cacheOf, windowOf } from '../cache/cache.ts';
import { takeTogether } from '../cache/shared.ts';
import type { Db } from '../db/database.types.ts';
import { Problem } from './problem.ts';

/**
 * Lets each caller through `perMinute` times within any 60 seconds: counted in this process, and with the other processes where they
 * share a cache. While that is lost each process counts for itself. What must hold whatever happens (the lock of an account) is counted
 * in the database instead.
 * @param name of the limit; one name is one count
 * @returns a function of the pool and the caller's address or number, which @throws tooManyRequests with the seconds to wait
 */
export const rateLimit = (name: string, perMinute: number) => (db: Db, caller: string) => passOnce(db, name, perMinute, caller);

/** The same where a setting says how many. @throws tooManyRequests with the seconds to wait */
export async function passOnce(db: Db, name: string, perMinute: number, caller: string): Promise<void> {
  const key = network(caller);
  const { shared } = cacheOf(db);
  const wait = windowOf(db, name).take(key, perMinute) || (shared && (await takeTogether(shared, name, key, perMinute)));
  if (wait) throw new Problem('tooManyRequests', { seconds: Math.ceil(wait / 1000) });
}

/** An IPv6 caller owns the /64 that it calls from, so the whole of it counts as one. */
export function network(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [before = '', after] = ip.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = after === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}
