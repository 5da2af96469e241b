import { afterEach, describe, expect, it, vi } from 'vitest';
import { followClock, now, resetClock } from './clock.ts';

describe('the time', () => {
  afterEach(() => {
    resetClock();
    vi.useRealTimers();
  });

  it('is the database’s, however the clock of this machine jumps, and goes on by the stopwatch', () => {
    const told = Date.UTC(2031, 0, 1);
    const asked = performance.now();
    followClock(told, asked, asked);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2038, 0, 20) });
    expect(now() - told).toBeGreaterThanOrEqual(0);
    expect(now() - told).toBeLessThan(60_000);
  });

  it('is not taken from an answer that was long under way, where a prompt one is known', () => {
    const told = Date.UTC(2031, 0, 1);
    followClock(told, performance.now(), performance.now());
    followClock(told + 3_600_000, performance.now() - 8000, performance.now());
    expect(now() - told).toBeLessThan(60_000);
  });

  it('is this machine’s where nobody asks the database', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
    expect(now()).toBe(1_700_000_000_000);
  });
});
