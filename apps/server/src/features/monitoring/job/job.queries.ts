import { jobs } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { recordTable } from '../../../platform/db/record-table.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';

/** Time without renewal after which a process is considered dead. */
const LEASE = sql`interval '15 seconds'`;

const isRunning = sql<boolean>`exists (select from job_log where job_log.job_id = job.job_id and end_time is null and lease_time > now())`;

/** A non-concurrent job with misfire policy "run all" executes missed runs in sequence, so a due run waits. */
const isDelayed = sql<boolean>`concurrent = '1' and misfire_policy = '1' and next_time <= now() and ${isRunning}`;

const scheduled = (db: Db) =>
  db
    .selectFrom('job')
    .select(['jobId', 'jobName', 'jobGroup', 'invokeTarget', 'cronExpression', 'timeZone', 'misfirePolicy', 'concurrent', 'nextTime'])
    .select([
      sql<number>`(extract(epoch from now()) * 1000)::float8`.as('now'),
      sql<number>`(extract(epoch from next_time) * 1000)::float8`.as('due'),
    ])
    .select(isRunning.as('busy'))
    .where('status', '=', '0');

const isDue = sql<boolean>`status = '0' and next_time <= now() and not coalesce(${isDelayed}, false)`;

/** Locks the job that has been due longest; other processes skip it. */
export const claimDue = async (db: Db) => {
  const due = await db
    .selectFrom('job')
    .select('jobId')
    .where(isDue)
    .orderBy('nextTime')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return undefined;
  // only a new statement sees the run of a process that had the lock a moment before
  return scheduled(db).where('jobId', '=', due.jobId).where(isDue).executeTakeFirst();
};

/** Active jobs without a computed next run. */
export const claimUnscheduled = (db: Db) =>
  scheduled(db).where('nextTime', 'is', null).orderBy('jobId').limit(50).forUpdate().skipLocked().execute();

/** Milliseconds until the next job is due, negative if overdue; null if none is scheduled. */
export const millisecondsUntilNext = async (db: Db) =>
  (
    await db
      .selectFrom('job')
      .select(sql<number | null>`extract(epoch from min(next_time) - now())::float8 * 1000`.as('wait'))
      .where('status', '=', '0')
      .where(sql<boolean>`not coalesce(${isDelayed}, false)`)
      .executeTakeFirstOrThrow()
  ).wait;

/** Stores `null` as infinity: no next run, and no need to compute it again. */
export const schedule = (db: Db, jobId: number, next: Date | null) =>
  db
    .updateTable('job')
    .set({ nextTime: next?.toISOString() ?? 'infinity' })
    .where('jobId', '=', jobId)
    .execute();

interface JobIdentity {
  jobId: number;
  jobName: string;
  jobGroup: string;
  invokeTarget: string;
}

/** Inserts a run; undefined if this tick has a run already. */
export const startRun = (db: Db, { jobId, jobName, jobGroup, invokeTarget }: JobIdentity, lease: string, dueTime: string | null) =>
  db
    .insertInto('jobLog')
    .values({ jobId, jobName, jobGroup, invokeTarget, lease, leaseTime: sql`now() + ${LEASE}`, dueTime })
    .onConflict((conflict) => conflict.constraint('job_log_job_id_due_time_key').doNothing())
    .returning('jobLogId')
    .executeTakeFirst();

/** Queues a manual run for the next scheduler. */
export const queueRun = (db: Db, { jobId, jobName, jobGroup, invokeTarget }: JobIdentity) =>
  db.insertInto('jobLog').values({ jobId, jobName, jobGroup, invokeTarget }).returning('jobLogId').executeTakeFirstOrThrow();

/** Whether the job is non-concurrent and has an active run. */
const isBlocked = sql`exists (
  select from job join job_log as other using (job_id)
  where job.job_id = ordered.job_id and concurrent = '1' and other.end_time is null and other.lease_time > now())`;

