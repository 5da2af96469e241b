import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { seedNamesOf } from '../../../platform/http/seed-names.ts';
import { allFound, Problem } from '../../../platform/problem.ts';
import * as queries from './post.queries.ts';

export const { table, list, read, add, edit } = recordService(queries.postTable, {
  orderBy: 'postSort',
  seeds: (ctx) => seedNamesOf(ctx, 'postName'),
});

/** Every post, to choose from. */
export const listAll = (ctx: Context) => queries.listAll(ctx);

/** All or none. @throws notFound, postInUse naming the first that somebody holds */
export async function remove(ctx: Context, ids: number[]) {
  const rows = allFound(await queries.lock(ctx.db, ids), ids);
  const heldPost = rows.find(({ userCount }) => userCount > 0);
  if (heldPost) throw new Problem('postInUse', { postName: heldPost.postName });
  // a user may have got one since the check
  const postName = rows.map((post) => post.postName);
  await mapConstraintErrors({ user_post_post_id_fkey: 'postInUse' }, { postName }, queries.postTable.remove(ctx, ids));
}
