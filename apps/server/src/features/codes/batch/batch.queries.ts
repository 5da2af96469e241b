import type { Sizes } from '@suyuan/codes';
import {
  type BatchState,
  batches,
  CALENDAR_NAMES,
  type CalendarDay,
  type CalendarQuery,
  type InputOf,
  type QueryOf,
  type RecordOf,
} from '@suyuan/contract';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';
import { type Caller, joinedColumns, recordTable } from '../../../platform/db/record-table.ts';
import { revisionColumns } from '../../../platform/db/revision.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';
import { batchFilter } from './batch-filter.queries.ts';

type Batches = typeof batches;

const visible = (scope: DataScope) => ownedInScope(scope, 'batch');

/** Packaging in wire format. */
const packagingOf = sql`(select coalesce(jsonb_agg(jsonb_build_object('level', level, 'contains', contains) order by level), '[]')
  from unnest(batch.packaging) with ordinality as p(contains, level) where batch.packaging is not null and contains > 0
  having batch.packaging is not null)`;
const goodsPackaging = sql`(select coalesce(jsonb_agg(jsonb_build_object('level', p -> 'level', 'contains', p -> 'contains') order by p -> 'level'), '[]')
  from jsonb_array_elements(product.packaging) p)`;

/** Units by effective and own status, and units whose status comes from a container. One scan computes all three. */
const counts = (() => {
  const countsBy = (
    name: RawBuilder<unknown>,
    condition: RawBuilder<unknown> = sql``,
  ) => sql`coalesce((select jsonb_object_agg(name, codes) from (
    select ${name} as name, sum(codes) as codes from standing ${condition} group by 1 having sum(codes) <> 0) named), '{}')`;
  return sql<Counts>`(with standing as materialized (
      select status, own_status, within, sum(count) as codes from code_standing(batch.batch_id, 0) group by 1, 2, 3)
    select jsonb_build_object('statusCounts', ${countsBy(sql`status`)}, 'ownStatusCounts', ${countsBy(sql`own_status`)},
      'heldCounts', ${countsBy(sql`status`, sql`where within`)}))`;
})();

const batchTable = recordTable(batches, 'batch', {
  owned: true,
  join: (rows) =>
    rows
      .innerJoin('product', 'product.categoryId', 'batch.categoryId')
      .innerJoin('supplier', 'supplier.supplierId', 'batch.supplierId')
      .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
      .leftJoin('dealer as intended', 'intended.channelBusinessId', 'batch.intendedDealerId'),
  columns: {
    ...joinedColumns('categoryName', 'categoryCode', 'gtin', 'supplierCode', 'supplierName', 'ruleName', 'pinDigits'),
    intendedDealerCode: sql.ref('intended.channelBusinessCode'),
    intendedDealerName: sql.ref('intended.channelBusinessName'),
    codeKind: sql`(select kind from code_space s where s.space_id = code_rule.space_id)`,
    issuedCount: sql`(select coalesce(sum(count), 0) from batch_range r where r.batch_id = batch.batch_id and r.level = 0)`,
    packaging: sql`coalesce(${packagingOf}, ${goodsPackaging})`,
  },
});

/** Wire format without region names, which are not in the database. */
const select = (caller: Caller) => batchTable.select(caller).select(counts.as('counts')).$castTo<BatchRow>();

type Counts = Pick<RecordOf<Batches>, 'statusCounts' | 'ownStatusCounts' | 'heldCounts'>;
export type BatchRow = Omit<RecordOf<Batches>, 'intendedRegionName' | keyof Counts> & { counts: Counts };

export const list = (caller: Caller, { paging, ...filters }: QueryOf<Batches>) =>
  page(select(caller).where(batchFilter(filters)), 'batchId', paging);

