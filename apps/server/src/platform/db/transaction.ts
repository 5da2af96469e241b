import { sql } from 'kysely';
import type { Db } from './database.types.ts';

/** Work after a commit, with the pool. */
type Later = (pool: Db) => Promise<void>;

const waiting = new WeakMap<Db, Later[]>();

/** Runs `work` in a transaction, or joins the current one. */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  const later: Later[] = [];
  const answer = await db.transaction().execute((tx) => {
    waiting.set(tx, later);
    return work(tx);
  });
  for (const each of later) await each(db).catch(() => undefined);
  return answer;
}

/**
 * Runs irreversible work after the commit of `inTransaction`, or at once outside a transaction. A rollback of the transaction or its
 * savepoint discards it. Failed or lost work is left to the cleanup jobs.
 */
export async function afterCommit(db: Db, work: Later): Promise<void> {
  if (!db.isTransaction) return work(db);
  const later = waiting.get(db);
  if (!later) throw new Error('a transaction that nobody waits for: begin it by inTransaction');
  later.push(work);
}

let savepoints = 0;

/** Runs `work` below a savepoint: an error rolls back to it, and so does `undo` after success. */
export async function inSavepoint<T>(db: Db, undo: boolean, work: () => Promise<T>): Promise<T> {
  const name = sql.id(`s${++savepoints}`);
  const filed = waiting.get(db)?.length ?? 0;
  const rollBack = () => {
    waiting.get(db)?.splice(filed);
    return sql`rollback to savepoint ${name}`.execute(db);
  };
  await sql`savepoint ${name}`.execute(db);
  try {
    const answer = await work();
    await (undo ? rollBack() : sql`release savepoint ${name}`.execute(db));
    return answer;
  } catch (error) {
    await rollBack();
    throw error;
  }
}
