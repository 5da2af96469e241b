import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

/** How long a process that says nothing more is believed to run a job. */
const LEASE = sql`interval '15 seconds'`;

const scheduled = (db: Db) =>
  db
    .selectFrom('job')
    .select(['jobId', 'jobName', 'jobGroup', 'invokeTarget', 'cronExpression', 'timeZone', 'misfirePolicy', 'concurrent', 'nextTime'])
    .select([
      sql<number>`(extract(epoch from now()) * 1000)::float8`.as('now'),
      sql<number>`(extract(epoch from next_time) * 1000)::float8`.as('due'),
    ])
    .select(
      sql<boolean>`exists (select from job_log where job_log.job_id = job.job_id and end_time is null and lease_time > now())`.as('busy'),
    )
    .where('status', '=', '0');

/** The job that has been due for longest, in this transaction's hands alone; another process takes the next. */
export const takeDue = (db: Db) =>
  scheduled(db).where('nextTime', '<=', sql<string>`now()`).orderBy('nextTime').limit(1).forUpdate().skipLocked().executeTakeFirst();

/** Jobs at work whose next run nobody has reckoned yet. */
export const takeUnreckoned = (db: Db) =>
  scheduled(db).where('nextTime', 'is', null).orderBy('jobId').limit(50).forUpdate().skipLocked().execute();

/** Milliseconds until the next job is due, negative where one is; null where none ever is. */
export const untilNext = async (db: Db) =>
  (
    await db
      .selectFrom('job')
      .select(sql<number | null>`extract(epoch from min(next_time) - now())::float8 * 1000`.as('wait'))
      .where('status', '=', '0')
      .executeTakeFirstOrThrow()
  ).wait;

/** `null` is written as the far future: there is no next run, and nobody need reckon it again. */
export const schedule = (db: Db, jobId: number, next: Date | null) =>
  db
    .updateTable('job')
    .set({ nextTime: next?.toISOString() ?? 'infinity' })
    .where('jobId', '=', jobId)
    .execute();

interface Opened {
  jobId: number;
  jobName: string;
  jobGroup: string;
  invokeTarget: string;
}

/** Opens a run; undefined where this tick has had its run. */
export const open = (db: Db, { jobId, jobName, jobGroup, invokeTarget }: Opened, lease: string, dueTime: string | null) =>
  db
    .insertInto('jobLog')
    .values({ jobId, jobName, jobGroup, invokeTarget, lease, leaseTime: sql`now() + ${LEASE}`, dueTime })
    .onConflict((conflict) => conflict.constraint('job_log_job_id_due_time_key').doNothing())
    .returning('jobLogId')
    .executeTakeFirst();

/** Opens a run by hand that the next scheduler takes. */
export const order = (db: Db, { jobId, jobName, jobGroup, invokeTarget }: Opened) =>
  db.insertInto('jobLog').values({ jobId, jobName, jobGroup, invokeTarget }).returning('jobLogId').executeTakeFirstOrThrow();

/** A run that somebody ordered by hand and nobody has begun. */
export async function takeOrdered(db: Db, lease: string) {
  const { rows } = await sql<{ jobLogId: number; jobId: number | null; jobName: string; invokeTarget: string }>`
    update job_log set lease = ${lease}, lease_time = now() + ${LEASE}, start_time = now()
    where job_log_id = (select job_log_id from job_log where end_time is null and lease is null order by job_log_id limit 1 for update skip locked)
    returning job_log_id, job_id, job_name, invoke_target`.execute(db);
  return rows[0];
}

export const renew = (db: Db, jobLogId: number, lease: string) =>
  db
    .updateTable('jobLog')
    .set({ leaseTime: sql`now() + ${LEASE}` })
    .where('jobLogId', '=', jobLogId)
    .where('lease', '=', lease)
    .where('endTime', 'is', null)
    .execute();

interface End {
  status: '0' | '1';
  jobMessage: string;
  exceptionInfo: string;
}

/** Ends a run that is still this lease's; undefined where it was given up meanwhile. */
export const close = (db: Db, jobLogId: number, lease: string, end: End) =>
  db
    .updateTable('jobLog')
    .set({ ...end, endTime: sql`now()`, lease: null, leaseTime: null })
    .where('jobLogId', '=', jobLogId)
    .where('lease', '=', lease)
    .where('endTime', 'is', null)
    .returning(['jobId', 'jobName'])
    .executeTakeFirst();

/** Ends the runs whose process died. */
export const closeDead = (db: Db, message: string) =>
  db
    .updateTable('jobLog')
    .set({ status: '1', exceptionInfo: message, endTime: sql`now()`, lease: null, leaseTime: null })
    .where('endTime', 'is', null)
    .where('leaseTime', '<', sql<string>`now()`)
    .returning(['jobId', 'jobName'])
    .execute();

/** Counts a failure, or the end of failures; resolves to how many there are in a row and when to tell. */
export const count = (db: Db, jobId: number, failed: boolean) =>
  db
    .updateTable('job')
    .set({ failures: failed ? sql<number>`failures + 1` : 0 })
    .where('jobId', '=', jobId)
    .returning(['failures', 'alarmAfter'])
    .executeTakeFirst();
