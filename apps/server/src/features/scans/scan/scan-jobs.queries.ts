import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** Scans of unknown codes in the last minutes, counted up to `limit`. */
export async function countUnknown(db: Db, minutes: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (select 1 from scan
    where verdict = 'unknown' and scan_id >= uuid7_floor(now() - ${minutes} * interval '1 minute') limit ${limit}) found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Consumers' scans before activation within a day, up to `limit`, and the largest number of one batch. */
export async function countEarly(db: Db, limit: number): Promise<{ count: number; ofOneBatch: number }> {
  const { rows } = await sql<{ count: number; ofOneBatch: number }>`
    select coalesce(sum(scans), 0)::int as count, coalesce(max(scans), 0)::int as of_one_batch from (
      select count(*) as scans from (select batch_id from scan where verdict = 'notActivated' and channel <> 'inspect'
        and scan_id >= uuid7_floor(now() - interval '1 day') order by scan_id desc limit ${limit}) found group by batch_id) batches`.execute(
    db,
  );
  return rows[0] ?? { count: 0, ofOneBatch: 0 };
}

/** Reduces addresses to networks and positions to about 10 km, and removes browsers. Resolves to the number of scans. */
export async function anonymiseDay(db: Db, day: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update scan set ip = network(set_masklen(ip, case when family(ip) = 4 then 24 else 48 end))::inet, agent = null,
      lng = round(lng::numeric, 1), lat = round(lat::numeric, 1), accuracy = case when lng is not null then 10000 end
    where scan_id >= uuid7_floor(${day}::date) and scan_id < uuid7_floor(${day}::date + 1)
      and (masklen(ip) > case when family(ip) = 4 then 24 else 48 end or agent is not null or accuracy < 10000)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export const recordAnonymisedDay = (db: Db, name: string, value: string) =>
  db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();

/** Undefined without scans. */
export async function findFirstDay(db: Db): Promise<string | undefined> {
  const first = await db
    .selectFrom('scan')
    .select(sql<string>`scan_time::date::text`.as('day'))
    .orderBy('scanId')
    .limit(1)
    .executeTakeFirst();
  return first?.day;
}
