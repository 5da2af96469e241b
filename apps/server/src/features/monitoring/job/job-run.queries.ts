import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';

/** How long a process that says nothing more is believed to run a job. */
const LEASE = sql`interval '15 seconds'`;

const busy = sql<boolean>`exists (select from job_log where job_log.job_id = job.job_id and end_time is null and lease_time > now())`;

/** A job that runs all that it missed, and may not overlap, does so one run after another: what is due waits and is not skipped. */
const waits = sql<boolean>`concurrent = '1' and misfire_policy = '1' and next_time <= now() and ${busy}`;

const scheduled = (db: Db) =>
  db
    .selectFrom('job')
    .select(['jobId', 'jobName', 'jobGroup', 'invokeTarget', 'cronExpression', 'timeZone', 'misfirePolicy', 'concurrent', 'nextTime'])
    .select([
      sql<number>`(extract(epoch from now()) * 1000)::float8`.as('now'),
      sql<number>`(extract(epoch from next_time) * 1000)::float8`.as('due'),
    ])
    .select(busy.as('busy'))
    .where('status', '=', '0');

/** The job that has been due for longest, in this transaction's hands alone; another process takes the next. */
export const takeDue = (db: Db) =>
  scheduled(db)
    .where('nextTime', '<=', sql<string>`now()`)
    .where(sql<boolean>`not coalesce(${waits}, false)`)
    .orderBy('nextTime')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

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
      .where(sql<boolean>`not coalesce(${waits}, false)`)
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

/** Whether the job of an order may not overlap and has a run under way. */
const held = sql`exists (
  select from job join job_log as other using (job_id)
  where job.job_id = ordered.job_id and concurrent = '1' and other.end_time is null and other.lease_time > now())`;

/** A run that somebody ordered by hand and nobody has begun; where its job may not overlap, it waits for the run under way. */
export const takeOrdered = (db: Db, lease: string) =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ jobLogId: number; jobId: number | null }>`
      select job_log_id, job_id from job_log as ordered where end_time is null and lease is null and not ${held}
      order by job_log_id limit 1 for update skip locked`.execute(tx);
    const [order] = rows;
    if (!order) return undefined;
    // whoever begins a run holds the job, so that no two begin at once
    const job = sql`select from job where job_id = ${order.jobId} for update skip locked`;
    if (order.jobId !== null && (await job.execute(tx)).rows.length === 0) return undefined;
    const { rows: begun } = await sql<{ jobLogId: number; jobId: number | null; jobName: string; invokeTarget: string }>`
      update job_log as ordered set lease = ${lease}, lease_time = now() + ${LEASE}, start_time = now()
      where job_log_id = ${order.jobLogId} and not ${held}
      returning job_log_id, job_id, job_name, invoke_target`.execute(tx);
    return begun[0];
  });

/** Keeps the lease of a run that goes on; changes nothing where another took it over. */
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
