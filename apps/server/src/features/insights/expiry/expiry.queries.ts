import type { ExpiryKind, expiries, QueryOf, RecordOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { contains, page } from '../../../platform/db/page.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

type Expiries = typeof expiries;

/** Days after the expiry date for which a batch is still listed. */
const BATCH_DAYS = 90;

/** The kinds to list, each with its data scope. */
export type KindScopes = Partial<Record<ExpiryKind, DataScope>>;

/** All records with an end date, of the kinds of `scopes`. */
function expiringRecords(scopes: KindScopes) {
  const isVisible = (kind: ExpiryKind, table: string) => {
    const scope = scopes[kind];
    return scope ? ownedInScope(scope, table) : sql<boolean>`false`;
  };
  return sql<RecordOf<Expiries>>`(
    select all_kinds.*, last_day - current_date as days_left from (
      select p.kind || '-' || p.paper_id as expiry_key, p.kind, p.paper_name as name, supplier.supplier_name as owner_name,
        supplier.supplier_id as owner_id, p.valid_to as last_day, null::bigint as quantity, false as suspended
      from supplier_paper p join supplier on supplier.supplier_id = p.supplier_id
      where p.valid_to is not null and supplier.state <> 'terminated'
        and case p.kind when 'certificate' then ${isVisible('certificate', 'supplier')} else ${isVisible('contract', 'supplier')} end
        and not exists (select from supplier_paper newer where newer.supplier_id = p.supplier_id and newer.kind = p.kind
          and newer.paper_name = p.paper_name and coalesce(newer.valid_to, 'infinity') > p.valid_to)
      union all
      select 'dealerContract-' || channel_business_id, 'dealerContract', coalesce(contract_no, '—'), channel_business_name,
        channel_business_id, contract_to, null, state = 'suspended' and contract_to < current_date
      from dealer where contract_to is not null and state in ('active', 'suspended') and ${isVisible('dealerContract', 'dealer')}
      union all
      select 'batch-' || batch.batch_id, 'batch', batch.batch_no, product.category_name, batch.batch_id, batch.expiry_date, batch.quantity, false
      from batch join product on product.category_id = batch.category_id
      where batch.expiry_date >= current_date - ${BATCH_DAYS}::int and batch.state in ('issued', 'active', 'frozen')
        and ${isVisible('batch', 'batch')}
    ) all_kinds
  )`;
}

export function list(db: Db, scopes: KindScopes, within: number, { ownerName, paging }: QueryOf<Expiries>) {
  let rows = db.selectFrom(expiringRecords(scopes).as('expiry')).selectAll().where(sql<boolean>`days_left <= ${within}::int`);
  if (ownerName) rows = rows.where(({ or }) => or([contains('ownerName', ownerName), contains('name', ownerName)]));
  return page(rows, 'expiryKey', paging.orderBy ? paging : { ...paging, orderBy: 'lastDay', descending: false });
}

/** Nearest end first. `since`: start of the warning period. */
export const listOpenWork = (db: Db, scopes: KindScopes, within: number, limit: number) =>
  db
    .selectFrom(expiringRecords(scopes).as('expiry'))
    .select(['ownerId as id', 'name', 'ownerName as detail', 'lastDay as dueDay'])
    .select(sql<string>`(last_day - ${within}::int)::timestamptz`.as('since'))
    .where(sql<boolean>`days_left <= ${within}::int`)
    .orderBy('lastDay')
    .orderBy('expiryKey')
    .limit(limit)
    .execute();

/** Counts by kind: `near` ends within `within` days, `over` has ended. */
export const counts = (db: Db, scopes: KindScopes, within: number) =>
  db
    .selectFrom(expiringRecords(scopes).as('expiry'))
    .select(['kind'])
    .select([sql<number>`count(*) filter (where days_left >= 0)`.as('near'), sql<number>`count(*) filter (where days_left < 0)`.as('over')])
    .where(sql<boolean>`days_left <= ${within}::int`)
    .groupBy('kind')
    .orderBy('kind')
    .execute();

/** What reached one of `daysBefore` since the last watch; at first, all that ends within the longest period. */
export const countNewlyExpiring = (db: Db, scopes: KindScopes, daysBefore: number[], since: string | null) =>
  db
    .selectFrom(expiringRecords(scopes).as('expiry'))
    .select(['kind', sql<number>`count(*)`.as('count')])
    .where(
      since === null
        ? sql<boolean>`days_left between 0 and ${Math.max(...daysBefore)}::int`
        : sql<boolean>`exists (select from unnest(${daysBefore}::int[]) as before(days)
            where last_day - before.days > ${since}::date and last_day - before.days <= current_date)`,
    )
    .groupBy('kind')
    .orderBy('kind')
    .execute();

/** The last watch before today; null for none. */
export const lastWatch = async (db: Db) =>
  (
    await db
      .selectFrom('expiryWatch')
      .select('day')
      .where('day', '<', sql<string>`current_date`)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.day ?? null;

/** Claims today's watch; false if another process did, after waiting for its transaction. */
export async function claimToday(db: Db): Promise<boolean> {
  const { rows } = await sql`insert into expiry_watch (day) values (current_date) on conflict do nothing returning day`.execute(db);
  return rows.length > 0;
}

export const recordNotice = (db: Db, noticeId: number) =>
  db.updateTable('expiryWatch').set({ noticeId }).where('day', '=', sql<string>`current_date`).execute();
