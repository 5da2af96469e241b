import type { Db } from '../db/database.types.ts';
import { type ShelfName, shelfLimits } from './names.ts';

interface Entry {
  value: unknown;
  /** By `performance.now()`. */
  keptAt: number;
}

export interface Shelf<T> {
  /** The value, unless expired. */
  get(key: string | number): T | undefined;
  /** The last value, even if expired; undefined after an invalidation. */
  last(key: string | number): T | undefined;
  /** A rejected promise is removed, so that the next read retries. */
  put(key: string | number, value: T): void;
  drop(key: string | number): void;
}

interface OpenShelf extends Shelf<unknown> {
  entries: Map<string, Entry>;
  hits: number;
  misses: number;
  puts: number;
  /** End of the period without caching, by `performance.now()`. */
  unsettled: number;
}

/** Milliseconds after a local change without caching: a read may precede the commit. */
const UNSETTLED = 2000;

const shelves = new WeakMap<Db, Map<ShelfName, OpenShelf>>();

/** Shelves in use. @param db the pool */
export function shelvesOf(db: Db): Map<ShelfName, OpenShelf> {
  const known = shelves.get(db) ?? new Map();
  shelves.set(db, known);
  return known;
}

/** @param db the pool */
export function shelfOf<T>(db: Db, name: ShelfName): Shelf<T> {
  // Cast: each name has one value type, that of its only user.
  return open(db, name) as Shelf<T>;
}

function open(db: Db, name: ShelfName): OpenShelf {
  const all = shelvesOf(db);
  const shelf = all.get(name) ?? makeShelf(name);
  all.set(name, shelf);
  return shelf;
}

function makeShelf(name: ShelfName): OpenShelf {
  const { fresh, most } = shelfLimits[name];
  const entries = new Map<string, Entry>();
  const shelf: OpenShelf = {
    ...{ entries, hits: 0, misses: 0, puts: 0, unsettled: 0 },
    get(key) {
      const entry = entries.get(String(key));
      if (entry && performance.now() - entry.keptAt < fresh) {
        shelf.hits++;
        return entry.value;
      }
      shelf.misses++;
      return undefined;
    },
    last: (key) => entries.get(String(key))?.value,
    put(key, value) {
      const keptAt = performance.now();
      if (keptAt < shelf.unsettled) return;
      shelf.puts++;
      if (entries.size >= most && !entries.has(String(key))) entries.clear();
      const entry = { value, keptAt };
      entries.set(String(key), entry);
      if (value instanceof Promise) value.catch(() => entries.get(String(key)) === entry && entries.delete(String(key)));
    },
    drop: (key) => void entries.delete(String(key)),
  };
  return shelf;
}

export function forget(db: Db, name: ShelfName, key?: string): void {
  const { entries } = open(db, name);
  if (key === undefined) entries.clear();
  else entries.delete(key);
}

/** Invalidates a name before the transaction commits, and caches nothing until the commit is expected. @param db the pool */
export function invalidateChanging(db: Db, name: ShelfName): void {
  forget(db, name);
  open(db, name).unsettled = performance.now() + UNSETTLED;
}

export const isUnsettled = (db: Db, name: ShelfName): boolean => performance.now() < open(db, name).unsettled;
