import { regionContains, regionsShared, type ShipmentConcern, shipments } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import { regionFullName } from '../../scans/place/regions.ts';
import type { Dealer } from './shipment-ends.service.ts';
import type { LineRow } from './shipment-line.queries.ts';

/** Warnings do not block a shipment. They concern the dealer's regions and the intended market of batches. */
export async function listWarnings(
  { db, t }: Context,
  regionCode: string | null,
  to: Dealer,
  rows: readonly LineRow[],
): Promise<ShipmentConcern[]> {
  const dealer = to.channelBusinessName;
  const toConcern = (key: Warning, params: Record<string, string> = {}, lineId: number | null = null): ShipmentConcern => ({
    ...{ stops: false, lineId },
    message: t(shipments.word(`concern.${key}`), { dealer, ...params }),
  });
  const { regionCodes } = await dealerService.findEffectiveAuthority(db, to.channelBusinessId);
  const concerns: ShipmentConcern[] = [];
  if (regionCodes === null) concerns.push(toConcern('regionNone'));
  else if (regionCode !== null && !regionCodes.some((own) => regionContains(own, regionCode)))
    concerns.push(toConcern('regionOutside', { region: regionFullName(regionCode) }));

  const checkedBatchIds = new Set<number>();
  for (const { lineId, batchId, batchNo, ...intended } of rows) {
    if (checkedBatchIds.has(batchId)) continue;
    checkedBatchIds.add(batchId);
    if (intended.intendedDealerId !== null && !isInIntendedChain(to, intended))
      concerns.push(toConcern('otherDealer', { batchNo, meant: intended.intendedDealerName ?? '' }, lineId));
    const targetRegions = regionCode === null ? regionCodes : [regionCode];
    if (intended.intendedRegionCode !== null && targetRegions && regionsShared(targetRegions, [intended.intendedRegionCode]).length === 0)
      concerns.push(toConcern('otherRegion', { batchNo, meant: regionFullName(intended.intendedRegionCode) }, lineId));
  }
  return concerns;
}

type Warning = 'regionNone' | 'regionOutside' | 'otherDealer' | 'otherRegion';

/** True for the intended dealer, its ancestors and its descendants. */
const isInIntendedChain = ({ channelBusinessId, ancestors }: Dealer, { intendedDealerId, intendedBelow }: IntendedDealer) =>
  channelBusinessId === intendedDealerId || ancestors.includes(intendedDealerId ?? 0) || (intendedBelow ?? []).includes(channelBusinessId);

type IntendedDealer = Pick<LineRow, 'intendedDealerId' | 'intendedBelow'>;
