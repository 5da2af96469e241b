import { afterEach, describe, expect, it, vi } from 'vitest';
import { addClockSample, now, resetClock } from './clock.ts';

describe('the time', () => {
  afterEach(() => {
    resetClock();
    vi.useRealTimers();
  });

  it('is the database’s, however the clock of this machine jumps, and goes on by the stopwatch', () => {
    const databaseTime = Date.UTC(2031, 0, 1);
    const sentAt = performance.now();
    addClockSample(databaseTime, sentAt, sentAt);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2038, 0, 20) });
    expect(now() - databaseTime).toBeGreaterThanOrEqual(0);
    expect(now() - databaseTime).toBeLessThan(60_000);
  });

  it('is not taken from an answer that was long under way, where a prompt one is known', () => {
    const databaseTime = Date.UTC(2031, 0, 1);
    addClockSample(databaseTime, performance.now(), performance.now());
    addClockSample(databaseTime + 3_600_000, performance.now() - 8000, performance.now());
    expect(now() - databaseTime).toBeLessThan(60_000);
  });

  it('is this machine’s where nobody asks the database', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
    expect(now()).toBe(1_700_000_000_000);
  });
});
