import type { BatchState, CodeStatus, ScanReason } from '@suyuan/contract';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../../platform/db/db.ts';
import { isDistributed, onNodeOf, onSameNode } from '../../../platform/db/layout.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { scanPlace } from '../place/regions.ts';
import { type CodePlace, type CounterRow, counterColumns, counterOf, type RecordRow } from './counter.queries.ts';

export interface Serial {
  spaceId: number;
  epoch: number;
  serial: number;
}

export interface LocatedRow extends CounterRow, Serial {
  /** Index of the query in the input. */
  index: number;
  batchState: BatchState;
  /** The most severe status of the code and its containers. */
  status: CodeStatus | null;
  /** The dealer that holds the code; for a stopped code, the nearest container's holder has priority. */
  holderId: number | null;
}

/** On Citus each machine reads its counters in the transaction that changes them. */
const NO_COUNTER = sql`(select (null::scan_state).*)`;

/** Place, status and counters of serials. A serial outside all ranges of its epoch has no row. */
export async function locate(db: Db, serials: (Serial & { index: number })[]): Promise<LocatedRow[]> {
  const { rows } = await sql<LocatedRow & { nested: boolean }>`${prepared}
    select q.index, q.space_id, q.epoch, q.serial, a.batch_id, a.level, a.ordinal, b.state as batch_state, b.nested,
      own.status, own.holder_id, ${counterColumns}
    from unnest(${serials.map(({ index }) => index)}::int[], ${serials.map(({ spaceId }) => spaceId)}::bigint[],
      ${serials.map(({ epoch }) => epoch)}::int[], ${serials.map(({ serial }) => serial)}::bigint[]) as q(index, space_id, epoch, serial)
    cross join lateral (select * from batch_range where space_id = q.space_id and serial_from <= q.serial order by serial_from desc limit 1) r
    cross join lateral (select r.batch_id, r.level, r.ordinal_from + q.serial - r.serial_from as ordinal) a
    cross join lateral (select state, nested from batch where batch_id = r.batch_id limit 1) b
    left join lateral code_own(a.batch_id, a.level, a.ordinal) own on true
    left join lateral ${isDistributed() ? NO_COUNTER : counterOf('')} s on true
    where r.epoch = q.epoch and q.serial < r.serial_from + r.count`.execute(db);
  // only batches with packaging have containers
  const packedRows = rows.filter(({ nested }) => nested);
  if (packedRows.length > 0) await addContainers(db, packedRows);
  return rows;
}

/** The most severe container status wins. For a stopped code, the nearest container's holder has priority. */
async function addContainers(db: Db, packedRows: LocatedRow[]): Promise<void> {
  const { rows } = await sql<{ index: number; status: CodeStatus | null; holderId: number | null }>`${prepared}
    select a.index, case when code_gravity(around.status) > code_gravity(a.status) then around.status else a.status end as status,
      coalesce(case when code_gravity(a.status) > 0 then around.holder_id end, a.holder_id) as holder_id
    from unnest(${packedRows.map((_, index) => index)}::int[], ${packedRows.map(({ batchId }) => batchId)}::bigint[],
      ${packedRows.map(({ level }) => level)}::int[], ${packedRows.map(({ ordinal }) => ordinal)}::bigint[],
      ${packedRows.map(({ status }) => status)}::text[], ${packedRows.map(({ holderId }) => holderId)}::bigint[])
      as a(index, batch_id, level, ordinal, status, holder_id)
    cross join lateral code_around(a.batch_id, a.level, a.ordinal) around`.execute(db);
  for (const { index, ...around } of rows) Object.assign(packedRows[index]!, around);
}

/** Inherited from the nearest ancestor that has any; a dealer without regions has no row. */
export async function findRegions(db: Db, holderIds: number[]): Promise<{ holderId: number; regions: string[] }[]> {
  const { rows } = await sql<{ holderId: number; regions: string[] }>`
    select h.channel_business_id as holder_id, near.regions from dealer h
    cross join lateral (
      select array_agg(r.region_code order by r.region_code) as regions
      from unnest(h.ancestors || h.channel_business_id) with ordinality as line(dealer_id, depth)
      join dealer_region r on r.channel_business_id = line.dealer_id
      group by line.depth order by line.depth desc limit 1
    ) near
    where h.channel_business_id = any(${holderIds}::bigint[])`.execute(db);
  return rows;
}

