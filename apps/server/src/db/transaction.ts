import { sql } from 'kysely';
import type { Db } from './database.types.ts';

/** What waits for a transaction of `inTransaction` to be committed. */
const waiting = new WeakMap<Db, (() => Promise<void>)[]>();

/** Runs `work` in one transaction; within one already, it joins it. */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  const later: (() => Promise<void>)[] = [];
  const answer = await db.transaction().execute((tx) => {
    waiting.set(tx, later);
    return work(tx);
  });
  for (const each of later) await each().catch(() => undefined);
  return answer;
}

/**
 * Does what cannot be undone once the transaction of `db` is committed, and not at all where it is rolled back; at once where `db` is none.
 * What fails or is lost with the process is for whoever tidies up.
 */
export async function afterCommit(db: Db, work: () => Promise<void>): Promise<void> {
  if (!db.isTransaction) return work();
  waiting.get(db)?.push(work);
}

let savepoints = 0;

/** Runs `work` below a savepoint of the present transaction: a refusal undoes it alone, and `undo` undoes it even when it went well. */
export async function inSavepoint<T>(db: Db, undo: boolean, work: () => Promise<T>): Promise<T> {
  const name = sql.id(`s${++savepoints}`);
  await sql`savepoint ${name}`.execute(db);
  try {
    const answer = await work();
    await (undo ? sql`rollback to savepoint ${name}` : sql`release savepoint ${name}`).execute(db);
    return answer;
  } catch (error) {
    await sql`rollback to savepoint ${name}`.execute(db);
    throw error;
  }
}
