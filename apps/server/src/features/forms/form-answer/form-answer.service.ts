import type { Context } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { Problem } from '../../../platform/problem.ts';
import * as queries from './form-answer.queries.ts';

export const { list, read } = recordService(queries.answerTable);

/** @throws notFound if one of `ids` does not exist or is not visible */
export async function remove(ctx: Context, ids: number[]) {
  if ((await queries.remove(ctx, ids)) < ids.length) throw new Problem('notFound');
}
