import { type Categories, type CategoryFigures, type CategoryKind, categories, categoryKinds, type NodeFigures } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import { lockByName, lockSharedByName } from '../../../platform/db/advisory-lock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { recordTable } from '../../../platform/db/record-table.ts';
import { revisionColumns } from '../../../platform/db/revision.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

/** In the last 30 days including today, from the daily sums. */
const recentScans = (
  groupColumn: string,
  scope: DataScope,
) => sql`scans as (select ${sql.ref(`h.${groupColumn}`)}, sum(h.scans)::bigint as scans,
    coalesce(sum(h.scans) filter (where h.verdict = 'suspect'), 0)::bigint as suspects
  from scan_batch_day h left join batch b on b.batch_id = h.batch_id where h.day >= current_date - 29 and ${ownedInScope(scope, 'b')} group by 1)`;

const codesByBatch = sql`codes as (select batch_id, sum(count)::bigint as codes from batch_range where level = 0 group by batch_id)`;

const batchJoins = sql`left join codes c on c.batch_id = b.batch_id left join scans s on s.batch_id = b.batch_id`;

/** One row per record and batch. Records out of scope do not count. Batches in scope count even if their record is not, as in the lists. */
function facts(kind: Exclude<CategoryKind, 'traceability'>, scope: DataScope): RawBuilder<unknown> {
  // scans belong to the dealer, not to each batch in stock
  if (kind === 'channelBusiness')
    return sql`${recentScans('holder_id', scope)}, facts as (
      select case when ${ownedInScope(scope, 'd')} then d.channel_business_id end as record, d.catalogue_id, h.batch_id, h.state, h.codes, s.scans, s.suspects
      from dealer d
      left join lateral (select t.batch_id, b.state, sum(t.count)::bigint as codes from code_tally t
        join batch b on b.batch_id = t.batch_id and ${ownedInScope(scope, 'b')}
        where t.level = 0 and t.holder_id = d.channel_business_id group by t.batch_id, b.state having sum(t.count) > 0
        union all select null, null, 0) h on true
      left join scans s on s.holder_id = d.channel_business_id and h.batch_id is null
      where d.catalogue_id is not null)`;
  const [table, key] = kind === 'supplier' ? ['supplier', 'supplier_id'] : ['product', 'category_id'];
  return sql`${codesByBatch}, ${recentScans('batch_id', scope)}, facts as (
    select case when ${ownedInScope(scope, 'r')} then r.${sql.ref(key)} end as record, r.catalogue_id, b.batch_id, b.state, c.codes, s.scans, s.suspects
    from ${sql.table(table)} r left join batch b on b.${sql.ref(key)} = r.${sql.ref(key)} and ${ownedInScope(scope, 'b')} ${batchJoins}
    where r.catalogue_id is not null)`;
}

const ownRowsOnly = sql`where node.holder = node.catalogue_id`;
const allRows = sql`where true`;

const figuresOf = (rows: RawBuilder<unknown>) => sql<NodeFigures>`jsonb_build_object(
  'records', count(distinct record) filter (${rows}),
  'activeBatches', count(distinct batch_id) filter (${rows} and state = 'active'),
  'codes', coalesce(sum(codes) filter (${rows}), 0)::bigint,
  'scans', coalesce(sum(scans) filter (${rows}), 0)::bigint,
  'suspects', coalesce(sum(suspects) filter (${rows}), 0)::bigint)`;

const nodeBranches = (kind: CategoryKind) =>
  sql`node as (select catalogue_id, unnest(ancestors || catalogue_id) as holder from category where kind = ${kind})`;

/** `branch` includes descendants. Empty categories are absent. */
export async function figures(db: Db, kind: CategoryKind, scope: DataScope): Promise<CategoryFigures[]> {
  if (kind === 'traceability') return figuresOfSteps(db, scope);
  const { rows } = await sql<CategoryFigures>`
    with ${facts(kind, scope)}, ${nodeBranches(kind)}
    select node.holder as catalogue_id, ${figuresOf(ownRowsOnly)} as own, ${figuresOf(allRows)} as branch
    from facts join node on node.catalogue_id = facts.catalogue_id
    where record is not null or batch_id is not null or scans is not null group by node.holder order by node.holder`.execute(db);
  return rows;
}

/** `recorded` has one row per batch, regardless of its number of steps. */
const stepFiguresOf = (rows: RawBuilder<unknown>, records: string) => sql<NodeFigures>`jsonb_build_object(
  'records', coalesce(sum(recorded.${sql.ref(records)}), 0)::bigint,
  'activeBatches', count(b.batch_id) filter (${rows} and b.state = 'active'),
  'codes', coalesce(sum(c.codes) filter (${rows}), 0)::bigint,
  'scans', coalesce(sum(s.scans) filter (${rows}), 0)::bigint,
  'suspects', coalesce(sum(s.suspects) filter (${rows}), 0)::bigint)`;

