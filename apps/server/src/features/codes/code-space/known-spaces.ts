import { forget, shelfOf } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { announce } from '../../../platform/db/listen.ts';
import { afterCommit } from '../../../platform/db/transaction.ts';
import { listSpaces, type SpaceRow } from './code-space.queries.ts';

/** Takes effect when `tx` commits: at once in this process, by notification in others. */
export async function invalidateSpaces(tx: Db): Promise<void> {
  await announce(tx, 'cache', 'code_spaces');
  await afterCommit(tx, async (pool) => forget(pool, 'code_spaces'));
}

/** Cached for one second or until a change. `db` must be the pool. */
export function knownSpaces(db: Db): Promise<readonly SpaceRow[]> {
  const shelf = shelfOf<Promise<SpaceRow[]>>(db, 'code_spaces');
  const known = shelf.get('all');
  if (known) return known;
  // cache the promise at once, so that an invalidation also drops reads started before the commit
  const spaces = listSpaces(db);
  shelf.put('all', spaces);
  return spaces;
}