/** The limit is far above any realistic blacklist. */
export const listBlockedVisitors = (db: Db) =>
  db
    .selectFrom('blacklist')
    .select(['device', 'network'])
    .where('kind', 'in', ['device', 'address'])
    .orderBy('blacklistId', 'desc')
    .limit(100_000)
    .execute();

interface StoredScan extends Pick<RecordRow, 'scanId' | 'verdict' | 'consumerVerdict' | 'reason' | 'sessionNo' | 'codeText'> {
  batchId: number | null;
  level: number | null;
  ordinal: number | null;
  firstTime: number | null;
  firstRegion: string | null;
}

/** Stored results of scans, oldest first. */
export async function findStoredScans(db: Db, scanIds: string[]): Promise<StoredScan[]> {
  const { rows } = await sql<StoredScan>`
    select r.scan_id, r.verdict, coalesce(r.consumer_verdict, r.verdict) as consumer_verdict, r.reason, r.session_no, r.code_text, r.batch_id, r.level, r.ordinal, (extract(epoch from s.first_time) * 1000)::bigint as first_time, s.first_region
    from scan r left join scan_state s on s.batch_id = r.batch_id and s.level = r.level and s.ordinal = r.ordinal and ${onSameNode('s', 'r')}
    where r.scan_id = any(${scanIds}::uuid[]) order by r.scan_id`.execute(db);
  return rows;
}

/** Undefined before the first scan. */
export const findCounter = (db: Db, { batchId, level, ordinal }: CodePlace) =>
  db
    .selectFrom('scanState')
    .select(['sessions', 'scans', 'recalledScans', 'firstTime', 'firstRegion', 'lastTime', 'blocked'])
    .select(sql<boolean>`quiet_until is not null and quiet_until > now()`.as('quiet'))
    .where(onNodeOf({ batchId, level, ordinal }))
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinal', '=', ordinal)
    .executeTakeFirst();

/** Creates the partitions of the months that today's ids may fall into. */
export const ensurePartitions = (db: Db) =>
  sql`select ensure_scan_partition(now() + i * interval '1 day') from generate_series(-2, 2) i`.execute(db);

/** Results of PIN attempts of one scan, by digest of the PIN. */
export type PinAnswers = Record<string, 'right' | 'wrong' | 'locked'>;

/** Locks the scan, so that repeated requests wait for the transaction. */
export async function lockPinAnswers(db: Db, scanId: string, code: CodePlace) {
  const { rows } = await sql<{ answers: PinAnswers; device: Buffer; region: string | null; regionCode: string | null }>`
    select coalesce(pin_answers, '{}') as answers, device, region, region_code from scan
    where scan_id = ${scanId} and ${onNodeOf(code)} for update`.execute(db);
  const { answers, device, ...place } = rows[0]!;
  return { answers, device, region: scanPlace(place) };
}

export interface PinReveal {
  /** Milliseconds since 1970. */
  time: number;
  region: string | null;
  device: Buffer;
}

/** The first reveal of a PIN; records `revealedBy` if there was none. */
export async function revealPin(
  db: Db,
  { batchId, level, ordinal }: CodePlace,
  revealedBy: { scanId: string; device: Buffer; region: string | null },
) {
  await sql`insert into pin_reveal (batch_id, level, ordinal, scan_id, device, region)
    values (${batchId}, ${level}, ${ordinal}, ${revealedBy.scanId}, ${revealedBy.device}, ${revealedBy.region}) on conflict do nothing`.execute(
    db,
  );
  // a separate statement, so that it sees a row inserted concurrently
  const { rows } = await sql<PinReveal>`select (extract(epoch from reveal_time) * 1000)::bigint as time, region, device from pin_reveal
    where batch_id = ${batchId} and level = ${level} and ordinal = ${ordinal}`.execute(db);
  return rows[0]!;
}

/** Undefined if the PIN was never revealed. */
export const findPinReveal = (db: Db, { batchId, level, ordinal }: CodePlace) =>
  db
    .selectFrom('pinReveal')
    .select(['revealTime', 'region'])
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinal', '=', ordinal)
    .executeTakeFirst();

/** Marks a repeated PIN reveal by another device, and queues a case unless the code is quiet. */
export async function recordPinReuse(db: Db, scanId: string, place: CodePlace) {
  await sql`update scan set reason = 'pinReused' where scan_id = ${scanId} and ${onNodeOf(place)} and reason is null`.execute(db);
  await queueUnlessQuiet(db, scanId, place, 'pinReused');
}

