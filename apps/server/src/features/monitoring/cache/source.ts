import type { CachePlace } from '@suyuan/contract';

/** Size in bytes; age and remaining time in milliseconds. */
export interface Entry {
  key: string;
  size: number | null;
  age: number | null;
  left: number | null;
}

export interface EntryQuery {
  /** Substring of the key. */
  part: string;
  /** Cursor of the previous page; empty for the first. */
  cursor: string;
  limit: number;
}

export interface Source {
  place: CachePlace;
  /** Null if there are too many to count. */
  count(): Promise<number | null>;
  list(query: EntryQuery): Promise<{ entries: Entry[]; cursor: string | null }>;
  /** Undefined for an unknown key; a secret has no value. */
  find(key: string): Promise<(Entry & { value: unknown; masked: boolean }) | undefined>;
}
