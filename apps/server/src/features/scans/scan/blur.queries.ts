import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/**
 * Blurs where scans of a day long ago came from: the network in place of the address, a position to about ten kilometres, no browser.
 * Answers how many were.
 */
export async function blurDay(db: Db, day: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update code_record set ip = network(set_masklen(ip, case family(ip) when 4 then 24 else 48 end))::inet, agent = null,
      lng = round(lng::numeric, 1), lat = round(lat::numeric, 1), accuracy = case when lng is not null then 10000 end
    where scan_id >= uuid7_floor(${day}::date) and scan_id < uuid7_floor(${day}::date + 1)
      and (masklen(ip) > case family(ip) when 4 then 24 else 48 end or agent is not null or accuracy < 10000)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Notes the last day that was blurred. */
export const noteBlurred = (db: Db, name: string, value: string) =>
  db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();

/** Day of the oldest scan; undefined where there is none. */
export async function findFirstDay(db: Db): Promise<string | undefined> {
  const first = await db
    .selectFrom('codeRecord')
    .select(sql<string>`scan_time::date::text`.as('day'))
    .orderBy('scanId')
    .limit(1)
    .executeTakeFirst();
  return first?.day;
}
