import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/**
 * Uses one of the remaining attempts of a name in one statement, so concurrent attempts cannot exceed the limit. An attempt restarts the
 * lock period; a locked name is not updated. Undefined if none is left.
 */
export const useAttempt = (db: Db, userName: string, { failures, minutes }: { failures: number; minutes: number }) =>
  db
    .insertInto('signInFailure')
    .values({ userName, failureCount: 1, expireTime: sql<string>`now() + make_interval(mins => ${minutes}::int)` })
    .onConflict((conflict) =>
      conflict
        .column('userName')
        .doUpdateSet({
          failureCount: sql<number>`case when sign_in_failure.expire_time <= now() then 1 else sign_in_failure.failure_count + 1 end`,
          expireTime: sql<string>`excluded.expire_time`,
        })
        .where(sql<boolean>`sign_in_failure.expire_time <= now() or sign_in_failure.failure_count < ${failures}::int`),
    )
    .returning('failureCount')
    .executeTakeFirst();

/** The same for a remembered device, which has a separate count. Also undefined if the device no longer exists. */
export const useDeviceAttempt = (db: Db, deviceId: string, { failures, minutes }: { failures: number; minutes: number }) =>
  db
    .updateTable('device')
    .set({
      failureCount: sql<number>`case when failure_expire_time > now() then failure_count + 1 else 1 end`,
      failureExpireTime: sql<string>`now() + make_interval(mins => ${minutes}::int)`,
    })
    .where('deviceId', '=', deviceId)
    .where(sql<boolean>`(failure_count < ${failures}::int or failure_expire_time <= now())`)
    .returning('failureCount')
    .executeTakeFirst();

export const findDevice = (db: Db, deviceId: string) =>
  db.selectFrom('device').select('deviceId').where('deviceId', '=', deviceId).executeTakeFirst();

export const clearDeviceAttempts = (db: Db, deviceId: string) =>
  db.updateTable('device').set({ failureCount: 0, failureExpireTime: null }).where('deviceId', '=', deviceId).execute();

export const clearAttemptsOfDevices = (db: Db, userName: string) =>
  db
    .updateTable('device')
    .from('users')
    .set({ failureCount: 0, failureExpireTime: null })
    .whereRef('users.userId', '=', 'device.userId')
    .where(sql`lower(normalize(user_name, NFKC))`, '=', userName)
    .where('failureCount', '>', 0)
    .execute();

export const clearAttempts = (db: Db, userName: string) => db.deleteFrom('signInFailure').where('userName', '=', userName).execute();

export async function clearAllAttempts(db: Db): Promise<void> {
  await db.deleteFrom('signInFailure').execute();
  await db.updateTable('device').set({ failureCount: 0, failureExpireTime: null }).where('failureCount', '>', 0).execute();
}

export const find = (db: Db, userId: number) =>
  db.selectFrom('users').select(['password', 'phonenumber']).where('userId', '=', userId).executeTakeFirst();

/** Replaces the hash `from`. Undefined if the stored hash has changed meanwhile. */
export const replace = (db: Db, userId: number, { from, to }: { from: string; to: string }) =>
  db
    .updateTable('users')
    .set({ password: to, pwdUpdateDate: sql<string>`now()`, updateBy: userId, updateTime: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('password', '=', from)
    .returning('userId')
    .executeTakeFirst();
