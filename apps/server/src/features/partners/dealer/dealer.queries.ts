import type { ChangesOf, DealerNode, DealerState, dealers, QueryOf, RecordOf } from '@suyuan/contract';
import { sql } from 'kysely';
import { inCategory } from '../../../platform/db/category-filter.ts';
import type { Db } from '../../../platform/db/db.ts';
import { between, contains, inRegion, page } from '../../../platform/db/page.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';
import { withFigures } from './dealer-figures.queries.ts';

type Dealers = typeof dealers;

/** Maximum dealers per tree. */
const MAX_ROWS = 5000;

const visible = (scope: DataScope) => inScope(scope, { dept: 'dealer.deptId', user: 'dealer.createBy' });

const regionCodes = sql<string[]>`array(select r.region_code from dealer_region r
  where r.channel_business_id = dealer.channel_business_id order by 1)`;
/** Direct children in scope. */
const childCount = (scope: DataScope) => sql<number>`(select count(*) from dealer child
  where child.parent_id = dealer.channel_business_id and ${inScope(scope, { dept: 'child.deptId', user: 'child.createBy' })})`;

/** Wire format without figures and without region names, which are not in the database. */
const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('dealer')
    .innerJoin('users as maker', 'maker.userId', 'dealer.createBy')
    .leftJoin('users as editor', 'editor.userId', 'dealer.updateBy')
    .leftJoin('users as submitter', 'submitter.userId', 'dealer.submitBy')
    .leftJoin('users as reviewer', 'reviewer.userId', 'dealer.reviewBy')
    .leftJoin('category', 'category.catalogueId', 'dealer.catalogueId')
    .leftJoin('dealer as parent', 'parent.channelBusinessId', 'dealer.parentId')
    .select(['dealer.channelBusinessId', 'dealer.channelBusinessCode', 'dealer.channelBusinessName'])
    .select(['dealer.parentId', 'dealer.ancestors', 'parent.channelBusinessName as parentName'])
    .select(['dealer.catalogueId', 'catalogueName', 'dealer.uscc', 'dealer.gln', 'dealer.grade'])
    .select(['dealer.contactName', 'dealer.contactPhone', 'dealer.email', 'dealer.regionCode'])
    .select([
      'dealer.address',
      'dealer.lng',
      'dealer.lat',
      'dealer.warehouses',
      'dealer.exclusive',
      'dealer.depositYuan',
      'dealer.contractNo',
    ])
    .select(['dealer.contractFrom', 'dealer.contractTo', 'dealer.contractPath', 'dealer.contractFile'])
    .select(['dealer.state', 'dealer.stateReason', 'dealer.remark', 'dealer.version'])
    .select(['submitter.userName as submitBy', 'dealer.submitTime', 'reviewer.userName as reviewBy', 'dealer.reviewTime'])
    .select(['maker.userName as createBy', 'dealer.createTime', 'editor.userName as updateBy', 'dealer.updateTime'])
    .select([
      regionCodes.as('regionCodes'),
      sql<number[]>`array(select c.category_id from dealer_product c
        where c.channel_business_id = dealer.channel_business_id order by 1)`.as('categoryIds'),
      sql<string[]>`array(select g.category_name from dealer_product c join product g on g.category_id = c.category_id
        where c.channel_business_id = dealer.channel_business_id order by c.category_id)`.as('categoryNames'),
      childCount(scope).as('childCount'),
    ])
    // checked by the table
    .$castTo<Omit<Row, Figure>>()
    .where(visible(scope));

export type Row = Omit<RecordOf<Dealers>, 'regionName' | 'regionNames'>;
type Figure = 'stockCount' | 'coverDays' | 'diversionCount';

