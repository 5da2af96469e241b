import { regionContains, regionsShared, type ShipmentConcern, shipments } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import { regionFullName } from '../../scans/place/regions.ts';
import type { Dealer } from './shipment-ends.service.ts';
import type { LineRow } from './shipment-line.queries.ts';

/** Warnings do not block a shipment. They concern the dealer's regions and the intended market of batches. */
export async function warnings(
  { db, t }: Context,
  regionCode: string | null,
  to: Dealer,
  rows: readonly LineRow[],
): Promise<ShipmentConcern[]> {
  const dealer = to.channelBusinessName;
  const say = (key: Warning, more: Record<string, string> = {}, lineId: number | null = null): ShipmentConcern => ({
    ...{ stops: false, lineId },
    message: t(shipments.word(`concern.${key}`), { dealer, ...more }),
  });
  const { regionCodes } = await dealerService.effective(db, to.channelBusinessId);
  const said: ShipmentConcern[] = [];
  if (regionCodes === null) said.push(say('regionNone'));
  else if (regionCode !== null && !regionCodes.some((own) => regionContains(own, regionCode)))
    said.push(say('regionOutside', { region: regionFullName(regionCode) }));

  const known = new Set<number>();
  for (const { lineId, batchId, batchNo, ...meant } of rows) {
    if (known.has(batchId)) continue;
    known.add(batchId);
    if (meant.intendedDealerId !== null && !isOnTheWay(to, meant))
      said.push(say('otherDealer', { batchNo, meant: meant.intendedDealerName ?? '' }, lineId));
    const goal = regionCode === null ? regionCodes : [regionCode];
    if (meant.intendedRegionCode !== null && goal && regionsShared(goal, [meant.intendedRegionCode]).length === 0)
      said.push(say('otherRegion', { batchNo, meant: regionFullName(meant.intendedRegionCode) }, lineId));
  }
  return said;
}

type Warning = 'regionNone' | 'regionOutside' | 'otherDealer' | 'otherRegion';

/** True for the intended dealer, its ancestors and its descendants. */
const isOnTheWay = ({ channelBusinessId, ancestors }: Dealer, { intendedDealerId, intendedBelow }: Meant) =>
  channelBusinessId === intendedDealerId || ancestors.includes(intendedDealerId ?? 0) || (intendedBelow ?? []).includes(channelBusinessId);

type Meant = Pick<LineRow, 'intendedDealerId' | 'intendedBelow'>;
