import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

const sampleBatch = sql`select batch_id from batch where sample`;

/**
 * Says of the sample's scans who held their codes, and which of these were outside their region: what a scan of that moment would have
 * said. Days are looked back on so far as goods had left the house.
 */
export async function fileHolders(db: Db) {
  await sql`update code_record r set holder_id = s.holder_id from code_segment s
    where r.batch_id in (${sampleBatch}) and s.batch_id = r.batch_id and s.level = r.level and s.holder_id is not null
      and r.ordinal >= s.ordinal_from and r.ordinal < s.ordinal_from + s.count`.execute(db);
  await sql`
    with limits as (
      select h.channel_business_id as holder_id, near.regions from channel_business h cross join lateral (
        select array_agg(left(r.region_code, 2)) as regions
        from unnest(h.ancestors || h.channel_business_id) with ordinality as line(dealer_id, depth)
        join channel_region r on r.channel_business_id = line.dealer_id group by line.depth order by line.depth desc limit 1) near
    )
    update code_record r set verdict = 'suspect', reason = 'otherRegion' from limits l
    where r.batch_id in (${sampleBatch}) and l.holder_id = r.holder_id and r.verdict in ('genuine', 'alreadyVerified')
      and r.region_code is not null and left(r.region_code, 2) <> all (l.regions)`.execute(db);
}

/** Leaves the suspect scans of the sample's last `days` for cases, as each would have. */
export const fileForCases = (db: Db, days: number) =>
  sql`insert into case_inbox (scan_id, reason) select scan_id, reason from code_record
    where batch_id in (${sampleBatch}) and verdict = 'suspect' and reason is not null and scan_time > now() - ${days} * interval '1 day'
    on conflict do nothing`.execute(db);

/** Marks what the sample's scans opened, dated by its first scan. */
export async function markCases(db: Db) {
  await sql`update code_case c set sample = true, create_time = least(c.create_time, e.first)
    from (select s.case_id, min(r.scan_time) as first from case_scan s join code_record r on r.scan_id = s.scan_id group by 1) e
    where e.case_id = c.case_id and c.batch_id in (${sampleBatch})`.execute(db);
  await sql`update case_event e set event_time = c.create_time from code_case c where c.case_id = e.case_id and c.sample and e.action = 'open'`.execute(
    db,
  );
}

/** The sample's cases about codes, the oldest first, with the number of the code's latest scan. */
export const listCases = (db: Db) =>
  db
    .selectFrom('codeCase')
    .select(['caseId', 'batchId', 'level', 'ordinal'])
    .select(sql<string | null>`(select max(scan_id::text)::uuid from case_scan s where s.case_id = code_case.case_id)`.as('scanId'))
    .where('sample', '=', true)
    .where('subject', '=', 'code')
    .orderBy('caseId')
    .execute();

/** A text that somebody scanned of late and that is no code of ours. */
export const findUnknown = (db: Db) =>
  db
    .selectFrom('codeRecord')
    .select(['scanId', 'codeText', 'region', 'device'])
    .where('verdict', '=', 'unknown')
    .where('codeText', 'is not', null)
    .orderBy('scanId', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Marks a report's case and the report as the sample's. */
export async function markReport(db: Db, caseId: number) {
  await db.updateTable('codeCase').set({ sample: true }).where('caseId', '=', caseId).execute();
  await db.updateTable('shopperReport').set({ sample: true }).where('caseId', '=', caseId).execute();
}

/** Whether a user may be given cases is not asked: the sample says whose they are. */
export const setAssignee = (db: Db, caseId: number, assigneeId: number) =>
  db.updateTable('codeCase').set({ state: 'assigned', assigneeId }).where('caseId', '=', caseId).execute();
