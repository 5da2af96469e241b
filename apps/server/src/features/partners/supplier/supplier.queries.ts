import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { contains } from '../../../platform/db/page.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

const visible = (scope: DataScope) => ownedInScope(scope, 'supplier');

/** The earliest expiry date. A newer document of the same kind and name replaces the older one. */
const nextExpiry = sql<string | null>`(select min(p.valid_to) from supplier_paper p where p.supplier_id = supplier.supplier_id
  and not exists (select from supplier_paper newer where newer.supplier_id = p.supplier_id and newer.kind = p.kind
    and newer.paper_name = p.paper_name and coalesce(newer.valid_to, 'infinity') > p.valid_to))`;

/** Only the last four digits. */
const maskedAccount = sql<string | null>`'**** ' || right(replace(supplier.bank_account, ' ', ''), 4)`;

const ofSupplier = (scope: DataScope) => sql`batch.supplier_id = supplier.supplier_id and ${ownedInScope(scope, 'batch')}`;

/** Only verified inspections in scope. */
const countInspections = (scope: DataScope, ...dispositions: string[]) => sql<number>`(select count(*) from batch join trace_record r
  on r.batch_id = batch.batch_id where ${ofSupplier(scope)} and r.biz_step = 'inspecting' and r.state in ('verified', 'published')
    and r.disposition = any(${dispositions}) and ${ownedInScope(scope, 'r')})`;

/** In the last 90 days including today, from the daily sums. */
const countScans = (scope: DataScope, suspect: boolean) => sql<number>`(select coalesce(sum(d.scans), 0) from batch join scan_batch_day d
  on d.batch_id = batch.batch_id where ${ofSupplier(scope)} and d.day >= current_date - 89
    and (${!suspect} or d.verdict = 'suspect'))`;

/** Figures include only batches in scope. */
export const columns = (scope: DataScope) => ({
  bankAccount: maskedAccount,
  nextExpiry,
  paperCount: sql`(select count(*) from supplier_paper p where p.supplier_id = supplier.supplier_id)`,
  batchCount: sql`(select count(*) from batch where ${ofSupplier(scope)})`,
  recalledCount: sql`(select count(*) from batch where ${ofSupplier(scope)} and batch.state = 'recalled')`,
  issuedCount: sql`(select coalesce(sum(r.count), 0) from batch join batch_range r on r.batch_id = batch.batch_id and r.level = 0
    where ${ofSupplier(scope)})`,
  inspectedCount: countInspections(scope, 'conformant', 'non_conformant'),
  passedCount: countInspections(scope, 'conformant'),
  scannedCount: countScans(scope, false),
  suspectCount: countScans(scope, true),
});

export const conditions = {
  supplierName: (name: string) => sql<boolean>`(${contains('supplier.supplierName', name)} or ${contains('supplier.shortName', name)})`,
  expiringIn: (days: number) => sql<boolean>`${nextExpiry} <= current_date + ${days}::int`,
};

/** Unmasked. */
export const findAccount = (db: Db, scope: DataScope, id: number) =>
  db.selectFrom('supplier').select(['bankName', 'bankAccount']).where('supplierId', '=', id).where(visible(scope)).executeTakeFirst();

export const findImpact = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('supplier')
    .select(sql<number>`(select count(*) from batch where ${ofSupplier(scope)})`.as('batches'))
    .select(
      sql<number>`(select count(*) from batch where ${ofSupplier(scope)} and batch.state not in ('closed', 'cancelled', 'void', 'recalled'))`.as(
        'open',
      ),
    )
    .where('supplierId', '=', id)
    .where(visible(scope))
    .executeTakeFirst();

export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db.deleteFrom('supplier').where('supplierId', 'in', ids).where(visible(scope)).returning('supplierId').execute();
