import { invalidate, localCacheOf } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { notifyChannel } from '../../../platform/db/listen.ts';
import { afterCommit } from '../../../platform/db/transaction.ts';
import { listSpaces, type SpaceRow } from './code-space.queries.ts';

/** Takes effect when `tx` commits: at once in this process, by notification in others. */
export async function invalidateSpaces(tx: Db): Promise<void> {
  await notifyChannel(tx, 'cache', 'code_spaces');
  await afterCommit(tx, async (pool) => invalidate(pool, 'code_spaces'));
}

/** Cached for one second or until a change. `db` must be the pool. */
export function listCachedSpaces(db: Db): Promise<readonly SpaceRow[]> {
  const shelf = localCacheOf<Promise<SpaceRow[]>>(db, 'code_spaces');
  const cached = shelf.get('all');
  if (cached) return cached;
  // cache the promise at once, so that an invalidation also drops reads started before the commit
  const spaces = listSpaces(db);
  shelf.put('all', spaces);
  return spaces;
}
