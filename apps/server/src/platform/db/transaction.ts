import { sql } from 'kysely';
import type { Db } from './database.types.ts';

/** What is done once a transaction is committed, with the pool that it was of. */
type Later = (pool: Db) => Promise<void>;

/** What waits for a transaction of `inTransaction` to be committed. */
const waiting = new WeakMap<Db, Later[]>();

/** Runs `work` in one transaction; within one already, it joins it. */
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
 * Does what cannot be undone once the transaction of `db`, one of `inTransaction`, is committed, and not at all where it or the savepoint
 * around is rolled back; at once where `db` is none. What fails or is lost with the process is for whoever tidies up.
 */
export async function afterCommit(db: Db, work: Later): Promise<void> {
  if (!db.isTransaction) return work(db);
  const later = waiting.get(db);
  if (!later) throw new Error('a transaction that nobody waits for: begin it by inTransaction');
  later.push(work);
}

let savepoints = 0;

/** Runs `work` below a savepoint of the present transaction: a refusal undoes it alone, and `undo` undoes it even when it went well. */
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
