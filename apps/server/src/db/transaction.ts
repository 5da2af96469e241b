import { sql } from 'kysely';
import type { Db } from './database.types.ts';

/** Runs `work` in one transaction; within one already, it joins it. */
export const inTransaction = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

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
