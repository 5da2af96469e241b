import { batches, type FiltersOf } from '@suyuan/contract';
import { sql } from 'kysely';
import { batchInCategories, dealerInCategory } from '../../../platform/db/category-filter.ts';
import { fieldConditions } from '../../../platform/db/record-table.ts';

export function batchFilter(query: FiltersOf<typeof batches>) {
  const { catalogueId, supplierCatalogueId, traceCatalogueId, dealerCatalogueId, catalogueOnly, ...others } = query;
  const { having, havingBeginTime, havingEndTime, ...filters } = others;
  const conditions = fieldConditions(batches, 'batch', filters, {
    channelBusinessId: (id) => sql`batch.batch_id in (select t.batch_id from code_tally t where t.holder_id = ${id}
      union all select l.batch_id from shipment d join shipment_line l on l.dispatch_id = d.dispatch_id
      where d.to_id = ${id} and d.state in ('shipped', 'received'))`,
    madeBeginTime: (day) => sql`made_date >= ${day}`,
    madeEndTime: (day) => sql`made_date <= ${day}`,
    expiryBeginTime: (day) => sql`expiry_date >= ${day}`,
    expiryEndTime: (day) => sql`expiry_date <= ${day}`,
    expiringDays: (days) => sql`expiry_date between current_date and current_date + ${days}::int`,
    suspectsOver: (count) => sql`batch.batch_id in (select h.batch_id from scan_batch_day h where h.verdict = 'suspect'
      group by h.batch_id having sum(h.scans) > ${count})`,
  });
  conditions.push(...batchInCategories('batch', { catalogueId, supplierCatalogueId, traceCatalogueId, catalogueOnly }));
  for (const holderCondition of dealerInCategory('t.holder_id', dealerCatalogueId, catalogueOnly))
    conditions.push(
      sql`batch.batch_id in (select t.batch_id from code_tally t where t.level = 0 and ${holderCondition} group by t.batch_id having sum(t.count) > 0)`,
    );
  // must match the counts in the code statistics
  if (having)
    conditions.push(sql`0 <> coalesce((select sum(d.change) from code_day d where d.batch_id = batch.batch_id
      and (${having === 'issued'} or d.status in ('shipped', 'sold') or ${having === 'live'} and d.status in ('activated', 'packed'))
      and d.day between coalesce(${havingBeginTime ?? null}::date, '-infinity') and coalesce(${havingEndTime ?? null}::date, 'infinity')), 0)`);
  return sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`;
}
