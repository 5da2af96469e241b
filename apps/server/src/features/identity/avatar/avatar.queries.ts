import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/**
 * Replaces the avatar and returns the previous one. The row lock serializes concurrent calls. `for no key update` does not conflict with
 * the key-share locks that foreign keys of new file records take.
 */
export async function replace(db: Db, userId: number, avatar: string): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    update users set avatar = ${avatar}, update_by = ${userId}, update_time = now()
    from (select avatar as before from users where user_id = ${userId} for no key update) locked
    where user_id = ${userId} returning before`.execute(db);
  return rows[0]?.before ?? '';
}
