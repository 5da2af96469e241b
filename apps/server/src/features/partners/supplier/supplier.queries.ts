import type { ChangesOf, InputOf, PartnerEvent, QueryOf, RecordOf, SupplierState, SupplierStep, suppliers } from '@suyuan/contract';
import { sql } from 'kysely';
import { inCategory } from '../../../platform/db/category-filter.ts';
import type { Db } from '../../../platform/db/db.ts';
import { between, contains, inRegion, page } from '../../../platform/db/page.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

interface EventRow {
  supplierId: number;
  action: SupplierStep | 'add' | 'edit' | 'reopen';
  userId: number;
  reason?: string | null | undefined;
}

export const insertEvent = (db: Db, { reason, ...event }: EventRow) =>
  db
    .insertInto('supplierEvent')
    .values({ ...event, reason: reason ?? null })
    .execute();

/** Newest first. */
export const listEvents = (db: Db, supplierId: number, limit: number): Promise<PartnerEvent[]> =>
  db
    .selectFrom('supplierEvent')
    .leftJoin('users', 'users.userId', 'supplierEvent.userId')
    .select(['eventId', 'action', 'reason', 'eventTime', sql<string>`coalesce(user_name, '')`.as('userName')])
    .where('supplierId', '=', supplierId)
    .orderBy('eventId', 'desc')
    .limit(limit)
    .execute();

