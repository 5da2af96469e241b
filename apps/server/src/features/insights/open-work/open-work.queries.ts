import type { OpenWorkItem } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

/** Decided by another user, and the turn of the author again; or assigned to the user. */
export const authorKinds = ['batchReturned', 'supplierReturned', 'dealerReturned', 'traceReturned', 'ownCase', 'printReady'] as const;
export type AuthorKind = (typeof authorKinds)[number];

type Row = Pick<OpenWorkItem, 'id' | 'name' | 'detail' | 'since'> & { kind: AuthorKind };

const isReturned = (table: 'batch' | 'supplier' | 'dealer', scope: DataScope, userId: number) => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`${column('state')} = 'draft' and ${column('stateReason')} is not null and ${column('createBy')} = ${userId}
    and ${ownedInScope(scope, table)}`;
};

/** Oldest first. */
const selections: Record<AuthorKind, (scope: DataScope, userId: number) => RawBuilder<unknown>> = {
  batchReturned: (scope, userId) => sql`
    select batch_id as id, batch_no as name, category_name as detail, coalesce(batch.update_time, batch.create_time) as since
    from batch join product using (category_id) where ${isReturned('batch', scope, userId)} order by since, id`,
  supplierReturned: (scope, userId) => sql`
    select supplier_id, supplier_name, supplier_code, coalesce(update_time, create_time) as since
    from supplier where ${isReturned('supplier', scope, userId)} order by since, supplier_id`,
  dealerReturned: (scope, userId) => sql`
    select channel_business_id, channel_business_name, channel_business_code, coalesce(update_time, create_time) as since
    from dealer where ${isReturned('dealer', scope, userId)} order by since, channel_business_id`,
  traceReturned: (scope, userId) => sql`
    select trace_record_id, step_name, category_name || ' ' || batch_no, reject_time
    from trace_record join batch using (batch_id) join product using (category_id)
    where trace_record.state = 'draft' and reject_time is not null and trace_record.create_by = ${userId}
      and ${ownedInScope(scope, 'traceRecord')} order by reject_time, trace_record_id`,
  ownCase: (scope, userId) => sql`
    select case_id, coalesce(category_name, code_text), batch_no, scan_case.create_time as since
    from scan_case left join batch using (batch_id) left join product using (category_id)
    where scan_case.state = 'assigned' and assignee_id = ${userId} and ${ownedInScope(scope, 'scanCase')} order by since, case_id`,
  printReady: (scope, userId) => sql`
    select handover_id, batch_no, recipient, coalesce(release_time, print_order.create_time) as since
    from print_order join batch using (batch_id)
    where print_order.state = 'ready' and (expire_time is null or expire_time > now()) and print_order.create_by = ${userId}
      and ${ownedInScope(scope, 'batch')} order by since, handover_id`,
};

/** One statement for the kinds with a scope, at most `limit` rows of each. */
export async function listForAuthor(db: Db, scopes: ReadonlyMap<AuthorKind, DataScope>, userId: number, limit: number): Promise<Row[]> {
  if (scopes.size === 0) return [];
  const parts = [...scopes].map(
    ([kind, scope]) => sql`select ${kind}::text as kind, work.* from (${selections[kind](scope, userId)} limit ${limit})
      as work(id, name, detail, since)`,
  );
  const { rows } = await sql<Row>`${sql.join(parts, sql` union all `)} order by kind, since, id`.execute(db);
  return rows;
}
