import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export const findByName = (db: Db, userName: string) =>
  db
    .selectFrom('users')
    .select(['userId', 'userName', 'password', 'status'])
    .where(sql`lower(user_name)`, '=', sql`lower(${userName}::text)`)
    .where('delFlag', '=', '0')
    .executeTakeFirst();

/** Records a sign-in and stores the upgraded hash. Undefined if password or status changed after the comparison. */
export const recordSignIn = (db: Db, userId: number, { from, to, loginIp }: { from: string; to: string; loginIp: string }) =>
  db
    .updateTable('users')
    .set({ loginIp, loginDate: sql<string>`now()`, password: to })
    .where('userId', '=', userId)
    .where('password', '=', from)
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .returning('userId')
    .executeTakeFirst();

/** Records a sign-in by ticket; the device query has already checked the user. */
export const recordTicketSignIn = (db: Db, userId: number, loginIp: string) =>
  db.updateTable('users').set({ loginIp, loginDate: sql<string>`now()` }).where('userId', '=', userId).execute();