async function figuresOfSteps(db: Db, scope: DataScope): Promise<CategoryFigures[]> {
  const { rows } = await sql<CategoryFigures>`
    with ${codesByBatch}, ${recentScans('batch_id', scope)}, ${nodeBranches('traceability')},
      recorded as (select node.holder, r.batch_id, bool_or(node.holder = node.catalogue_id) as own,
          count(*) filter (where ${ownedInScope(scope, 'r')}) as records,
          count(*) filter (where node.holder = node.catalogue_id and ${ownedInScope(scope, 'r')}) as own_records
        from trace_record r join trace_step t on t.step_id = r.step_id join node on node.catalogue_id = t.catalogue_id group by 1, 2)
    select recorded.holder as catalogue_id, ${stepFiguresOf(sql`where recorded.own`, 'ownRecords')} as own, ${stepFiguresOf(allRows, 'records')} as branch
    from recorded left join batch b on b.batch_id = recorded.batch_id and ${ownedInScope(scope, 'b')} ${batchJoins}
    where recorded.records > 0 or b.batch_id is not null group by recorded.holder order by recorded.holder`.execute(db);
  return rows;
}

type Trees = Categories;

/** The root has parent 0. Categories have no data scope, because all departments share them. */
const tableOf = (kind: CategoryKind) =>
  recordTable(categories[kind] as Trees, 'category', { parent: 'parentId', visible: () => sql<boolean>`category.kind = ${kind}` });

export const categoryTables = Object.fromEntries(categoryKinds.map((kind) => [kind, tableOf(kind)])) as Record<
  CategoryKind,
  ReturnType<typeof tableOf>
>;

export const findByCode = (db: Db, kind: CategoryKind, catalogueCode: string) =>
  db.selectFrom('category').select('catalogueId').where('kind', '=', kind).where('catalogueCode', '=', catalogueCode).executeTakeFirst();

/**
 * Exclusive lock of a tree until the transaction ends: two concurrent moves could make each category the other's descendant. Behind a long
 * import it also blocks later additions until the lock timeout. A try-lock would instead reject every change during any addition.
 */
export const lockTree = (db: Db, kind: CategoryKind) => lockByName(db, `catalogue/${kind}`);

/** Shared lock: additions run concurrently, but not with other changes of the tree. */
export const lockTreeShared = (db: Db, kind: CategoryKind) => lockSharedByName(db, `catalogue/${kind}`);

export const findNode = (db: Db, kind: CategoryKind, id: number) =>
  db
    .selectFrom('category')
    .select(['catalogueId', 'catalogueName', 'parentId', 'ancestors', 'status'])
    .where('kind', '=', kind)
    .where('catalogueId', '=', id)
    .executeTakeFirst();

export async function nextOrder(db: Db, kind: CategoryKind, parentId: number | null): Promise<number> {
  const { last } = await db
    .selectFrom('category')
    .select(sql<number>`coalesce(max(order_num), -1)`.as('last'))
    .where('kind', '=', kind)
    .where(sql<boolean>`coalesce(parent_id, 0) = coalesce(${parentId}::bigint, 0)`)
    .executeTakeFirstOrThrow();
  return Math.min(last + 1, 9999);
}

/** With `includeDescendants` also sets the status of descendants. */
export const setStatus = (db: Db, ids: number[], status: '0' | '1', includeDescendants: boolean, userId: number) =>
  db
    .updateTable('category')
    .set({ status, ...revisionColumns(userId) })
    .where(sql<boolean>`(catalogue_id = any(${ids}::bigint[]) or (${includeDescendants} and ancestors && ${ids}::bigint[]))`)
    .where('status', '<>', status)
    .execute();

export async function countEnabledBelow(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('category')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`ancestors @> array[${id}::bigint]`)
    .where('status', '=', '0')
    .executeTakeFirstOrThrow();
  return count;
}

/** Children before their parents. */
export const listUpwards = (db: Db, kind: CategoryKind, ids: number[]) =>
  db
    .selectFrom('category')
    .select(['catalogueId', 'catalogueName'])
    .where('kind', '=', kind)
    .where('catalogueId', 'in', ids)
    .orderBy(sql`cardinality(ancestors)`, 'desc')
    .orderBy('catalogueId')
    .execute();

export const remove = (db: Db, id: number) => db.deleteFrom('category').where('catalogueId', '=', id).execute();
