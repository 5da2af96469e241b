import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Work after a commit, with the pool. */
type AfterCommitWork = (pool: Db) => Promise<void>;

const afterCommitQueues = new WeakMap<Db, AfterCommitWork[]>();

const reporters = new WeakMap<Db, (error: unknown) => void>();

/** Errors of work after a commit, by pool. Without a reporter they are warnings of the process. */
export const reportAfterCommitErrors = (pool: Db, report: (error: unknown) => void) => void reporters.set(pool, report);

/** Never fails, because the change is committed. */
async function runAfterCommit(pool: Db, work: AfterCommitWork): Promise<void> {
  try {
    await work(pool);
  } catch (error) {
    const report = reporters.get(pool) ?? ((failure: unknown) => process.emitWarning(String(failure)));
    report(error);
  }
}

/** Runs `work` in a transaction, or joins the current one. */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  const queue: AfterCommitWork[] = [];
  const result = await db.transaction().execute((tx) => {
    afterCommitQueues.set(tx, queue);
    return work(tx);
  });
  for (const each of queue) await runAfterCommit(db, each);
  return result;
}

/**
 * Runs irreversible work after the commit of `inTransaction`, or at once outside a transaction. A rollback of the transaction or its
 * savepoint discards it. Errors are reported only, and a crash loses it: work that must happen is a task.
 */
export async function afterCommit(db: Db, work: AfterCommitWork): Promise<void> {
  if (!db.isTransaction) return runAfterCommit(db, work);
  const queue = afterCommitQueues.get(db);
  if (!queue) throw new Error('the transaction has no queue of callbacks: start it by inTransaction');
  queue.push(work);
}

let savepoints = 0;

/** Runs `work` below a savepoint: an error rolls back to it, and so does `undo` after success. */
export async function inSavepoint<T>(db: Db, undo: boolean, work: () => Promise<T>): Promise<T> {
  const name = sql.id(`s${++savepoints}`);
  const queueLength = afterCommitQueues.get(db)?.length ?? 0;
  const rollBack = () => {
    afterCommitQueues.get(db)?.splice(queueLength);
    return sql`rollback to savepoint ${name}`.execute(db);
  };
  await sql`savepoint ${name}`.execute(db);
  try {
    const result = await work();
    await (undo ? rollBack() : sql`release savepoint ${name}`.execute(db));
    return result;
  } catch (error) {
    await rollBack().catch((cause: unknown) => {
      throw new AggregateError([error, cause], 'the savepoint cannot be rolled back');
    });
    throw error;
  }
}
