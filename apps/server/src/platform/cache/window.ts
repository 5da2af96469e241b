/** Callers remembered at once; beyond it the one that was heard of longest ago is forgotten. */
const REMEMBERED = 50_000;

/** A minute, in milliseconds: the window in which passes are counted. */
export const MINUTE = 60_000;

/** Passes of callers within a minute, in this process. */
export interface Window {
  /** Takes one of a caller's `perMinute` passes; answers 0, or the milliseconds to wait for one. */
  take(key: string, perMinute: number): number;
  /** Callers with their passes of the last minute, oldest pass first. */
  passed: Map<string, number[]>;
}

/** Counts what each caller did within a time that moves on; @param now milliseconds, of the stopwatch, which no clock sets back */
export function openWindow(now = () => performance.now()): Window {
  /** When each caller last passed, by the order in which callers were heard of. */
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
