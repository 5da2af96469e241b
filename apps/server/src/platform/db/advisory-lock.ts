import { type RawBuilder, sql } from 'kysely';
import { onSession } from './connect.ts';
import type { Db } from './db.ts';

/** Key of an advisory lock. PostgreSQL has one key space per database, so the name says which table or process the lock serialises. */
const keyOf = (name: string): RawBuilder<bigint> => sql`hashtextextended(${`suyuan/${name}`}, 0)`;

/** Waits for the lock, and holds it until the transaction ends. */
export const lockByName = (db: Db, name: string) => sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(db);

/** As `lockByName`, together with other shared holders. */
export const lockSharedByName = (db: Db, name: string) => sql`select pg_advisory_xact_lock_shared(${keyOf(name)})`.execute(db);

const isTaken = async (db: Db, attempt: RawBuilder<boolean>) => {
  const { rows } = await sql<{ taken: boolean }>`select ${attempt} as taken`.execute(db);
  return rows[0]?.taken === true;
};

/** Takes the lock until the transaction ends; false at once if another transaction holds it. */
export const tryLockByName = (db: Db, name: string) => isTaken(db, sql`pg_try_advisory_xact_lock(${keyOf(name)})`);

/** Takes the lock until the session ends or `unlockSession`; false at once if another session holds it. */
export const tryLockSession = (session: Db, name: string) => isTaken(session, sql`pg_try_advisory_lock(${keyOf(name)})`);

export const lockSession = (session: Db, name: string) => sql`select pg_advisory_lock(${keyOf(name)})`.execute(session);

export const unlockSession = (session: Db, name: string) => sql`select pg_advisory_unlock(${keyOf(name)})`.execute(session);

/** Mutual exclusion by name across the processes of a database. Waits without a limit. */
export function withAdvisoryLock<T>(db: Db, name: string, work: () => Promise<T>): Promise<T> {
  return onSession(db, async (session) => {
    const release = async () => {
      await sql`select pg_advisory_unlock_all()`.execute(session);
      await sql`reset statement_timeout`.execute(session);
      await sql`reset lock_timeout`.execute(session);
    };
    try {
      await sql`set statement_timeout = 0`.execute(session);
      await sql`set lock_timeout = 0`.execute(session);
      await lockSession(session, name);
      const result = await work();
      await release();
      return result;
    } catch (error) {
      // the first error says why; a lost session has released its lock
      await release().catch(() => undefined);
      throw error;
    }
  });
}
