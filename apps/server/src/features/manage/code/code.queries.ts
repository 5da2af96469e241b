import type { BatchState, CodeForm, CodeHistory } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';
import { type DataScope, inScope } from '../../../db/scope.ts';

const visible = (scope: DataScope) => inScope(scope, { dept: 'batch.deptId', user: 'batch.createBy' });

/** A batch, as far as its codes show it. */
const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('batch')
    .innerJoin('category', 'category.categoryId', 'batch.categoryId')
    .innerJoin('supplier', 'supplier.supplierId', 'batch.supplierId')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
    .select(['batchId', 'batchNo', 'batch.state', 'batch.stateReason', 'madeDate', 'expiryDate'])
    .select(['categoryName', 'gtin', 'supplierName', 'codeRule.form', 'pinDigits'])
    // the tables check both
    .$narrowType<{ state: BatchState; form: CodeForm }>()
    .where(visible(scope));

export const findBatch = (db: Db, scope: DataScope, batchId: number) => select(db, scope).where('batchId', '=', batchId).executeTakeFirst();

/** The batch whose codes were issued last. */
export const findNewest = (db: Db, scope: DataScope) =>
  select(db, scope).where('issueTime', 'is not', null).orderBy('issueTime', 'desc').orderBy('batchId', 'desc').limit(1).executeTakeFirst();

/** Ranges of serials that hold ordinals of [first, last], in order. */
export const listRanges = (db: Db, batchId: number, first: number, last: number) =>
  db
    .selectFrom('batchRange')
    .select(['ordinalFrom', 'count', 'spaceId', 'epoch', 'serialFrom'])
    .where('batchId', '=', batchId)
    .where('level', '=', 0)
    .where('ordinalFrom', '<=', last)
    .where(sql<boolean>`ordinal_from + count > ${first}`)
    .orderBy('ordinalFrom')
    .execute();

/** Which code of which batch a serial was given to; undefined where it was given to none. */
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

/** The newest scans of one code. */
export const listSightings = (db: Db, { batchId, level, ordinal }: { batchId: number; level: number; ordinal: number }, limit: number) =>
  db
    .selectFrom('codeRecord')
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
