import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** The one user of that name, in any case of its letters. */
export const findByName = (db: Db, userName: string) =>
  db
    .selectFrom('users')
    .select(['userId', 'userName', 'password', 'status'])
    .where(sql`lower(user_name)`, '=', sql`lower(${userName}::text)`)
    .where('delFlag', '=', '0')
    .executeTakeFirst();

/** Notes a sign-in, and stores the hash of today's make; undefined where password or status have changed since they were compared. */
export const noteSignIn = (db: Db, userId: number, { from, to, loginIp }: { from: string; to: string; loginIp: string }) =>
  db
    .updateTable('users')
    .set({ loginIp, loginDate: sql<string>`now()`, password: to })
    .where('userId', '=', userId)
    .where('password', '=', from)
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .returning('userId')
    .executeTakeFirst();

/** Notes a sign-in by ticket, whose user was judged by the device's own statement. */
export const noteTicket = (db: Db, userId: number, loginIp: string) =>
  db.updateTable('users').set({ loginIp, loginDate: sql<string>`now()` }).where('userId', '=', userId).execute();