export async function list(db: Db, scope: DataScope, query: QueryOf<Dealers>) {
  const { channelBusinessCode, channelBusinessName, state, branch, parentId, catalogueId, sellsIn, categoryId, contractWithin } = query;
  let rows = select(db, scope).where(between('dealer.createTime', query.beginTime, query.endTime));
  if (channelBusinessCode) rows = rows.where(contains('dealer.channelBusinessCode', channelBusinessCode));
  if (channelBusinessName) rows = rows.where(contains('dealer.channelBusinessName', channelBusinessName));
  if (state) rows = rows.where('dealer.state', '=', state);
  if (branch) rows = rows.where(sql<boolean>`(dealer.channel_business_id = ${branch} or ${branch}::bigint = any(dealer.ancestors))`);
  if (parentId !== undefined) rows = rows.where(sql<boolean>`coalesce(dealer.parent_id, 0) = ${parentId}`);
  if (catalogueId) rows = rows.where(inCategory('dealer.catalogueId', catalogueId, query.catalogueOnly));
  if (sellsIn)
    rows = rows.where(sql<boolean>`exists (select from dealer_region r
      where r.channel_business_id = dealer.channel_business_id
        and (${inRegion('r.regionCode', sellsIn)} or starts_with(${sellsIn}, regexp_replace(r.region_code, '(0000|00)$', ''))))`);
  if (categoryId)
    rows = rows.where(sql<boolean>`exists (select from dealer_product c
      where c.channel_business_id = dealer.channel_business_id and c.category_id = ${categoryId})`);
  if (contractWithin !== undefined) rows = rows.where(sql<boolean>`dealer.contract_to <= current_date + ${contractWithin}::int`);
  const { total, rows: dealers } = await page(rows, 'dealer.channelBusinessId', query.paging);
  return { total, rows: await withFigures(db, scope, dealers) };
}

export async function find(db: Db, scope: DataScope, id: number): Promise<Row | undefined> {
  const [dealer] = await withFigures(db, scope, await select(db, scope).where('dealer.channelBusinessId', '=', id).execute());
  return dealer;
}

/** Parents before children, then by name. */
export async function nodes(db: Db, scope: DataScope): Promise<{ nodes: Omit<DealerNode, 'regionNames'>[]; more: boolean }> {
  const rows = await db
    .selectFrom('dealer')
    .select(['channelBusinessId', 'channelBusinessCode', 'channelBusinessName', 'parentId', 'state', 'exclusive', 'contractTo', 'version'])
    .select([regionCodes.as('regionCodes'), childCount(scope).as('childCount')])
    .$narrowType<{ state: DealerState; exclusive: '0' | '1' }>()
    .where(visible(scope))
    .orderBy(sql`cardinality(ancestors)`)
    .orderBy('channelBusinessName')
    .orderBy('channelBusinessId')
    .limit(MAX_ROWS + 1)
    .execute();
  return { nodes: await withFigures(db, scope, rows.slice(0, MAX_ROWS)), more: rows.length > MAX_ROWS };
}

/** Siblings in scope including the dealer itself, without drafts. */
export const listPeers = async (db: Db, scope: DataScope, parentId: number | null): Promise<number[]> =>
  (
    await db
      .selectFrom('dealer')
      .select('channelBusinessId')
      .where('parentId', parentId === null ? 'is' : '=', parentId)
      .where('state', '<>', 'draft')
      .where(visible(scope))
      .orderBy('channelBusinessId')
      .limit(MAX_ROWS)
      .execute()
  ).map(({ channelBusinessId }) => channelBusinessId);

/**
 * Exclusive lock of the tree until the transaction ends, because changes are validated against each other. Behind a long import it also
 * blocks later additions until the lock timeout. A try-lock would instead reject every change during any addition.
 */