/** Names only the first `CALENDAR_NAMES` batches per day. */
export async function calendar(db: Db, scope: DataScope, { month, by, ...filters }: CalendarQuery): Promise<CalendarDay[]> {
  const day = sql.ref(by === 'made' ? 'batch.madeDate' : 'batch.expiryDate');
  const { rows } = await sql<CalendarDay>`
    select day::text as day, count(*) as count, sum(quantity)::bigint as quantity,
      jsonb_agg(jsonb_build_object('batchId', batch_id, 'batchNo', batch_no, 'categoryName', category_name, 'state', state) order by place)
        filter (where place <= ${CALENDAR_NAMES}) as batches
    from (
      select ${day} as day, batch.batch_id, batch_no, category_name, batch.state, batch.quantity,
        row_number() over (partition by ${day} order by batch.batch_id) as place
      from batch join product on product.category_id = batch.category_id
      where ${day} between ${`${month}-01`}::date and (${`${month}-01`}::date + interval '1 month' - interval '1 day')::date
        and ${visible(scope)} and ${batchFilter(filters)}
    ) days group by day order by day`.execute(db);
  return rows;
}

/** States without batches are absent. */
export const countByState = (db: Db, scope: DataScope) =>
  db
    .selectFrom('batch')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .$narrowType<{ state: BatchState }>()
    .where(visible(scope))
    .groupBy('state')
    .orderBy('state')
    .execute();

export const find = (caller: Caller, id: number) => select(caller).where('batchId', '=', id).executeTakeFirst();

export async function isVisible(db: Db, scope: DataScope, id: number): Promise<boolean> {
  const batch = await db.selectFrom('batch').select('batchId').where('batchId', '=', id).where(visible(scope)).executeTakeFirst();
  return batch !== undefined;
}

/** The seal chain of trace records starts with the batch number. */
export async function isSealed(db: Db, batchId: number): Promise<boolean> {
  const link = await db.selectFrom('traceLink').select('linkNo').where('batchId', '=', batchId).limit(1).executeTakeFirst();
  return link !== undefined;
}

export const setHold = (db: Db, id: number, legalHold: boolean, updateBy: number) =>
  db
    .updateTable('batch')
    .set({ legalHold, ...revisionColumns(updateBy) })
    .where('batchId', '=', id)
    .execute();

/** Locked until the transaction ends, so that steps of a batch run serially. */
export const lock = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('batch')
    .select(['batchId', 'batchNo', 'categoryId', 'supplierId', 'codeRuleId', 'quantity', 'madeDate', 'expiryDate', 'version'])
    .select(['legalHold', 'state', 'stateBefore', 'createBy', 'submitBy', 'issueTime', 'intendedDealerId', 'intendedRegionCode'])
    .$narrowType<{ state: BatchState; stateBefore: BatchState | null }>()
    .where('batchId', '=', id)
    .where(visible(scope))
    .forUpdate()
    .executeTakeFirst();

/** In ascending order, which prevents deadlocks. */
export const lockMany = (db: Db, scope: DataScope, ids: number[]) =>
  db
    .selectFrom('batch')
    .select(['batchId', 'batchNo', 'state'])
    .$narrowType<{ state: BatchState }>()
    .where('batchId', 'in', ids)
    .where(visible(scope))
    .orderBy('batchId')
    .forUpdate()
    .execute();

const plannedBy = (userId: number) =>
  sql<boolean>`(${userId} in (batch.create_by, coalesce(submit_by, batch.create_by)) or exists (select from batch_event e
    where e.batch_id = batch.batch_id and e.user_id = ${userId} and e.action in ('add', 'edit', 'submit')))`;

export async function hasPlanned(db: Db, id: number, userId: number): Promise<boolean> {
  const planned = await db.selectFrom('batch').select('batchId').where('batchId', '=', id).where(plannedBy(userId)).executeTakeFirst();
  return planned !== undefined;
}

const selectOpenWork = (db: Db, scope: DataScope, state: BatchState) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .select(['batchId as id', 'batchNo as name', 'categoryName as detail'])
    .where('batch.state', '=', state)
    .where(visible(scope))
    .orderBy('batchId');

