import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export const insert = (db: Db, captchaId: string, answer: Buffer) =>
  db.insertInto('captcha').values({ captchaId, answer, expireTime: sql<string>`now() + interval '2 minutes'` }).execute();

/**
 * Consumes a captcha, whether the answer is right or wrong. Undefined if it is missing or expired. Only one of two concurrent callers gets
 * it.
 */
export const consume = (db: Db, captchaId: string) =>
  db
    .deleteFrom('captcha')
    .where('captchaId', '=', captchaId)
    .returning(['answer', sql<boolean>`expire_time > now()`.as('alive')])
    .executeTakeFirst();

export async function remove(db: Db, captchaId?: string): Promise<void> {
  await sql`delete from captcha where ${captchaId ?? null}::text is null or captcha_id::text = ${captchaId ?? null}`.execute(db);
}
