import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

export const insert = (db: Db, captchaId: string, answer: Buffer) =>
  db.insertInto('captcha').values({ captchaId, answer, expireTime: sql<string>`now() + interval '2 minutes'` }).execute();

/** Uses a captcha up, right or wrong; undefined where there is none or it is too old. Two askers cannot both have it. */
export const take = (db: Db, captchaId: string) =>
  db
    .deleteFrom('captcha')
    .where('captchaId', '=', captchaId)
    .returning(['answer', sql<boolean>`expire_time > now()`.as('alive')])
    .executeTakeFirst();

/** Removes a captcha, or all of them. */
export async function remove(db: Db, captchaId?: string): Promise<void> {
  await sql`delete from captcha where ${captchaId ?? null}::text is null or captcha_id::text = ${captchaId ?? null}`.execute(db);
}
