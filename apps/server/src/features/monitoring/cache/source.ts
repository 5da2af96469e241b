import type { CachePlace } from '@suyuan/contract';

/** One entry as it is measured: bytes, milliseconds since it was kept and until it is forgotten. */
export interface Entry {
  key: string;
  size: number | null;
  age: number | null;
  left: number | null;
}

export interface Asked {
  /** Only keys that hold this text. */
  part: string;
  /** What the part before ended with; empty: from the beginning. */
  cursor: string;
  most: number;
}

/** Entries of one name, wherever they are. */
export interface Source {
  place: CachePlace;
  /** Null where there are too many to count. */
  count(): Promise<number | null>;
  list(asked: Asked): Promise<{ entries: Entry[]; cursor: string | null }>;
  /** Resolves to undefined where there is no such entry; a secret has no value. */
  find(key: string): Promise<(Entry & { value: unknown; masked: boolean }) | undefined>;
}
