import type { Db } from '../db/database.types.ts';
import { type ShelfName, shelfLimits } from './names.ts';

interface Entry {
  value: unknown;
  /** By `performance.now()`. */
  keptAt: number;
}

/** What one process remembers under one name. */
export interface Shelf<T> {
  /** What is known and still relied on. */
  get(key: string | number): T | undefined;
  /** What was known last, however old, unless it was forgotten. */
  last(key: string | number): T | undefined;
  /** A promise that fails is forgotten, so that the next who asks tries again. */
  put(key: string | number, value: T): void;
  drop(key: string | number): void;
}

/** A shelf as the page of the cache sees it. */
interface OpenShelf extends Shelf<unknown> {
  entries: Map<string, Entry>;
  hits: number;
  misses: number;
  puts: number;
  /** Until when nothing is kept, by `performance.now()`. */
  unsettled: number;
}

/** Milliseconds after a change of this process's own in which nothing is kept: it may have been asked for before it was committed. */
const UNSETTLED = 2000;

const shelves = new WeakMap<Db, Map<ShelfName, OpenShelf>>();

/** Every shelf that this process has used for `db`, the pool. */
export function shelvesOf(db: Db): Map<ShelfName, OpenShelf> {
  const known = shelves.get(db) ?? new Map();
  shelves.set(db, known);
  return known;
}

/** The shelf called `name` of the database behind `db`. */
export function shelfOf<T>(db: Db, name: ShelfName): Shelf<T> {
  // The one cast: a name stands for one kind of value, which is what its only user puts there.
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

/** Forgets what this process knows under a name, or one entry of it. */
export function forget(db: Db, name: ShelfName, key?: string): void {
  const { entries } = open(db, name);
  if (key === undefined) entries.clear();
  else entries.delete(key);
}

/** Forgets what a transaction under way changes; what is read until its commit is heard of is not kept either. `db` is the pool. */
export function invalidateChanging(db: Db, name: ShelfName): void {
  forget(db, name);
  open(db, name).unsettled = performance.now() + UNSETTLED;
}

/** Tells whether a change of this process's own under that name may not be committed yet. */
export const isUnsettled = (db: Db, name: ShelfName): boolean => performance.now() < open(db, name).unsettled;
