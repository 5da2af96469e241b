import { JobLog, type jobLogs, type QueryOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { between, contains, matchesDisplayName, page, type SeedName } from '../../../platform/db/page.ts';

type JobLogs = typeof jobLogs;
type Row = z.output<typeof JobLog>;

const columns = Object.keys(JobLog.shape).filter((name) => name !== 'costTime') as Exclude<keyof Row, 'costTime'>[];

const select = (db: Db) =>
  db
    .selectFrom('jobLog')
    .select(columns)
    .select(sql<number | null>`(extract(epoch from end_time - start_time) * 1000)::int`.as('costTime'))
    // a check constraint guarantees the flag
    .$castTo<Row>();

/** @param matchingSeeds job names, by target, whose translation contains `jobName` */
export function list(
  db: Db,
  { jobId, jobName, jobGroup, status, invokeTarget, beginTime, endTime, paging }: QueryOf<JobLogs>,
  matchingSeeds: readonly SeedName[],
) {
  let rows = select(db).where(between('createTime', beginTime, endTime));
  if (jobId) rows = rows.where('jobId', '=', jobId);
  if (jobName)
    rows = rows.where(
      matchesDisplayName('jobName', jobName, sql`case job_group when 'SYSTEM' then split_part(invoke_target, '(', 1) end`, matchingSeeds),
    );
  if (jobGroup) rows = rows.where('jobGroup', '=', jobGroup);
  if (status) rows = rows.where('status', '=', status).where('endTime', 'is not', null);
  if (invokeTarget) rows = rows.where(contains('invokeTarget', invokeTarget));
  return page(rows, 'jobLogId', paging);
}

export const find = (db: Db, id: number) => select(db).where('jobLogId', '=', id).executeTakeFirst();

/** Removes finished runs only. */
export const remove = (db: Db, ids: number[]) =>
  db.deleteFrom('jobLog').where('jobLogId', 'in', ids).where('endTime', 'is not', null).returning('jobLogId').execute();

export const clean = (db: Db) => db.deleteFrom('jobLog').where('endTime', 'is not', null).execute();

/** Removes runs that ended more than `days` ago; resolves to their number. */
export const retain = async (db: Db, days: number) =>
  Number(
    (await db.deleteFrom('jobLog').where('endTime', '<', sql<string>`now() - make_interval(days => ${days})`).executeTakeFirst())
      .numDeletedRows,
  );
