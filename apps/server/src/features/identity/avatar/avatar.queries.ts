import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/**
 * Puts a picture in the place of another and answers which that was; two at once come one after the other. The row is held without its
 * key, which the files of both name already: held whole, each would wait for the other.
 */
export async function replace(db: Db, userId: number, avatar: string): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    update users set avatar = ${avatar}, update_by = ${userId}, update_time = now()
    from (select avatar as before from users where user_id = ${userId} for no key update) held
    where user_id = ${userId} returning before`.execute(db);
  return rows[0]?.before ?? '';
}