/** Claims a queued manual run; a non-concurrent job waits for its active run. */
export const claimQueued = (db: Db, lease: string) =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ jobLogId: number; jobId: number | null }>`
      select job_log_id, job_id from job_log as ordered where end_time is null and lease is null and not ${isBlocked}
      order by job_log_id limit 1 for update skip locked`.execute(tx);
    const [order] = rows;
    if (!order) return undefined;
    // starting a run locks the job, so that no two start at once
    const job = sql`select from job where job_id = ${order.jobId} for update skip locked`;
    if (order.jobId !== null && (await job.execute(tx)).rows.length === 0) return undefined;
    const { rows: startedRuns } = await sql<{ jobLogId: number; jobId: number | null; jobName: string; invokeTarget: string }>`
      update job_log as ordered set lease = ${lease}, lease_time = now() + ${LEASE}, start_time = now()
      where job_log_id = ${order.jobLogId} and not ${isBlocked}
      returning job_log_id, job_id, job_name, invoke_target`.execute(tx);
    return startedRuns[0];
  });

/** Renews the lease of an active run; no effect if another process took it over. */
export const renew = (db: Db, jobLogId: number, lease: string) =>
  db
    .updateTable('jobLog')
    .set({ leaseTime: sql`now() + ${LEASE}` })
    .where('jobLogId', '=', jobLogId)
    .where('lease', '=', lease)
    .where('endTime', 'is', null)
    .execute();

interface RunResult {
  status: '0' | '1';
  jobMessage: string;
  exceptionInfo: string;
  translations: string;
}

/** Ends a run with this lease; undefined if the lease was lost. */
export const endRun = (db: Db, jobLogId: number, lease: string, end: RunResult) =>
  db
    .updateTable('jobLog')
    .set({ ...end, endTime: sql`now()`, lease: null, leaseTime: null })
    .where('jobLogId', '=', jobLogId)
    .where('lease', '=', lease)
    .where('endTime', 'is', null)
    .returning(['jobId', 'jobName'])
    .executeTakeFirst();

/** Ends runs with an expired lease. */
export const endExpiredRuns = (db: Db, texts: { exceptionInfo: string; translations: string }) =>
  db
    .updateTable('jobLog')
    .set({ status: '1', ...texts, endTime: sql`now()`, lease: null, leaseTime: null })
    .where('endTime', 'is', null)
    .where('leaseTime', '<', sql<string>`now()`)
    .returning(['jobId', 'jobName'])
    .execute();

/** Counts consecutive failures or resets them; resolves to the count and the alarm threshold. */
export const countFailure = (db: Db, jobId: number, failed: boolean) =>
  db
    .updateTable('job')
    .set({ failures: failed ? sql<number>`failures + 1` : 0 })
    .where('jobId', '=', jobId)
    .returning(['failures', 'alarmAfter'])
    .executeTakeFirst();

/** A column of the job's newest run. */
const newestRun = (column: RawBuilder<unknown>) =>
  sql`(select ${column} from job_log where job_log.job_id = job.job_id order by job_log_id desc limit 1)`;

export const jobTable = recordTable(jobs, 'job', {
  columns: {
    failures: sql.ref('failures'),
    nextValidTime: sql`case when job.status = '0' and isfinite(next_time) then next_time end`,
    lastTime: newestRun(sql`start_time`),
    lastStatus: newestRun(sql`case when end_time is not null then job_log.status end`),
  },
  // names of preinstalled jobs belong to their targets
  named: { column: 'jobName', key: sql`case job_group when 'SYSTEM' then split_part(invoke_target, '(', 1) end` },
});

export const lock = (db: Db, ids: number[]) =>
  db
    .selectFrom('job')
    .select(['jobId', 'jobName', 'jobGroup', 'invokeTarget', 'cronExpression', 'timeZone', 'builtin', 'status', 'concurrent'])
    .where('jobId', 'in', ids)
    .orderBy('jobId')
    .forUpdate()
    .execute();

export const remove = (db: Db, ids: number[]) => db.deleteFrom('job').where('jobId', 'in', ids).execute();

/** Notifies schedulers of changes; delivered on commit. */
export const notify = (db: Db) => sql`select pg_notify('job', '')`.execute(db);