/** Queues a scan for a case, unless a case about its code was recently closed as a false alarm or genuine. */
export async function queueUnlessQuiet(db: Db, scanId: string, place: CodePlace, reason: ScanReason) {
  if ((await findCounter(db, place))?.quiet) return;
  await sql`insert into scan_case_inbox (scan_id, reason) values (${scanId}, ${reason}) on conflict do nothing`.execute(db);
}

/** Stores PIN answers, so that a repeated request gets the same result. */
export const storePinAnswers = (db: Db, scanId: string, place: CodePlace, answers: PinAnswers) =>
  sql`update scan set pin_answers = ${JSON.stringify(answers)}::jsonb where scan_id = ${scanId} and ${onNodeOf(place)}`.execute(db);

/** Takes one of the `limit` attempts per code and day; undefined if none is left. */
export async function takePinTry(db: Db, { batchId, level, ordinal }: CodePlace, limit: number): Promise<{ tries: number } | undefined> {
  const { rows } = await sql<{ tries: number }>`
    insert into pin_try as t (batch_id, level, ordinal, tries) values (${batchId}, ${level}, ${ordinal}, 1)
    on conflict on constraint pin_try_pkey do update set
      tries = case when t.first_time > now() - interval '1 day' then t.tries + 1 else 1 end,
      first_time = case when t.first_time > now() - interval '1 day' then t.first_time else now() end
      where t.tries < ${limit} or t.first_time <= now() - interval '1 day'
    returning tries`.execute(db);
  return rows[0];
}

const isPinLocked = (limit: number) => sql<boolean>`tries >= ${limit} and first_time > now() - interval '1 day'`;

/** End of the lock; undefined while attempts are left. */
export const findPinLock = (db: Db, { batchId, level, ordinal }: CodePlace, limit: number) =>
  db
    .selectFrom('pinTry')
    .select(sql<string>`first_time + interval '1 day'`.as('until'))
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinal', '=', ordinal)
    .where(isPinLocked(limit))
    .executeTakeFirst();

/** Clears the lock of a PIN; undefined if it was not locked. */
export const dropPinLock = (db: Db, { batchId, level, ordinal }: CodePlace, limit: number) =>
  db
    .deleteFrom('pinTry')
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinal', '=', ordinal)
    .where(isPinLocked(limit))
    .returning('batchId')
    .executeTakeFirst();

/** Returns the attempt after a correct PIN. */
export const returnPinTry = (db: Db, { batchId, level, ordinal }: CodePlace) =>
  db
    .updateTable('pinTry')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinal', '=', ordinal)
    .execute();

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');

/** The partition for the scan's month is missing. */
export const isPartitionMissing = (error: unknown) =>
  codeOf(error) === '23514' && error instanceof Error && error.message.includes('partition');

/** The rows themselves violate a data type or constraint. */
export const isDataFault = (error: unknown) => /^2[23]/.test(codeOf(error));

/** Serialization failure, deadlock, or a row that another process inserted; a retry may succeed. */
export const isWriteConflict = (error: unknown) => /^(40(001|P01)|23505)$/.test(codeOf(error));

/** Whether a dealer is authorised for the product, or a batch of it was shipped. */
const isSoldThroughDealers = sql<boolean>`(exists (select from dealer_product d where d.category_id = batch.category_id)
  or exists (select from batch b join shipment_line l on l.batch_id = b.batch_id join shipment d on d.dispatch_id = l.dispatch_id
    where b.category_id = batch.category_id and d.state in ('shipping', 'shipped', 'received')))`;

export const listBatchFacts = (db: Db, batchIds: number[]) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .innerJoin('supplier', 'supplier.supplierId', 'batch.supplierId')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
    .select(['batchId', 'batchNo', 'madeDate', 'expiryDate', 'pinDigits', 'gtin', 'brand', 'spec', 'origin', 'intro'])
    .select(['product.categoryName as name', 'supplier.supplierName as maker'])
    .select(sql<string | null>`product.pictures[1]`.as('picture'))
    .select(isSoldThroughDealers.as('throughDealers'))
    .select(
      sql<(string | null)[]>`array(
        select item.gtin from generate_series(0, 3) as packed (level)
        left join trade_item item on item.category_id = product.category_id and item.level = packed.level order by packed.level)`.as(
        'gtins',
      ),
    )
    .where('batchId', 'in', batchIds)
    .execute();
