import type { DealerNode, DealerState } from '@suyuan/contract';
import { sql } from 'kysely';
import { lockByName, lockSharedByName } from '../../../platform/db/advisory-lock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { inRegion } from '../../../platform/db/page.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';
import { withFigures } from './dealer-figures.queries.ts';

/** Maximum dealers per tree. */
const MAX_ROWS = 5000;

const visible = (scope: DataScope) => ownedInScope(scope, 'dealer');

const regionCodes = sql<string[]>`array(select r.region_code from dealer_region r
  where r.channel_business_id = dealer.channel_business_id order by 1)`;
/** Direct children in scope. */
const childCount = (scope: DataScope) => sql<number>`(select count(*) from dealer child
  where child.parent_id = dealer.channel_business_id and ${ownedInScope(scope, 'child')})`;

const ofParent = (column: string) =>
  sql`(select parent.${sql.ref(column)} from dealer parent where parent.channel_business_id = dealer.parent_id)`;
const ofProducts = (column: string) => sql`array(select g.${sql.ref(column)} from dealer_product c join product g using (category_id)
  where c.channel_business_id = dealer.channel_business_id order by c.category_id)`;

export const columns = (scope: DataScope) => ({
  parentName: ofParent('channelBusinessName'),
  parentCode: ofParent('channelBusinessCode'),
  regionCodes,
  categoryIds: sql`array(select c.category_id from dealer_product c
    where c.channel_business_id = dealer.channel_business_id order by 1)`,
  categoryNames: ofProducts('categoryName'),
  categoryCodes: ofProducts('categoryCode'),
  childCount: childCount(scope),
});

export const conditions = {
  branch: (id: number) => sql<boolean>`(dealer.channel_business_id = ${id} or ${id}::bigint = any(dealer.ancestors))`,
  parentId: (id: number) => sql<boolean>`coalesce(dealer.parent_id, 0) = ${id}`,
  sellsIn: (region: string) => sql<boolean>`exists (select from dealer_region r
    where r.channel_business_id = dealer.channel_business_id
      and (${inRegion('r.regionCode', region)} or starts_with(${region}, regexp_replace(r.region_code, '(0000|00)$', ''))))`,
  categoryId: (id: number) => sql<boolean>`exists (select from dealer_product c
    where c.channel_business_id = dealer.channel_business_id and c.category_id = ${id})`,
  contractWithin: (days: number) => sql<boolean>`dealer.contract_to <= current_date + ${days}::int`,
};

export const lockSelections = [sql<boolean>`coalesce(contract_to < current_date, false)`.as('lapsed')];

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
export const lockTree = (db: Db) => lockByName(db, 'channelBusiness');

/** Shared lock: additions run concurrently, but not with other changes of the tree. */
export const lockTreeShared = (db: Db) => lockSharedByName(db, 'channelBusiness');

/** By id or code. */
export const findNode = (db: Db, scope: DataScope, { id, code }: { id?: number; code?: string }) =>
  db
    .selectFrom('dealer')
    .select(['channelBusinessId', 'channelBusinessName', 'parentId', 'ancestors', 'state'])
    // checked by the table
    .$narrowType<{ state: DealerState }>()
    .where(id ? sql<boolean>`channel_business_id = ${id}` : sql<boolean>`channel_business_code = ${code ?? ''}`)
    .where(visible(scope))
    .executeTakeFirst();

export const listProductsByCode = (db: Db, codes: string[]) =>
  db.selectFrom('product').select(['categoryId', 'categoryCode']).where('categoryCode', 'in', codes).orderBy('categoryId').execute();

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

export const findImpact = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('dealer')
    .select([
      sql<number>`(select coalesce(sum(t.count), 0)::bigint from code_tally t
        where t.level = 0 and t.holder_id = dealer.channel_business_id)`.as('stock'),
      sql<number>`(select count(*) from shipment s where s.to_id = dealer.channel_business_id and s.state in ('draft', 'shipping', 'shipped')
        and ${ownedInScope(scope, 's')})`.as('shipments'),
      sql<number>`(select count(*) from dealer d where dealer.channel_business_id = any(d.ancestors) and d.state <> 'terminated'
        and ${ownedInScope(scope, 'd')})`.as('branches'),
    ])
    .where('channelBusinessId', '=', id)
    .where(visible(scope))
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

/** Returns the number of suspended dealers. */
export async function suspendExpired(db: Db, reason: string): Promise<number> {
  const { rows } = await sql<{ channelBusinessId: number }>`
    with lapsed as (
      update dealer set state = 'suspended', state_reason = ${reason}, version = version + 1
      where state = 'active' and contract_to < current_date returning channel_business_id
    )
    insert into dealer_event (channel_business_id, action, reason)
    select channel_business_id, 'lapse', ${reason} from lapsed returning channel_business_id`.execute(db);
  return rows.length;
}
