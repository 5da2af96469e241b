import type { ChangesOf, InputOf, Job, jobs, QueryOf } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import { matchesDisplayName, type SeedName } from '../../../platform/db/called.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { contains, page } from '../../../platform/db/page.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';

type Jobs = typeof jobs;

/** A column of the job's newest run. */
const newestRun = <T>(column: RawBuilder<T>) =>
  sql<T>`(select ${column} from job_log where job_log.job_id = job.job_id order by job_log_id desc limit 1)`;

const select = (db: Db) =>
  db
    .selectFrom('job')
    .leftJoin('users as maker', 'maker.userId', 'job.createBy')
    .leftJoin('users as editor', 'editor.userId', 'job.updateBy')
    .select(['jobId', 'jobName', 'jobGroup', 'invokeTarget', 'cronExpression', 'timeZone', 'misfirePolicy', 'concurrent', 'job.status'])
    .select(['alarmAfter', 'failures', 'builtin', 'job.remark', 'job.version'])
    .select(sql<string | null>`case when job.status = '0' and isfinite(next_time) then next_time end`.as('nextValidTime'))
    .select([
      newestRun(sql<string | null>`start_time`).as('lastTime'),
      newestRun(sql<Job['lastStatus']>`case when end_time is not null then job_log.status end`).as('lastStatus'),
    ])
    .select(['maker.userName as createBy', 'job.createTime', 'editor.userName as updateBy', 'job.updateTime'])
    // check constraints guarantee flags and policies
    .$castTo<Job>();

/** @param matchingSeeds job names, by target, whose translation contains `jobName` */
export function list(db: Db, { jobName, jobGroup, status, invokeTarget, paging }: QueryOf<Jobs>, matchingSeeds: readonly SeedName[]) {
  let rows = select(db);
  if (jobName)
    rows = rows.where(matchesDisplayName('jobName', jobName, sql`case job_group when 'SYSTEM' then split_part(invoke_target, '(', 1) end`, matchingSeeds));
  if (jobGroup) rows = rows.where('jobGroup', '=', jobGroup);
  if (status) rows = rows.where('job.status', '=', status);
  if (invokeTarget) rows = rows.where(contains('invokeTarget', invokeTarget));
  return page(rows, 'jobId', paging);
}

export const find = (db: Db, id: number) => select(db).where('jobId', '=', id).executeTakeFirst();

export const lock = (db: Db, ids: number[]) =>
  db
    .selectFrom('job')
    .select(['jobId', 'jobName', 'jobGroup', 'invokeTarget', 'cronExpression', 'timeZone', 'builtin', 'status', 'concurrent'])
    .where('jobId', 'in', ids)
    .orderBy('jobId')
    .forUpdate()
    .execute();

export const insert = (db: Db, row: Omit<InputOf<Jobs>, 'version'> & { createBy: number }) =>
  db.insertInto('job').values(row).returning('jobId').executeTakeFirstOrThrow();

/** Undefined for an unknown id or another version. */
export const update = (db: Db, id: number, { version, ...changes }: ChangesOf<Jobs> & { nextTime?: string | null }, userId: number) =>
  db
    .updateTable('job')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('jobId', '=', id)
    .where(unchangedSince(version))
    .returning('jobId')
    .executeTakeFirst();

export const remove = (db: Db, ids: number[]) => db.deleteFrom('job').where('jobId', 'in', ids).execute();

/** Notifies schedulers of changes; delivered on commit. */
export const notify = (db: Db) => sql`select pg_notify('job', '')`.execute(db);
