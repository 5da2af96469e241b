import { afterEach, describe, expect, it, vi } from 'vitest';
import { addClockSample, now, resetClock } from './clock.ts';

describe('system clock', () => {
  afterEach(() => {
    resetClock();
    vi.useRealTimers();
  });

  it('follows the database with a monotonic timer, despite jumps of the local clock', () => {
    const databaseTime = Date.UTC(2031, 0, 1);
    const sentAt = performance.now();
    addClockSample(databaseTime, sentAt, sentAt);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2038, 0, 20) });
    expect(now() - databaseTime).toBeGreaterThanOrEqual(0);
    expect(now() - databaseTime).toBeLessThan(60_000);
  });

  it('ignores a delayed database response when a prompt one exists', () => {
    const databaseTime = Date.UTC(2031, 0, 1);
    addClockSample(databaseTime, performance.now(), performance.now());
    addClockSample(databaseTime + 3_600_000, performance.now() - 8000, performance.now());
    expect(now() - databaseTime).toBeLessThan(60_000);
  });

  it('uses the local clock when no process queries the database', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
    expect(now()).toBe(1_700_000_000_000);
  });
});
