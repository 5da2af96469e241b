export interface UnderWay {
  /** Registers keys until `leave`; `met` is true if another batch holds one of them. */
  enter(keys: string[]): { met: boolean; leave(): void };
}

/** Counts the keys of running batches in this process. */
export function underWay(): UnderWay {
  const lots = new Map<string, number>();
  return {
    enter(keys) {
      const met = keys.some((key) => lots.has(key));
      for (const key of keys) lots.set(key, (lots.get(key) ?? 0) + 1);
      const leave = () => {
        for (const key of keys) {
          const left = (lots.get(key) ?? 1) - 1;
          if (left > 0) lots.set(key, left);
          else lots.delete(key);
        }
      };
      return { met, leave };
    },
  };
}
