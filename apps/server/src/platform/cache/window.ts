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
