import type { batches, FiltersOf } from '@suyuan/contract';
import { sql } from 'kysely';
import { batchInCategories, dealerInCategory } from '../../../platform/db/category-filter.ts';
import { between, contains, inRegion } from '../../../platform/db/page.ts';

export function batchFilter(query: FiltersOf<typeof batches>) {
  const { batchNo, categoryId, supplierId, state, madeBeginTime, madeEndTime, expiryBeginTime, expiryEndTime, beginTime, endTime } = query;
  const {
    expiringDays,
    suspectsOver,
    having,
    havingBeginTime,
    havingEndTime,
    channelBusinessId,
    intendedDealerId,
    intendedRegionCode,
    productionLine,
  } = query;
  const conditions = [between('batch.createTime', beginTime, endTime)];
  if (batchNo) conditions.push(contains('batchNo', batchNo));
  if (categoryId) conditions.push(sql`batch.category_id = ${categoryId}`);
  if (supplierId) conditions.push(sql`batch.supplier_id = ${supplierId}`);
  if (channelBusinessId)
    conditions.push(sql`batch.batch_id in (select t.batch_id from code_tally t where t.holder_id = ${channelBusinessId}
      union all select l.batch_id from shipment d join shipment_line l on l.dispatch_id = d.dispatch_id
      where d.to_id = ${channelBusinessId} and d.state in ('shipped', 'received'))`);
  if (intendedDealerId) conditions.push(sql`batch.intended_dealer_id = ${intendedDealerId}`);
  if (intendedRegionCode) conditions.push(inRegion('batch.intendedRegionCode', intendedRegionCode));
  if (productionLine) conditions.push(contains('batch.productionLine', productionLine));
  if (state) conditions.push(sql`batch.state = ${state}`);
  if (madeBeginTime) conditions.push(sql`made_date >= ${madeBeginTime}`);
  if (madeEndTime) conditions.push(sql`made_date <= ${madeEndTime}`);
  if (expiryBeginTime) conditions.push(sql`expiry_date >= ${expiryBeginTime}`);
  if (expiryEndTime) conditions.push(sql`expiry_date <= ${expiryEndTime}`);
  conditions.push(...batchInCategories('batch', query));
  for (const holderCondition of dealerInCategory('t.holder_id', query.dealerCatalogueId, query.catalogueOnly))
    conditions.push(
      sql`batch.batch_id in (select t.batch_id from code_tally t where t.level = 0 and ${holderCondition} group by t.batch_id having sum(t.count) > 0)`,
    );
  if (expiringDays !== undefined) conditions.push(sql`expiry_date between current_date and current_date + ${expiringDays}::int`);
  if (suspectsOver !== undefined)
    conditions.push(sql`batch.batch_id in (select h.batch_id from scan_hour h where h.verdict = 'suspect'
      group by h.batch_id having sum(h.scans) > ${suspectsOver})`);
  // must match the counts in the code statistics
  if (having)
    conditions.push(sql`0 <> coalesce((select sum(d.change) from code_day d where d.batch_id = batch.batch_id
      and (${having === 'issued'} or d.status in ('shipped', 'sold') or ${having === 'live'} and d.status in ('activated', 'packed'))
      and d.day between coalesce(${havingBeginTime ?? null}::date, '-infinity') and coalesce(${havingEndTime ?? null}::date, 'infinity')), 0)`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
