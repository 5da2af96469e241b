import type { Db } from '../../../db/database.types.ts';
import { listSpaces, type SpaceRow } from './codeSpace.queries.ts';

/** Milliseconds that a process relies on the spaces and epochs it has read: so long a change made elsewhere goes unseen. */
const FRESH = 1000;

interface Remembered {
  spaces: Promise<SpaceRow[]>;
  readAt: number;
  change: number;
}

const remembered = new WeakMap<Db, Remembered>();

/** Counts changes that this process made, so that it sees its own at once. */
let change = 0;

/** What this process knows of spaces is out of date. */
export function forgetSpaces() {
  change++;
}

/** The spaces of a database with their accepted epochs, read at most once a second however many codes are asked for. */
export function knownSpaces(db: Db): Promise<readonly SpaceRow[]> {
  const known = remembered.get(db);
  if (known && known.change === change && performance.now() - known.readAt < FRESH) return known.spaces;
  const spaces = listSpaces(db);
  remembered.set(db, { spaces, readAt: performance.now(), change });
  // a reading that failed is tried again by the next who asks
  spaces.catch(() => remembered.delete(db));
  return spaces;
}