/** Since the last approval. */
export async function hasEditedSinceApproval(db: Db, supplierId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('supplierEvent as e')
    .select('e.eventId')
    .where('e.supplierId', '=', supplierId)
    .where('e.userId', '=', userId)
    .where('e.action', 'in', ['add', 'edit', 'submit', 'reopen'])
    .where(
      sql<boolean>`e.event_id > coalesce((select max(a.event_id) from supplier_event a
        where a.supplier_id = ${supplierId} and a.action = 'approve'), 0)`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type Suppliers = typeof suppliers;

const visible = (scope: DataScope) => inScope(scope, { dept: 'supplier.deptId', user: 'supplier.createBy' });

/** The earliest expiry date. A newer document of the same kind and name replaces the older one. */
const nextExpiry = sql<string | null>`(select min(p.valid_to) from supplier_paper p where p.supplier_id = supplier.supplier_id
  and not exists (select from supplier_paper newer where newer.supplier_id = p.supplier_id and newer.kind = p.kind
    and newer.paper_name = p.paper_name and newer.valid_to > p.valid_to))`;

/** Only the last four digits. */
const maskedAccount = sql<string | null>`'**** ' || right(replace(supplier.bank_account, ' ', ''), 4)`;

const ofSupplier = (scope: DataScope) =>
  sql`batch.supplier_id = supplier.supplier_id and ${inScope(scope, { dept: 'batch.deptId', user: 'batch.createBy' })}`;

/** Only verified inspections in scope. */
const countInspections = (scope: DataScope, ...dispositions: string[]) => sql<number>`(select count(*) from batch join trace_record r
  on r.batch_id = batch.batch_id where ${ofSupplier(scope)} and r.biz_step = 'inspecting' and r.state in ('verified', 'published')
    and r.disposition = any(${dispositions}) and ${inScope(scope, { dept: 'r.deptId', user: 'r.createBy' })})`;

/** In the last 90 days including today, from the hourly sums. */
const countScans = (scope: DataScope, suspect: boolean) => sql<number>`(select coalesce(sum(h.scans), 0) from batch join scan_hour h
  on h.batch_id = batch.batch_id where ${ofSupplier(scope)} and h.hour >= current_date - 89
    and (${!suspect} or h.verdict = 'suspect'))`;

/** Figures include only batches in scope. */
const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('supplier')
    .innerJoin('users as maker', 'maker.userId', 'supplier.createBy')
    .leftJoin('users as editor', 'editor.userId', 'supplier.updateBy')
    .leftJoin('users as submitter', 'submitter.userId', 'supplier.submitBy')
    .leftJoin('users as reviewer', 'reviewer.userId', 'supplier.reviewBy')
    .leftJoin('category', 'category.catalogueId', 'supplier.catalogueId')
    .select(['supplierId', 'supplierCode', 'supplierName', 'shortName', 'supplier.catalogueId', 'catalogueName', 'uscc', 'gln', 'grade'])
    .select([
      'contactName',
      'contactPhone',
      'supplier.email',
      'regionCode',
      'address',
      'lng',
      'lat',
      'licenceNo',
      'bankName',
      'supplier.remark',
    ])
    .select([
      'supplier.state',
      'stateReason',
      'submitter.userName as submitBy',
      'submitTime',
      'reviewer.userName as reviewBy',
      'reviewTime',
    ])
    .select(['supplier.version', 'maker.userName as createBy', 'supplier.createTime'])
    .select(['editor.userName as updateBy', 'supplier.updateTime'])
    .select([
      maskedAccount.as('bankAccount'),
      nextExpiry.as('nextExpiry'),
      sql<number>`(select count(*) from supplier_paper p where p.supplier_id = supplier.supplier_id)`.as('paperCount'),
      sql<number>`(select count(*) from batch where ${ofSupplier(scope)})`.as('batchCount'),
      sql<number>`(select count(*) from batch where ${ofSupplier(scope)} and batch.state = 'recalled')`.as('recalledCount'),
      sql<number>`(select coalesce(sum(r.count), 0) from batch join batch_range r on r.batch_id = batch.batch_id and r.level = 0
        where ${ofSupplier(scope)})`.as('issuedCount'),
      countInspections(scope, 'conformant', 'non_conformant').as('inspectedCount'),
      countInspections(scope, 'conformant').as('passedCount'),
      countScans(scope, false).as('scannedCount'),
      countScans(scope, true).as('suspectCount'),
    ])
    // checked by the table
    .$castTo<Row>()
    .where(visible(scope));

type Row = Omit<RecordOf<Suppliers>, 'regionName'>;

export function list(db: Db, scope: DataScope, query: QueryOf<Suppliers>) {
  const { supplierCode, supplierName, state, catalogueId, regionCode, uscc, grade, expiringIn, beginTime, endTime, paging } = query;
  let rows = select(db, scope).where(between('supplier.createTime', beginTime, endTime));
  if (supplierCode) rows = rows.where(contains('supplierCode', supplierCode));
  if (supplierName)
    rows = rows.where(({ or }) => or([contains('supplierName', supplierName), contains('supplier.shortName', supplierName)]));
  if (state) rows = rows.where('supplier.state', '=', state);
  if (catalogueId) rows = rows.where(inCategory('supplier.catalogueId', catalogueId, query.catalogueOnly));
  if (regionCode) rows = rows.where(inRegion('supplier.regionCode', regionCode));
  if (uscc) rows = rows.where(contains('supplier.uscc', uscc));
  if (grade) rows = rows.where('supplier.grade', '=', grade);
  if (expiringIn !== undefined) rows = rows.where(sql<boolean>`${nextExpiry} <= current_date + ${expiringIn}::int`);
  return page(rows, 'supplierId', paging);
}

export const find = (db: Db, scope: DataScope, id: number) => select(db, scope).where('supplierId', '=', id).executeTakeFirst();

export const findCode = (db: Db, scope: DataScope, supplierCode: string) =>
  db.selectFrom('supplier').select('supplierId').where('supplierCode', '=', supplierCode).where(visible(scope)).executeTakeFirst();

/** Locked until the transaction ends, so that steps of a supplier run serially. */
export const lock = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('supplier')
    .select(['supplierId', 'supplierName', 'state', 'catalogueId', 'submitBy', 'createBy', 'uscc', 'bankName', 'bankAccount', 'version'])
    .$narrowType<{ state: SupplierState }>()
    .where('supplierId', '=', id)
    .where(visible(scope))
    .forUpdate()
    .executeTakeFirst();

/** Unmasked. */
export const findAccount = (db: Db, scope: DataScope, id: number) =>
  db.selectFrom('supplier').select(['bankName', 'bankAccount']).where('supplierId', '=', id).where(visible(scope)).executeTakeFirst();

export const insert = (db: Db, row: Omit<InputOf<Suppliers>, 'version'> & { deptId: number | null; createBy: number }) =>
  db.insertInto('supplier').values(row).returning('supplierId').executeTakeFirstOrThrow();

/** Resolves to undefined if the supplier is not in scope at that version. */
export const update = (
  db: Db,
  scope: DataScope,
  id: number,
  { version, ...changes }: ChangesOf<Suppliers> & { state?: SupplierState; submitBy?: null; reviewBy?: null },
  userId: number,
) =>
  db
    .updateTable('supplier')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('supplierId', '=', id)
    .where(unchangedSince(version))
    .where(visible(scope))
    .returning('supplierId')
    .executeTakeFirst();

/** Increases the version, so that concurrent edits fail. */
export const move = (
  db: Db,
  id: number,
  { submitBy, reviewBy, ...to }: { state: SupplierState; stateReason: string | null; submitBy?: number | null; reviewBy?: number | null },
) =>
  db
    .updateTable('supplier')
    .set({
      ...to,
      ...(submitBy !== undefined && { submitBy, submitTime: submitBy === null ? null : sql`now()` }),
      ...(reviewBy !== undefined && { reviewBy, reviewTime: reviewBy === null ? null : sql`now()` }),
      version: sql<number>`version + 1`,
    })
    .where('supplierId', '=', id)
    .execute();

export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db.deleteFrom('supplier').where('supplierId', 'in', ids).where(visible(scope)).returning('supplierId').execute();
