import {
  MAX_PASTED_CODES,
  regionContains,
  regionsShared,
  type Selection,
  type ShipmentConcern,
  type ShipmentContent,
  ShipmentLine,
  shipments,
} from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/http/context.ts';
import { problemMessage } from '../../../platform/http/refusal.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import { regionFullName } from '../../scans/place/regions.ts';
import * as queries from './shipment.queries.ts';
import type { LineRow } from './shipment-line.queries.ts';
import * as lines from './shipment-line.queries.ts';
import { type Dealer, listEnds, lockDraft, validate } from './shipment-validation.service.ts';

/** Warnings do not block a shipment. They concern the dealer's regions and the intended market of batches. */
async function listWarnings(
  { db, t, language }: Context,
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
    concerns.push(toConcern('regionOutside', { region: regionFullName(regionCode, language) }));

  const checkedBatchIds = new Set<number>();
  for (const { lineId, batchId, batchNo, ...intended } of rows) {
    if (checkedBatchIds.has(batchId)) continue;
    checkedBatchIds.add(batchId);
    if (intended.intendedDealerId !== null && !isInIntendedChain(to, intended))
      concerns.push(toConcern('otherDealer', { batchNo, meant: intended.intendedDealerName ?? '' }, lineId));
    const targetRegions = regionCode === null ? regionCodes : [regionCode];
    if (intended.intendedRegionCode !== null && targetRegions && regionsShared(targetRegions, [intended.intendedRegionCode]).length === 0)
      concerns.push(toConcern('otherRegion', { batchNo, meant: regionFullName(intended.intendedRegionCode, language) }, lineId));
  }
  return concerns;
}

type Warning = 'regionNone' | 'regionOutside' | 'otherDealer' | 'otherRegion';

/** True for the intended dealer, its ancestors and its descendants. */
const isInIntendedChain = ({ channelBusinessId, ancestors }: Dealer, { intendedDealerId, intendedAncestors }: IntendedDealer) =>
  channelBusinessId === intendedDealerId ||
  ancestors.includes(intendedDealerId ?? 0) ||
  (intendedAncestors ?? []).includes(channelBusinessId);

type IntendedDealer = Pick<LineRow, 'intendedDealerId' | 'intendedAncestors'>;

const MAX_LINES = 500;
/** Two pasted lists without adjacent codes. */
const MAX_RUNS = 2 * MAX_PASTED_CODES;

/** Problems and warnings only for a draft. @throws notFound */
export async function content(ctx: Context, id: number): Promise<ShipmentContent> {
  const { db, scope } = ctx;
  const shipment = orNotFound(await queries.shipmentTable.find(ctx, id));
  const rows = await lines.list(db, id);
  const shipmentLines = rows.map((row) => ShipmentLine.parse(row));
  if (shipment.state !== 'draft') return { lines: shipmentLines, concerns: [], unitCount: null };
  const runs = await lines.listRuns(db, id);
  const unitCount = await codeService.countUnits(db, runs);
  const ends = await listEnds(db, 'all', shipment).catch((error: unknown) => (error instanceof Problem ? error : Promise.reject(error)));
  if (ends instanceof Problem) return { lines: shipmentLines, concerns: [toConcern(ctx, null, ends)], unitCount };
  const faults = await validate({ db, scope }, shipment, ends, { rows, runs });
  const concerns = faults.map(({ lineId, problem }) => toConcern(ctx, lineId, problem));
  const leaving = await codeService.listLeaving(db, runs);
  if (leaving.length > 0) {
    const message = ctx.t(shipments.word('concern.leavesContainer'), { count: codeService.sizeOf(leaving) });
    concerns.push({ stops: false, lineId: null, message });
  }
  const { to } = ends;
  const warningList = to && shipment.kind !== 'return' ? await listWarnings(ctx, shipment.regionCode, to, rows) : [];
  return { lines: shipmentLines, concerns: [...concerns, ...warningList], unitCount };
}

const toConcern = (ctx: Context, lineId: number | null, problem: Problem): ShipmentConcern => ({
  stops: true,
  lineId,
  message: problemMessage(ctx, problem),
});

/**
 * Adds one line per batch and level, also next to earlier lines of the batch. The codes are validated on shipping.
 * @throws notFound, shipmentStateWrong, codesOnDocument, shipmentTooLong, shipmentTooScattered, and as `resolveSelection`
 */
export async function addLines(ctx: Context, id: number, selection: Selection) {
  const { db } = ctx;
  await lockDraft(ctx, id);
  const runs = await codeService.resolveSelection(ctx, selection);
  const existing = await lines.count(db, id);
  if (existing.lines + codeService.groupRuns(runs).length > MAX_LINES) throw new Problem('shipmentTooLong', { max: MAX_LINES });
  if (existing.runs + runs.length > MAX_RUNS) throw new Problem('shipmentTooScattered', { max: MAX_RUNS });
  const field = codeService.fieldOf(selection);
  await mapConstraintErrors({ shipment_run_ordinal_excl: 'codesOnDocument' }, { field }, lines.insert(db, id, runs));
  return { count: codeService.sizeOf(runs) };
}

/** @throws notFound, shipmentStateWrong */
export async function removeLine(ctx: Context, id: number, lineId: number) {
  await lockDraft(ctx, id);
  orNotFound(await lines.remove(ctx.db, id, lineId));
}
