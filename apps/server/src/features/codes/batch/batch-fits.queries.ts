import type { batches, FiltersOf } from '@suyuan/contract';
import { sql } from 'kysely';
import { between, contains, inRegion } from '../../../platform/db/page.ts';
import { batchUnder, dealerUnder } from '../../../platform/db/under-class.ts';

export function fits(query: FiltersOf<typeof batches>) {
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
  const asked = [between('batch.createTime', beginTime, endTime)];
  if (batchNo) asked.push(contains('batchNo', batchNo));
  if (categoryId) asked.push(sql`batch.category_id = ${categoryId}`);
  if (supplierId) asked.push(sql`batch.supplier_id = ${supplierId}`);
  if (channelBusinessId)
    asked.push(sql`batch.batch_id in (select t.batch_id from code_tally t where t.holder_id = ${channelBusinessId}
      union all select l.batch_id from shipment d join shipment_line l on l.dispatch_id = d.dispatch_id
      where d.to_id = ${channelBusinessId} and d.state in ('shipped', 'received'))`);
  if (intendedDealerId) asked.push(sql`batch.intended_dealer_id = ${intendedDealerId}`);
  if (intendedRegionCode) asked.push(inRegion('batch.intendedRegionCode', intendedRegionCode));
  if (productionLine) asked.push(contains('batch.productionLine', productionLine));
  if (state) asked.push(sql`batch.state = ${state}`);
  if (madeBeginTime) asked.push(sql`made_date >= ${madeBeginTime}`);
  if (madeEndTime) asked.push(sql`made_date <= ${madeEndTime}`);
  if (expiryBeginTime) asked.push(sql`expiry_date >= ${expiryBeginTime}`);
  if (expiryEndTime) asked.push(sql`expiry_date <= ${expiryEndTime}`);
  asked.push(...batchUnder('batch', query));
  for (const held of dealerUnder('t.holder_id', query.dealerCatalogueId, query.catalogueOnly))
    asked.push(
      sql`batch.batch_id in (select t.batch_id from code_tally t where t.level = 0 and ${held} group by t.batch_id having sum(t.count) > 0)`,
    );
  if (expiringDays !== undefined) asked.push(sql`expiry_date between current_date and current_date + ${expiringDays}::int`);
  if (suspectsOver !== undefined)
    asked.push(sql`batch.batch_id in (select h.batch_id from scan_hour h where h.verdict = 'suspect'
      group by h.batch_id having sum(h.scans) > ${suspectsOver})`);
  // must match the counts in the code statistics
  if (having)
    asked.push(sql`0 <> coalesce((select sum(d.change) from code_day d where d.batch_id = batch.batch_id
      and (${having === 'issued'} or d.status in ('shipped', 'sold') or ${having === 'live'} and d.status in ('activated', 'packed'))
      and d.day between coalesce(${havingBeginTime ?? null}::date, '-infinity') and coalesce(${havingEndTime ?? null}::date, 'infinity')), 0)`);
  return sql<boolean>`${sql.join(asked, sql` and `)}`;
}
