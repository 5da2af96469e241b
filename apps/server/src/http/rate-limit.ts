import { Problem } from './problem.ts';

/** Addresses remembered at once; beyond it the one that was heard of first is forgotten. */
const REMEMBERED = 50_000;

/**
 * Lets each address through `perMinute` times in a burst and at that rate ever after: one token bucket an address, in this process.
 * What must hold over all replicas (the lock of an account) is counted in the database instead.
 * @throws tooManyRequests with the seconds to wait
 */
export function rateLimit(perMinute: number, now: () => number = Date.now): (ip: string) => void {
  const buckets = new Map<string, { left: number; time: number }>();
  return (ip) => {
    const key = network(ip);
    const known = buckets.get(key) ?? { left: perMinute, time: now() };
    const left = Math.min(perMinute, known.left + ((now() - known.time) / 60_000) * perMinute);
    if (left < 1) throw new Problem('tooManyRequests', { seconds: Math.ceil(((1 - left) / perMinute) * 60) });
    if (buckets.size >= REMEMBERED && !buckets.has(key)) buckets.delete(buckets.keys().next().value ?? '');
    buckets.set(key, { left: left - 1, time: now() });
  };
}

/** An IPv6 caller owns the /64 that it calls from, so the whole of it counts as one. */
function network(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [before = '', after] = ip.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = after === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}
