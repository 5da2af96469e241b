import { shelfOf } from '../../../cache/shelf.ts';
import type { Db } from '../../../db/database.types.ts';
import { listSpaces, type SpaceRow } from './codeSpace.queries.ts';

interface Known {
  spaces: Promise<SpaceRow[]>;
  change: number;
}

/** Counts changes that this process made, so that it sees its own at once. */
let change = 0;

/** What this process knows of spaces is out of date. */
export function forgetSpaces() {
  change++;
}

/** The spaces of a database with their accepted epochs, read at most once a second however many codes are asked for. */
export function knownSpaces(db: Db): Promise<readonly SpaceRow[]> {
  const shelf = shelfOf<Known>(db, 'code_spaces');
  const known = shelf.get('all');
  if (known?.change === change) return known.spaces;
  const spaces = listSpaces(db);
  shelf.put('all', { spaces, change });
  // a reading that failed is tried again by the next who asks
  spaces.catch(() => shelf.drop('all'));
  return spaces;
}
