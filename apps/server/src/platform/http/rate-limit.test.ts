import { describe, expect, it } from 'vitest';
import { createRateWindow } from '../cache/shared-cache.ts';
import { network } from './rate-limit.ts';

describe('rate limit', () => {
  const limiterWithClock = (perMinute: number) => {
    let now = 0;
    const { take } = createRateWindow(() => now);
    const passes = (ip: string) => take(network(ip), perMinute) === 0;
    return {
      take: (ip: string) => take(network(ip), perMinute),
      passes,
      wait: (seconds: number) => (now += seconds * 1000),
      burst: (ip: string, count: number) => Array.from({ length: count }, () => passes(ip)).filter(Boolean).length,
    };
  };

  it('allows at most the limit in any minute, at once or spread out', () => {
    const { burst, passes, wait } = limiterWithClock(30);
    expect(burst('1.2.3.4', 72)).toBe(30);
    wait(59);
    expect(burst('1.2.3.4', 72)).toBe(0);
    wait(1);
    expect(burst('1.2.3.4', 72)).toBe(30);
    wait(3600);
    const moments: number[] = [];
    for (let second = 0; second < 300; second++, wait(1)) if (passes('1.2.3.4')) moments.push(second);
    for (const from of moments) expect(moments.filter((moment) => moment >= from && moment < from + 60).length).toBeLessThanOrEqual(30);
    expect(moments).toHaveLength(150);
  });

  it('reports the exact time to wait', () => {
    const { take, passes, wait, burst } = limiterWithClock(6);
    burst('a', 6);
    expect(take('a')).toBe(60_000);
    wait(59);
    expect(passes('a')).toBe(false);
    wait(1);
    expect(passes('a')).toBe(true);
  });

  it('counts addresses separately, but those of one IPv6 network together', () => {
    const { burst } = limiterWithClock(5);
    expect([burst('1.2.3.4', 9), burst('1.2.3.5', 9)]).toEqual([5, 5]);
    expect([burst('2001:db8:1:2::1', 9), burst('2001:db8:1:2:3:4:5:6', 9), burst('2001:db8:1:3::1', 9)]).toEqual([5, 0, 5]);
    expect([burst('2001:db8::1', 9), burst('2001:db8::2:1', 9), burst('2001:db8:0:0:9::', 9), burst('::1', 9)]).toEqual([5, 0, 0, 5]);
  });
});
