import type { jobLogs, QueryOf } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { seedNames } from '../../../platform/http/seed-names.ts';
import { allFound, orNotFound } from '../../../platform/problem.ts';
import * as queries from './job-log.queries.ts';

export { retain } from './job-log.queries.ts';

export const list = (ctx: Context, query: QueryOf<typeof jobLogs>) =>
  queries.list(ctx.db, ctx.language, query, seedNames(ctx, 'monitor.job.seed.name.'));

/** @throws notFound */
export const read = async ({ db, language }: Context, id: number) => orNotFound(await queries.find(db, language, id));

/** All or none; a running job cannot be removed. @throws notFound */
export async function remove({ db }: Context, ids: number[]) {
  allFound(await queries.remove(db, ids), ids);
}

export async function clean({ db }: Context) {
  await queries.clean(db);
}
