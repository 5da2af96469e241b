export interface RunningBatches {
  /** Registers keys until `leave`; `met` is true if another batch holds one of them. */
  enter(keys: string[]): { hasOverlap: boolean; leave(): void };
}

/** Counts the keys of running batches in this process. */
export function trackRunningBatches(): RunningBatches {
  const keyCounts = new Map<string, number>();
  return {
    enter(keys) {
      const hasOverlap = keys.some((key) => keyCounts.has(key));
      for (const key of keys) keyCounts.set(key, (keyCounts.get(key) ?? 0) + 1);
      const leave = () => {
        for (const key of keys) {
          const remaining = (keyCounts.get(key) ?? 1) - 1;
          if (remaining > 0) keyCounts.set(key, remaining);
          else keyCounts.delete(key);
        }
      };
      return { hasOverlap, leave };
    },
  };
}
