import type { BatchState, CodeForm, CodeHistory } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

const visible = (scope: DataScope) => inScope(scope, { dept: 'batch.deptId', user: 'batch.createBy' });

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
export async function locateContainers(db: Db, ssccs: readonly { asked: number; sscc: string }[]) {
  if (ssccs.length === 0) return [];
  const { rows } = await sql<{ asked: number; batchId: number; level: number; ordinal: number }>`
    select said.asked, given.batch_id, given.level, given.ordinal_from + part.serial - given.serial_from as ordinal
    from unnest(${ssccs.map(({ sscc }) => sscc)}::text[], ${ssccs.map(({ asked }) => asked)}::bigint[]) as said (sscc, asked)
    cross join generate_series(8, 13) length
    cross join lateral (select left(sscc, length) as prefix, substr(sscc, length + 1, 17 - length)::bigint as serial) part
    join sscc_range given on given.prefix = part.prefix
      and int8range(given.serial_from, given.serial_from + given.count) @> part.serial`.execute(db);
  return rows;
}

/** Ordinal from 0. Undefined if the scan does not exist or matched no code. */
export async function findScanned(db: Db, scanId: string) {
  const scan = await db.selectFrom('scan').select(['batchId', 'level', 'ordinal']).where('scanId', '=', scanId).executeTakeFirst();
  if (!scan || scan.batchId === null || scan.level === null || scan.ordinal === null) return undefined;
  return { batchId: scan.batchId, level: scan.level, ordinal: scan.ordinal };
}

export const listScans = (db: Db, { batchId, level, ordinal }: { batchId: number; level: number; ordinal: number }, limit: number) =>
  db
    .selectFrom('scan')
    .select(['scanId', 'scanTime', 'verdict', 'sessionNo', 'region', 'regionCode', 'channel', 'agent'])
    .select([sql<number | null>`round(lng::numeric, 1)::float8`.as('lng'), sql<number | null>`round(lat::numeric, 1)::float8`.as('lat')])
    .select(sql<string>`encode(substr(device, 1, 4), 'hex')`.as('device'))
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinal', '=', ordinal)
    .orderBy('scanId', 'desc')
    .limit(limit)
    .$castTo<CodeHistory['scans'][number]>()
    .execute();

export async function countRecalledScans(db: Db, { batchId, level, ordinal }: { batchId: number; level: number; ordinal: number }) {
  const counter = await db
    .selectFrom('scanState')
    .select('recalledScans')
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinal', '=', ordinal)
    .executeTakeFirst();
  return counter?.recalledScans ?? 0;
}
