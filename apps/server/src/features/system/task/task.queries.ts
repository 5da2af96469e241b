import type { Language, Page, Paging, Task } from '@suyuan/contract';
import { sql } from 'kysely';
import { lockByName } from '../../../platform/db/advisory-lock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';
import { columnIn } from '../../../platform/translations.ts';

export interface ClaimedTask {
  taskId: number;
  kind: string;
  payload: Record<string, unknown>;
  done: number;
  attempts: number;
  /** Seconds since its first start. */
  age: number;
  createBy: number | null;
}

/** Validity of a worker's lease without renewal. */
const LEASE = sql`interval '10 seconds'`;

const tasksOf = (db: Db, createBy: number, language: Language) =>
  db
    .selectFrom('task')
    .select(['taskId', 'kind', 'state', 'done', 'total', 'problem', 'createTime', 'startTime', 'finishTime'])
    .select(columnIn(language, 'task', 'subject').as('subject'))
    .where('createBy', '=', createBy);

export const list = (db: Db, createBy: number, paging: Paging, language: Language): Promise<Page<Task>> =>
  page(
    tasksOf(db, createBy, language)
      // omit the link if the file was downloaded or has expired
      .select(
        sql<Task['result']>`case when result ? 'file' and not exists (select from file where file.path = result ->> 'file')
          then result - 'link' else result - 'faults' end`.as('result'),
      )
      // a check constraint guarantees the states
      .$narrowType<{ state: Task['state'] }>(),
    'taskId',
    paging,
  );

/** One user's task with the faults that lists omit. */
export const find = (db: Db, taskId: number, createBy: number, language: Language) =>
  tasksOf(db, createBy, language)
    .select('result')
    // check constraints guarantee the states, and results are always objects
    .$castTo<Task>()
    .where('taskId', '=', taskId)
    .executeTakeFirst();

interface NewTask {
  kind: string;
  subject: string;
  translations?: string;
  payload: string;
  createBy: number | null;
  total?: number | undefined;
}

export const insert = (db: Db, row: NewTask) => db.insertInto('task').values(row).returning('taskId').executeTakeFirstOrThrow();

/** Like `insert`; undefined if a unique index has an equal open task. */
export const insertOnce = (db: Db, row: NewTask) =>
  db
    .insertInto('task')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('taskId')
    .executeTakeFirst();

const openTasks = (db: Db, kind: string, createBy: number | null) =>
  db
    .selectFrom('task')
    .select('taskId')
    .where('kind', '=', kind)
    .where('createBy', '=', createBy)
    .where('state', 'in', ['queued', 'running'])
    .orderBy('taskId')
    .limit(1);

export const findOpen = (db: Db, { kind, payload, createBy }: NewTask) =>
  openTasks(db, kind, createBy).where(sql<boolean>`payload = ${payload}::jsonb`).executeTakeFirst();

/** Serializes identical enqueues until the transaction ends. Returns the open task whose payload has `digest`. */
export async function findSame(db: Db, { kind, createBy, digest }: { kind: string; createBy: number; digest: string }) {
  await lockByName(db, `task/${kind}/${createBy}/${digest}`);
  return openTasks(db, kind, createBy).where(sql<boolean>`payload ->> 'digest' = ${digest}`).executeTakeFirst();
}

/** Notifies listening workers on commit. */
export const notify = (db: Db) => sql`select pg_notify('task', '')`.execute(db);

/**
 * Claims the oldest available task of `kinds`: queued, or with an expired lease. For a queued task, `lease_time` is the earliest time of
 * the next attempt.
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

/** Whether `lease` still holds the task. Workers that lost it write nothing. */
const holdsLease = (lease: string) => sql<boolean>`lease = ${lease} and state = 'running'`;

/** Extends a lease; undefined if it is lost. */
export const renew = (db: Db, taskId: number, lease: string) =>
  db
    .updateTable('task')
    .set({ leaseTime: sql`now() + ${LEASE}` })
    .where('taskId', '=', taskId)
    .where(holdsLease(lease))
    .returning('taskId')
    .executeTakeFirst();

/** Locks a task held by `lease` until the transaction ends; undefined if it is lost. */
export const lockLeased = (db: Db, taskId: number, lease: string) =>
  db.selectFrom('task').select('taskId').where('taskId', '=', taskId).where(holdsLease(lease)).forUpdate().executeTakeFirst();

/** Stores progress; undefined if the lease is lost. @param total undefined leaves it unchanged */
export const progress = (db: Db, taskId: number, lease: string, done: number, total: number | undefined) =>
  db
    .updateTable('task')
    .set({ done, ...(total !== undefined && { total }) })
    .where('taskId', '=', taskId)
    .where(holdsLease(lease))
    .returning('taskId')
    .executeTakeFirst();

export interface TaskOutcome {
  state: 'done' | 'failed';
  result?: string;
  problem?: string;
}

/** Ends a held task. Sets `done` to the total if steps were counted. */
export const finish = (db: Db, taskId: number, end: TaskOutcome) =>
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

/** Requeues a task, at once or after `seconds`. */
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
    .where(holdsLease(lease))
    .execute();

export const lock = (db: Db, taskId: number, createBy: number) =>
  db
    .selectFrom('task')
    .select(['taskId', 'kind', 'payload', 'state'])
    .where('taskId', '=', taskId)
    .where('createBy', '=', createBy)
    .forUpdate()
    .executeTakeFirst();

/** Cancels a task; its worker loses the lease. */
export const cancel = (db: Db, taskId: number) =>
  db
    .updateTable('task')
    .set({ state: 'cancelled', lease: null, leaseTime: null, finishTime: sql`now()` })
    .where('taskId', '=', taskId)
    .execute();

export const countOpen = (db: Db) =>
  db
    .selectFrom('task')
    .select(['kind', 'state', sql<number>`count(*)::int`.as('count')])
    .where('state', 'in', ['queued', 'running'])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute();

/** Seconds since the oldest unstarted task was queued; 0 if none waits. */
export const longestWait = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('task')
      .select(sql<number>`coalesce(extract(epoch from now() - min(create_time)), 0)::float8`.as('wait'))
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow()
  ).wait;
