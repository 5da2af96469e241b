import type { Page, Paging, Task } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { page } from '../../../platform/db/page.ts';

/** A task as its worker sees it. */
interface ClaimedTask {
  taskId: number;
  kind: string;
  payload: Record<string, unknown>;
  done: number;
  attempts: number;
  /** Seconds since it was first begun. */
  age: number;
  createBy: number | null;
}

/** How long a worker that says nothing more is believed to be at work. */
const LEASE = sql`interval '10 seconds'`;

/** Tasks of one user, newest first. */
export const list = (db: Db, createBy: number, paging: Paging): Promise<Page<Task>> =>
  page(
    db
      .selectFrom('task')
      .select(['taskId', 'kind', 'subject', 'state', 'done', 'total', 'problem', 'createTime', 'startTime', 'finishTime'])
      // a file that was fetched, or that nobody fetched in time, has no link any more
      .select(
        sql<Task['result']>`case when result ? 'file' and not exists (select from file where file.path = result ->> 'file')
          then result - 'link' else result - 'faults' end`.as('result'),
      )
      // the table checks the states
      .$narrowType<{ state: Task['state'] }>()
      .where('createBy', '=', createBy),
    'taskId',
    paging,
  );

/** A task of one user with all that came of it: lists leave the faults of its rows out. */
export const find = (db: Db, taskId: number, createBy: number) =>
  db
    .selectFrom('task')
    .select(['taskId', 'kind', 'subject', 'state', 'done', 'total', 'problem', 'createTime', 'startTime', 'finishTime', 'result'])
    // the table checks the states, and only objects are results
    .$castTo<Task>()
    .where('taskId', '=', taskId)
    .where('createBy', '=', createBy)
    .executeTakeFirst();

export const insert = (
  db: Db,
  row: { kind: string; subject: string; payload: string; createBy: number | null; total?: number | undefined },
) => db.insertInto('task').values(row).returning('taskId').executeTakeFirstOrThrow();

/** As `insert`; resolves to undefined where a unique index of open tasks has one like it. */
export const insertOnce = (db: Db, row: Parameters<typeof insert>[1]) =>
  db
    .insertInto('task')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('taskId')
    .executeTakeFirst();

/** The open task that is like `row`. */
export const findOpen = (db: Db, { kind, payload, createBy }: Parameters<typeof insert>[1]) =>
  db
    .selectFrom('task')
    .select('taskId')
    .where('kind', '=', kind)
    .where('createBy', '=', createBy)
    .where('state', 'in', ['queued', 'running'])
    .where(sql<boolean>`payload = ${payload}::jsonb`)
    .executeTakeFirst();

/** Has whoever queues the same wait until this transaction ends; then answers the open task whose payload has `digest`. */
export async function findSame(db: Db, { kind, createBy, digest }: { kind: string; createBy: number; digest: string }) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`suyuan/task/${kind}/${createBy}/${digest}`}, 0))`.execute(db);
  return db
    .selectFrom('task')
    .select('taskId')
    .where('kind', '=', kind)
    .where('createBy', '=', createBy)
    .where('state', 'in', ['queued', 'running'])
    .where(sql<boolean>`payload ->> 'digest' = ${digest}`)
    .orderBy('taskId')
    .limit(1)
    .executeTakeFirst();
}

/** Tells listening workers that there is work; heard when the transaction commits. */
export const notify = (db: Db) => sql`select pg_notify('task', '')`.execute(db);

/**
 * Takes the oldest task of `kinds` that nobody works on: queued, or left by a worker whose lease ran out.
 * For a queued task the lease time is the time before which it is not to be tried again.
 */
export async function claim(db: Db, lease: string, kinds: string[]): Promise<ClaimedTask | undefined> {
  const { rows } = await sql<ClaimedTask>`
    update task set state = 'running', lease = ${lease}, lease_time = now() + ${LEASE}, attempts = attempts + 1,
      start_time = coalesce(start_time, now())
    where task_id = (
      select task_id from task
      where state in ('queued', 'running') and kind = any(${kinds}) and coalesce(lease_time <= now(), true)
      order by task_id limit 1 for update skip locked)
    returning task_id, kind, payload, done, attempts, extract(epoch from now() - start_time)::float8 as age, create_by`.execute(db);
  return rows[0];
}

/** The condition that a task is still in the hands of `lease`: a worker that lost it writes nothing. */
const held = (lease: string) => sql<boolean>`lease = ${lease} and state = 'running'`;

/** Lengthens a lease; resolves to undefined where it is lost. */
export const renew = (db: Db, taskId: number, lease: string) =>
  db
    .updateTable('task')
    .set({ leaseTime: sql`now() + ${LEASE}` })
    .where('taskId', '=', taskId)
    .where(held(lease))
    .returning('taskId')
    .executeTakeFirst();

/** Keeps a task in the hands of `lease` until the transaction ends; resolves to undefined where it is lost. */
export const hold = (db: Db, taskId: number, lease: string) =>
  db.selectFrom('task').select('taskId').where('taskId', '=', taskId).where(held(lease)).forUpdate().executeTakeFirst();

/** Notes how far a task is; undefined where `lease` is not the worker's any more. @param total undefined: as it was */
export const progress = (db: Db, taskId: number, lease: string, done: number, total: number | undefined) =>
  db
    .updateTable('task')
    .set({ done, ...(total !== undefined && { total }) })
    .where('taskId', '=', taskId)
    .where(held(lease))
    .returning('taskId')
    .executeTakeFirst();

/** Ends a held task; its steps, where they were counted, are all done. */
export const finish = (db: Db, taskId: number, end: { state: 'done' | 'failed'; result?: string; problem?: string }) =>
  db
    .updateTable('task')
    .set({
      ...end,
      lease: null,
      leaseTime: null,
      finishTime: sql`now()`,
      ...(end.state === 'done' && { done: sql`coalesce(total, done)` }),
    })
    .where('taskId', '=', taskId)
    .execute();

/** Gives a task back to the queue: at once, or to be tried again after some seconds. */
export const release = (db: Db, taskId: number, lease: string, { seconds, counted }: { seconds: number; counted: boolean }) =>
  db
    .updateTable('task')
    .set({
      state: 'queued',
      lease: null,
      leaseTime: sql`now() + make_interval(secs => ${seconds})`,
      ...(!counted && { attempts: sql<number>`attempts - 1` }),
    })
    .where('taskId', '=', taskId)
    .where(held(lease))
    .execute();

/** A user's task, locked. */
export const lock = (db: Db, taskId: number, createBy: number) =>
  db
    .selectFrom('task')
    .select(['taskId', 'kind', 'payload', 'state'])
    .where('taskId', '=', taskId)
    .where('createBy', '=', createBy)
    .forUpdate()
    .executeTakeFirst();

/** Ends a task as cancelled, whoever holds it: its worker loses the lease. */
export const cancel = (db: Db, taskId: number) =>
  db
    .updateTable('task')
    .set({ state: 'cancelled', lease: null, leaseTime: null, finishTime: sql`now()` })
    .where('taskId', '=', taskId)
    .execute();

/** How much has not ended, by kind and state; kinds are ours, so the list is short. */
export const countOpen = (db: Db) =>
  db
    .selectFrom('task')
    .select(['kind', 'state', sql<number>`count(*)::int`.as('count')])
    .where('state', 'in', ['queued', 'running'])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute();

/** Seconds since the oldest task was queued that nobody has begun; 0: none waits. */
export const longestWait = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('task')
      .select(sql<number>`coalesce(extract(epoch from now() - min(create_time)), 0)::float8`.as('wait'))
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow()
  ).wait;
