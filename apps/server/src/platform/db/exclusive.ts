import { sql } from 'kysely';
import { onSession } from './connect.ts';
import type { Db } from './database.types.ts';

/** Mutual exclusion by name across the processes of a database. Waits without a limit. */
export function withAdvisoryLock<T>(db: Db, name: string, work: () => Promise<T>): Promise<T> {
  return onSession(db, async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(hashtextextended(${`suyuan/${name}`}, 0))`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${`suyuan/${name}`}, 0))`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}
