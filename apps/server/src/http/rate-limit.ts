import { Problem } from './problem.ts';

/** Addresses remembered at once; beyond it the one that was heard of longest ago is forgotten. */
const REMEMBERED = 50_000;

/** A minute, in milliseconds. */
const MINUTE = 60_000;

/**
 * Lets each address through `perMinute` times within any 60 seconds, counted in this process. What must hold over all replicas (the
 * lock of an account) is counted in the database instead.
 * @throws tooManyRequests with the seconds to wait
 */
export function rateLimit(perMinute: number, now: () => number = Date.now): (ip: string) => void {
  /** When each address last passed, at most `perMinute` times, by the order in which addresses were heard of. */
  const passed = new Map<string, number[]>();
  const forget = (time: number) => {
    for (const [key, times] of passed) {
      if (passed.size < REMEMBERED && (times.at(-1) ?? 0) > time - MINUTE) return;
      passed.delete(key);
    }
  };
  return (ip) => {
    const key = network(ip);
    const time = now();
    const times = (passed.get(key) ?? []).filter((each) => each > time - MINUTE);
    const oldest = times[0];
    if (oldest !== undefined && times.length >= perMinute)
      throw new Problem('tooManyRequests', { seconds: Math.ceil((oldest + MINUTE - time) / 1000) });
    passed.delete(key);
    forget(time);
    passed.set(key, [...times, time]);
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
