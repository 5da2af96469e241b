import type { CodeShape } from '@suyuan/codes';
import type { BatchState, CodeForm, CodeHistory } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type CodePlace, onNodeOf } from '../../../platform/db/layout.ts';
import { type ArchivedScan, selectScans } from '../../../platform/db/scan-records.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

export async function findRange(db: Db, { batchId, level, ordinal }: CodePlace) {
  const range = await db
    .selectFrom('batchRange')
    .select(['rangeId', 'ordinalFrom', 'count', 'spaceId', 'epoch', 'serialFrom', 'createTime'])
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinalFrom', '<=', ordinal)
    .orderBy('ordinalFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
  return range && ordinal < range.ordinalFrom + range.count ? range : undefined;
}
type Range = NonNullable<Awaited<ReturnType<typeof findRange>>>;

export interface Serial {
  spaceId: number;
  epoch: number;
  serial: number;
}

/** Splits the range. The caller holds the lock of the batch. */
export async function assignSerial(db: Db, { batchId, level, ordinal }: CodePlace, range: Range, { spaceId, epoch, serial }: Serial) {
  const { rangeId, ordinalFrom, count, serialFrom, createTime } = range;
  const before = ordinal - ordinalFrom;
  const rangeFields = { batchId, level, spaceId: range.spaceId, epoch: range.epoch, createTime };
  const rows = [
    { ...rangeFields, ordinalFrom, count: before, serialFrom },
    { ...rangeFields, ordinalFrom: ordinal + 1, count: count - before - 1, serialFrom: serialFrom + before + 1 },
  ].filter((row) => row.count > 0);
  await db.deleteFrom('batchRange').where('rangeId', '=', rangeId).execute();
  await db
    .insertInto('batchRange')
    .values([...rows, { batchId, level, ordinalFrom: ordinal, count: 1, spaceId, epoch, serialFrom: serial, createTime }])
    .execute();
}

export const insert = (db: Db, row: CodePlace & Serial & { reason: string; createBy: number }) =>
  db.insertInto('codeRelabel').values(row).execute();

export const findReplaced = (db: Db, { spaceId, epoch, serial }: Serial) =>
  db
    .selectFrom('codeRelabel')
    .select(['batchId', 'level', 'ordinal', 'createTime'])
    .where('spaceId', '=', spaceId)
    .where('epoch', '=', epoch)
    .where('serial', '=', serial)
    .executeTakeFirst();

/** A serial outside all ranges of its epoch has no row. */
export async function locateMany(db: Db, serials: readonly { index: number; spaceId: number; epoch: number; serial: number }[]) {
  const { rows } = await sql<CodePlace & { index: number }>`
    select a.index, r.batch_id, r.level, r.ordinal_from + a.serial - r.serial_from as ordinal
    from unnest(${serials.map(({ index }) => index)}::int[], ${serials.map(({ spaceId }) => spaceId)}::bigint[],
      ${serials.map(({ epoch }) => epoch)}::int[], ${serials.map(({ serial }) => serial)}::bigint[]) as a(index, space_id, epoch, serial)
    cross join lateral (select * from batch_range where space_id = a.space_id and serial_from <= a.serial order by serial_from desc limit 1) r
    where r.epoch = a.epoch and a.serial < r.serial_from + r.count`.execute(db);
  return rows;
}

/** A place that was not issued has no row. */
export async function locateIssued(db: Db, places: readonly (CodePlace & { index: number })[]) {
  if (places.length === 0) return [];
  const { rows } = await sql<CodePlace & { index: number }>`
    select a.* from unnest(${places.map(({ index }) => index)}::int[], ${places.map(({ batchId }) => batchId)}::bigint[],
      ${places.map(({ level }) => level)}::smallint[], ${places.map(({ ordinal }) => ordinal)}::bigint[]) as a(index, batch_id, level, ordinal)
    cross join lateral (select * from batch_range where batch_id = a.batch_id and level = a.level and ordinal_from <= a.ordinal
      order by ordinal_from desc limit 1) r
    where a.ordinal < r.ordinal_from + r.count`.execute(db);
  return rows;
}

/** In ascending order. */
export const lockBatches = (db: Db, scope: DataScope, batchIds: readonly number[]) =>
  db
    .selectFrom('batch')
    .select(['batchId', 'batchNo', 'categoryId', 'state'])
    // checked by the table
    .$narrowType<{ state: BatchState }>()
    .where(sql<boolean>`batch_id = any(${batchIds}::bigint[])`)
    .where(ownedInScope(scope, 'batch'))
    .orderBy('batchId')
    .forUpdate()
    .execute();

export interface PlacedRow extends CodeShape {
  /** Index of the place. */
  index: number;
  spaceId: number;
  epoch: number;
  serial: number;
}

/** One query. A place outside all derived ranges has no row. */
export async function listSerials(db: Db, places: readonly CodePlace[]): Promise<PlacedRow[]> {
  const { rows } = await sql<PlacedRow>`
    select a.index::int - 1 as index, s.space_id, r.epoch, r.serial_from + a.ordinal - r.ordinal_from as serial,
      s.prefix, s.alphabet, s.serial_digits, s.tag_digits, s.check_character
    from unnest(${places.map(({ batchId }) => batchId)}::bigint[], ${places.map(({ level }) => level)}::smallint[],
      ${places.map(({ ordinal }) => ordinal)}::bigint[]) with ordinality as a(batch_id, level, ordinal, index)
    cross join lateral (select * from batch_range where batch_id = a.batch_id and level = a.level and ordinal_from <= a.ordinal
      order by ordinal_from desc limit 1) r
    join code_space s on s.space_id = r.space_id
    where a.ordinal < r.ordinal_from + r.count and s.kind = 'derived' order by a.index`.execute(db);
  return rows;
}

const visible = (scope: DataScope) => ownedInScope(scope, 'batch');

const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .innerJoin('supplier', 'supplier.supplierId', 'batch.supplierId')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
    .select(['batchId', 'batchNo', 'batch.state', 'batch.stateReason', 'madeDate', 'expiryDate'])
    .select(['batch.categoryId', 'categoryName', 'gtin', 'supplierName', 'codeRule.form', 'pinDigits'])
    // checked by the table
    .$narrowType<{ state: BatchState; form: CodeForm }>()
    .where(visible(scope));

export const findBatch = (db: Db, scope: DataScope, batchId: number) => select(db, scope).where('batchId', '=', batchId).executeTakeFirst();

export async function findContainer(db: Db, batchId: number, level: number) {
  const { rows } = await sql<{ gtin: string | null; ssccPrefix: string | null }>`
    select p ->> 'gtin' as gtin, p ->> 'ssccPrefix' as sscc_prefix
    from batch b join product c using (category_id), jsonb_array_elements(c.packaging) p
    where b.batch_id = ${batchId} and (p ->> 'level')::int = ${level}`.execute(db);
  return rows[0] ?? { gtin: null, ssccPrefix: null };
}

/** Ranges that overlap [first, last], in order. */
export const listRanges = (db: Db, batchId: number, level: number, { first, last }: { first: number; last: number }) =>
  db
    .selectFrom('batchRange')
    .select(['ordinalFrom', 'count', 'spaceId', 'epoch', 'serialFrom'])
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinalFrom', '<=', last)
    .where(sql<boolean>`ordinal_from + count > ${first}`)
    .orderBy('ordinalFrom')
    .execute();

/** Undefined if the serial was not issued. */
export async function locate(db: Db, { spaceId, epoch, serial }: { spaceId: number; epoch: number; serial: number }) {
  const range = await db
    .selectFrom('batchRange')
    .select(['batchId', 'level', 'ordinalFrom', 'serialFrom', 'count', 'epoch'])
    .where('spaceId', '=', spaceId)
    .where('serialFrom', '<=', serial)
    .orderBy('serialFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!range || range.epoch !== epoch || serial >= range.serialFrom + range.count) return undefined;
  return { batchId: range.batchId, level: range.level, ordinal: range.ordinalFrom + serial - range.serialFrom };
}

/** An SSCC that was never assigned has no row. Ordinals from 0. */
export async function locateContainers(db: Db, ssccs: readonly { index: number; sscc: string }[]) {
  if (ssccs.length === 0) return [];
  const { rows } = await sql<CodePlace & { index: number }>`
    select listed.index, assigned.batch_id, assigned.level, assigned.ordinal_from + part.serial - assigned.serial_from as ordinal
    from unnest(${ssccs.map(({ sscc }) => sscc)}::text[], ${ssccs.map(({ index }) => index)}::bigint[]) as listed (sscc, index)
    cross join generate_series(8, 13) length
    cross join lateral (select left(sscc, length) as prefix, substr(sscc, length + 1, 17 - length)::bigint as serial) part
    join sscc_range assigned on assigned.prefix = part.prefix
      and int8range(assigned.serial_from, assigned.serial_from + assigned.count) @> part.serial`.execute(db);
  return rows;
}

/** Ordinal from 0. Undefined if the scan does not exist or matched no code. */
export async function findScanned(db: Db, scanId: string) {
  const scan = await db.selectFrom('scan').select(['batchId', 'level', 'ordinal']).where('scanId', '=', scanId).executeTakeFirst();
  if (!scan || scan.batchId === null || scan.level === null || scan.ordinal === null) return undefined;
  return { batchId: scan.batchId, level: scan.level, ordinal: scan.ordinal };
}

export const listScans = (db: Db, { batchId, level, ordinal }: CodePlace, limit: number) =>
  describeScans(selectScans(db))
    .where(onNodeOf({ batchId, level, ordinal }, 'code_key'))
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinal', '=', ordinal)
    .orderBy('scanId', 'desc')
    .limit(limit)
    .execute();

export const listArchivedScans = (db: Db, scans: readonly ArchivedScan[]) => describeScans(selectScans(db, scans)).execute();

const describeScans = (scans: ReturnType<typeof selectScans>) =>
  scans
    .select(['scanId', 'scanTime', 'verdict', 'sessionNo', 'region', 'regionCode', 'channel', 'agent'])
    .select([sql<number | null>`round(lng::numeric, 1)::float8`.as('lng'), sql<number | null>`round(lat::numeric, 1)::float8`.as('lat')])
    .select(sql<string>`encode(substr(device, 1, 4), 'hex')`.as('device'))
    .$castTo<CodeHistory['scans'][number]>();

export async function countRecalledScans(db: Db, { batchId, level, ordinal }: CodePlace) {
  const counter = await db
    .selectFrom('scanState')
    .select('recalledScans')
    .where(onNodeOf({ batchId, level, ordinal }))
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinal', '=', ordinal)
    .executeTakeFirst();
  return counter?.recalledScans ?? 0;
}
