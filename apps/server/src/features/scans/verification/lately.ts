/** Remembers at least the last `most` ids, and at most twice as many. */
export interface Lately {
  add(id: string): void;
  has(id: string): boolean;
}

/** Evicts the oldest ids in bulk, a whole generation at once, so that adding stays cheap. */
export function lately(most: number): Lately {
  let [young, old] = [new Set<string>(), new Set<string>()];
  return {
    add(id) {
      if (young.size >= most) [young, old] = [new Set(), young];
      young.add(id);
    },
    has: (id) => young.has(id) || old.has(id),
  };
}
