/** Remembers at least the last `most` ids, and at most twice as many. */
export interface RecentIds {
  add(id: string): void;
  has(id: string): boolean;
}

/** Evicts the oldest ids in bulk, a whole generation at once, so that adding stays cheap. */
export function createRecentIds(limit: number): RecentIds {
  let [newer, older] = [new Set<string>(), new Set<string>()];
  return {
    add(id) {
      if (newer.size >= limit) [newer, older] = [new Set(), newer];
      newer.add(id);
    },
    has: (id) => newer.has(id) || older.has(id),
  };
}