export const lockTree = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('suyuan/channelBusiness'))`.execute(db);

/** Shared lock: additions run concurrently, but not with other changes of the tree. */
export const lockTreeShared = (db: Db) => sql`select pg_advisory_xact_lock_shared(hashtext('suyuan/channelBusiness'))`.execute(db);

/** Locked until the transaction ends. */
export const lock = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('dealer')
    .select([
      'channelBusinessId',
      'channelBusinessName',
      'parentId',
      'ancestors',
      'state',
      'catalogueId',
      'submitBy',
      'contractFrom',
      'contractTo',
      'version',
    ])
    .select(sql<boolean>`coalesce(contract_to < current_date, false)`.as('lapsed'))
    .$narrowType<{ state: DealerState }>()
    .where('channelBusinessId', '=', id)
    .where(visible(scope))
    .forUpdate()
    .executeTakeFirst();

/** By id or code. */
export const findNode = (db: Db, scope: DataScope, { id, code }: { id?: number; code?: string }) =>
  db
    .selectFrom('dealer')
    .select(['channelBusinessId', 'channelBusinessName', 'ancestors', 'state'])
    // checked by the table
    .$narrowType<{ state: DealerState }>()
    .where(id ? sql<boolean>`channel_business_id = ${id}` : sql<boolean>`channel_business_code = ${code ?? ''}`)
    .where(visible(scope))
    .executeTakeFirst();

export const listProductsByCode = (db: Db, codes: string[]) =>
  db.selectFrom('product').select(['categoryId', 'categoryCode']).where('categoryCode', 'in', codes).orderBy('categoryId').execute();

type Fields = Omit<ChangesOf<Dealers>, 'regionCodes' | 'categoryIds' | 'version' | 'parentId'> & { parentId?: number | null };

export const insert = (
  db: Db,
  row: Fields & {
    channelBusinessCode: string;
    channelBusinessName: string;
    ancestors: number[];
    deptId: number | null;
    createBy: number;
  },
) => db.insertInto('dealer').values(row).returning('channelBusinessId').executeTakeFirstOrThrow();

/** Resolves to undefined if the dealer is not in scope at that version. */
export const update = (db: Db, scope: DataScope, id: number, changes: Fields, version: number | undefined, userId: number) =>
  db
    .updateTable('dealer')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('channelBusinessId', '=', id)
    .where(unchangedSince(version))
    .where(visible(scope))
    .returning('channelBusinessId')
    .executeTakeFirst();

/** Replaces the ancestors above `id` in each path of its branch by `path`. */
export const moveBranch = (db: Db, id: number, path: number[]) =>
  sql`update dealer
      set ancestors = ${path}::bigint[] || ancestors[coalesce(array_position(ancestors, ${id}), cardinality(ancestors) + 1):]
      where channel_business_id = ${id} or ${id} = any(ancestors)`.execute(db);

/** Increases the version, so that concurrent edits fail. */
export const move = (
  db: Db,
  id: number,
  { submitBy, reviewBy, ...to }: { state: DealerState; stateReason: string | null; submitBy?: number | null; reviewBy?: number | null },
) =>
  db
    .updateTable('dealer')
    .set({
      ...to,
      ...(submitBy !== undefined && { submitBy, submitTime: submitBy === null ? null : sql`now()` }),
      ...(reviewBy !== undefined && { reviewBy, reviewTime: reviewBy === null ? null : sql`now()` }),
      version: sql<number>`version + 1`,
    })
    .where('channelBusinessId', '=', id)
    .execute();

/** A descendant that is not terminated. */
export const findActiveDescendant = (db: Db, id: number) =>
  db
    .selectFrom('dealer')
    .select('channelBusinessName')
    .where(sql<boolean>`${id}::bigint = any(ancestors)`)
    .where('state', '<>', 'terminated')
    .orderBy('channelBusinessId')
    .limit(1)
    .executeTakeFirst();

/** Only dealers that were never approved. */
export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db
    .deleteFrom('dealer')
    .where('channelBusinessId', 'in', ids)
    .where(sql<boolean>`state in ('draft', 'pending') and not exists (select from dealer_event e
      where e.channel_business_id = dealer.channel_business_id and e.action = 'approve')`)
    .where(visible(scope))
    .returning('channelBusinessId')
    .execute();

export async function countVisible(db: Db, scope: DataScope, ids: number[]): Promise<number> {
  const rows = db.selectFrom('dealer').select(sql<number>`count(*)`.as('count')).where('channelBusinessId', 'in', ids);
  return (await rows.where(visible(scope)).executeTakeFirstOrThrow()).count;
}