/** Oldest first. */
export const listToApprove = (db: Db, scope: DataScope, userId: number, limit: number) =>
  selectOpenWork(db, scope, 'pending')
    .select(sql<string>`coalesce(submit_time, batch.create_time)`.as('since'))
    .where(sql<boolean>`not ${plannedBy(userId)}`)
    .limit(limit)
    .execute();

/** Oldest first. */
export const listToIssue = (db: Db, scope: DataScope, limit: number) =>
  selectOpenWork(db, scope, 'approved').select(sql<string>`coalesce(approve_time, batch.create_time)`.as('since')).limit(limit).execute();

/** Null without a shelf life. */
export const shelfLifeEnd = (categoryId: number, madeDate: string) =>
  sql<string | null>`(select (${madeDate}::date + (shelf_life || ' ' || shelf_life_unit)::interval)::date
    from product where category_id = ${categoryId})`;

type Row = Omit<InputOf<Batches>, 'version' | 'codeRuleId' | 'expiryDate' | 'packaging'> & {
  codeRuleId: number;
  packaging?: number[] | null | undefined;
  expiryDate: string | null | Expression<string | null>;
};

export const insert = (db: Db, row: Row & { deptId: number | null; createBy: number }) =>
  db.insertInto('batch').values(row).returning('batchId').executeTakeFirstOrThrow();

export const update = (db: Db, id: number, changes: Partial<Row>, userId: number) =>
  db
    .updateTable('batch')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('batchId', '=', id)
    .execute();

/** Increases the version, so that concurrent edits fail. */
export const move = (
  db: Db,
  id: number,
  changes: {
    state: BatchState;
    stateBefore?: BatchState | null;
    stateReason?: string | null;
    submitBy?: number | null;
    approveBy?: number | null;
  },
) =>
  db
    .updateTable('batch')
    .set({
      ...changes,
      ...(changes.submitBy !== undefined && { submitTime: changes.submitBy === null ? null : sql`now()` }),
      ...(changes.approveBy !== undefined && { approveTime: changes.approveBy === null ? null : sql`now()` }),
      ...(changes.state === 'issued' && changes.stateBefore === undefined && { issueTime: sql`now()` }),
      version: sql<number>`version + 1`,
    })
    .where('batchId', '=', id)
    .execute();

/** Locks the product of a batch, so that it is not edited while codes are issued. */
export const lockProduct = (db: Db, id: number) =>
  sql`select from product where category_id = (select category_id from batch where batch_id = ${id}) for share`.execute(db);

/** Stores the packaging of the product in a batch without one, so that later changes of the product do not affect its codes. */
export async function fixPackaging(db: Db, id: number): Promise<Sizes> {
  const batch = await db.selectFrom('batch').select(['packaging', 'nested']).where('batchId', '=', id).executeTakeFirstOrThrow();
  if (batch.packaging && (batch.nested || batch.packaging.every((size) => size === 0))) return batch.packaging as unknown as Sizes;
  // one statement, so that of two callers the first decides
  const sizes = sql<number[]>`coalesce(batch.packaging, (select array_agg(coalesce((p ->> 'contains')::bigint, 0) order by level)
    from generate_series(1, 3) level left join jsonb_array_elements(product.packaging) p on (p ->> 'level')::int = level))`;
  const { packaging } = await db
    .updateTable('batch')
    .from('product')
    .whereRef('product.categoryId', '=', 'batch.categoryId')
    .where('batchId', '=', id)
    .set({ packaging: sizes, nested: sql<boolean>`batch.nested or 0 < any(${sizes})` })
    .returning('batch.packaging')
    .executeTakeFirstOrThrow();
  // the table ensures three sizes
  return packaging as unknown as Sizes;
}

/** Also removes their events. The batches have no codes. */
export async function remove(db: Db, ids: number[]) {
  await db.deleteFrom('batchEvent').where('batchId', 'in', ids).execute();
  await db.deleteFrom('batch').where('batchId', 'in', ids).execute();
}
