import type { operlogs, QueryOf } from '@suyuan/contract';
import type { Context } from '../../../http/context.ts';
import { Problem } from '../../../http/problem.ts';
import * as queries from './operlog.queries.ts';

export const list = ({ db }: Context, query: QueryOf<typeof operlogs>) => queries.list(db, query);

/** Puts rows into the archive, all of `ids` or none: what was logged is never erased. @throws notFound */
export async function remove({ db, actor }: Context, ids: number[]): Promise<void> {
  const removed = await queries.remove(db, ids, actor.userId);
  if (removed.length < ids.length) throw new Problem('notFound');
}

/** Puts the whole log into the archive; the row that says who did it is the first of the new one. */
export async function clear({ db, actor }: Context): Promise<void> {
  await queries.clear(db, actor.userId);
}
