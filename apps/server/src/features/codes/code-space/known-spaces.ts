import { forget, shelfOf } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { announce } from '../../../platform/db/listen.ts';
import { afterCommit } from '../../../platform/db/transaction.ts';
import { listSpaces, type SpaceRow } from './code-space.queries.ts';

/** What processes know of spaces is out of date once `tx` commits: this one sees its own change at once, the others as they hear of it. */
export async function invalidateSpaces(tx: Db): Promise<void> {
  await announce(tx, 'cache', 'code_spaces');
  await afterCommit(tx, async (pool) => forget(pool, 'code_spaces'));
}

/** The spaces of a database with their accepted epochs, read once a second and after each change, however many codes are asked for. `db` is the pool. */
export function knownSpaces(db: Db): Promise<readonly SpaceRow[]> {
  const shelf = shelfOf<Promise<SpaceRow[]>>(db, 'code_spaces');
  const known = shelf.get('all');
  if (known) return known;
  // on the shelf from its beginning: what began before a change was committed is forgotten with it
  const spaces = listSpaces(db);
  shelf.put('all', spaces);
  return spaces;
}
