/** Remembers at least the last `most` ids that it was told, and at most twice as many. */
export interface Lately {
  add(id: string): void;
  has(id: string): boolean;
}

/** A memory of ids that forgets the oldest by the thousand, which costs nothing at each. */
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
