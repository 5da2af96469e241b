/** Maximum number of callers; beyond it the least recent is dropped. */
const REMEMBERED = 50_000;

export const MINUTE = 60_000;

export interface Window {
  /** Takes one of `perMinute` passes. Returns 0 or the milliseconds to wait. */
  take(key: string, perMinute: number): number;
  /** Pass times of the last minute by caller, oldest first. */
  passed: Map<string, number[]>;
}

/** @param now monotonic clock in milliseconds */
export function openWindow(now = () => performance.now()): Window {
  /** In order of the latest pass. */
  const passed = new Map<string, number[]>();
  const forget = (time: number) => {
    for (const [key, times] of passed) {
      if (passed.size < REMEMBERED && (times.at(-1) ?? 0) > time - MINUTE) return;
      passed.delete(key);
    }
  };
  return {
    passed,
    take(key, perMinute) {
      const time = now();
      const times = (passed.get(key) ?? []).filter((each) => each > time - MINUTE);
      const oldest = times[0];
      if (oldest !== undefined && times.length >= perMinute) return oldest + MINUTE - time;
      passed.delete(key);
      forget(time);
      passed.set(key, [...times, time]);
      return 0;
    },
  };
}
