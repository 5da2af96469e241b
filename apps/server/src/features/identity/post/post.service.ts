import type { posts, QueryOf } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { seedNamesOf } from '../../../platform/http/seed-names.ts';
import { Problem } from '../../../platform/problem.ts';
import * as queries from './post.queries.ts';

export const { table, read, add, edit } = recordService(queries.postTable);

/** By their own order unless another is requested. */
export const list = (ctx: Context, query: QueryOf<typeof posts>) => queries.list(ctx, query, seedNamesOf(ctx, 'postName'));

/** Every post, to choose from. */
export const listAll = (ctx: Context) => queries.listAll(ctx);

/** All or none. @throws notFound, postInUse naming the first that somebody holds */
export async function remove(ctx: Context, ids: number[]) {
  const rows = await queries.lock(ctx.db, ids);
  if (rows.length < ids.length) throw new Problem('notFound');
  const heldPost = rows.find(({ userCount }) => userCount > 0);
  if (heldPost) throw new Problem('postInUse', { postName: heldPost.postName });
  // somebody may have been given one since the look; the constraint knows
  const postName = rows.map((post) => post.postName).join('、');
  await mapConstraintErrors({ user_post_post_id_fkey: 'postInUse' }, { postName }, queries.postTable.remove(ctx, ids));
}
