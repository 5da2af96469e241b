import type { formAnswers, QueryOf } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './form-answer.queries.ts';

const readerOf = ({ scope, actor }: Context): queries.Reader => ({ scope, userId: actor.userId });

export const list = (ctx: Context, query: QueryOf<typeof formAnswers>) => queries.list(ctx.db, readerOf(ctx), query);

/** @throws notFound */
export const read = async (ctx: Context, id: number) => orNotFound(await queries.find(ctx.db, readerOf(ctx), id));

/** @throws notFound if one of `ids` does not exist or is not visible */
export async function remove(ctx: Context, ids: number[]) {
  if ((await queries.remove(ctx.db, readerOf(ctx), ids)) < ids.length) throw new Problem('notFound');
}
