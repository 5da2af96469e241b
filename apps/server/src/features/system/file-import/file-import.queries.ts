import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** Takes the import lock of a resource until the transaction ends. Returns false at once if it is taken. */
export async function tryLock(db: Db, permission: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`suyuan/import/${permission}`}, 0)) as mine`.execute(db);
  return rows[0]?.mine === true;
}
