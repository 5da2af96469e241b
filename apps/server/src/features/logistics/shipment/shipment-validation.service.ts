import {
  type BatchState,
  batches,
  type CodeStatus,
  type CodeStep,
  codes,
  type InputOf,
  type ShipmentKind,
  type ShipmentState,
  shipmentLifeCycle,
  shipments,
} from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import type { Context } from '../../../platform/http/context.ts';
import { ensureState } from '../../../platform/http/life-cycle.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as batchService from '../../codes/batch/batch.service.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import * as queries from './shipment.queries.ts';
import * as lines from './shipment-line.queries.ts';

/** Only drafts. @throws notFound, shipmentStateWrong */
export async function lockDraft(ctx: Context, id: number) {
  const shipment = orNotFound(await queries.lock(ctx.db, ctx.scope, id));
  ensureState(ctx, shipmentLifeCycle, 'edit', shipment.state, ['draft']);
  return shipment;
}

export const stateWord = (state: ShipmentState) => shipments.word(`state.${state}`);

type Ends = Pick<InputOf<typeof shipments>, 'kind' | 'fromId' | 'toId'>;
export type Dealer = Awaited<ReturnType<typeof queries.lockDealers>>[number];

/** @throws as `endsOf` */
export const listEnds = async (db: Db, scope: DataScope, ends: Ends) => endsOf(await queries.listDealersById(db, scope, idsOf(ends)), ends);

/** Locks the dealers until the transaction ends. @throws as `endsOf` */
export const lockEnds = async (db: Db, scope: DataScope, ends: Ends) => endsOf(await queries.lockDealers(db, scope, idsOf(ends)), ends);

const idsOf = ({ fromId, toId }: Ends) => [fromId, toId].filter((id) => id != null);

/**
 * Out goes from our store, transfer to a dealer below, return to one above or to us.
 * @param dealers in scope
 * @throws shipmentEndMissing, shipmentEndsWrong, referenceNotFound, shipmentNotBelow; each with its field
 */
function endsOf(dealers: readonly Dealer[], { kind, fromId, toId }: Ends): { from?: Dealer; to?: Dealer } {
  const endProblem = (problem: 'shipmentEndMissing' | 'shipmentEndsWrong', field: 'fromId' | 'toId') =>
    new Problem(problem, { field, title: shipments.word(field), rule: shipments.word(`kind.${kind}.hint`) });
  if (kind !== 'out' && fromId == null) throw endProblem('shipmentEndMissing', 'fromId');
  if (kind !== 'return' && toId == null) throw endProblem('shipmentEndMissing', 'toId');
  if (kind === 'out' && fromId != null) throw endProblem('shipmentEndsWrong', 'fromId');
  const findDealer = (id: number | null | undefined, field: 'fromId' | 'toId') => {
    const row = dealers.find(({ channelBusinessId }) => channelBusinessId === id);
    if (id != null && !row) throw new Problem('referenceNotFound', { field, title: shipments.word(field) });
    return row;
  };
  const [from, to] = [findDealer(fromId, 'fromId'), findDealer(toId, 'toId')];
  if (from && to) {
    const [above, below] = kind === 'return' ? [to, from] : [from, to];
    if (!below.ancestors.includes(above.channelBusinessId))
      throw new Problem('shipmentNotBelow', { field: 'toId', above: above.channelBusinessName, below: below.channelBusinessName });
  }
  return { ...(from && { from }), ...(to && { to }) };
}

type StateRun = Awaited<ReturnType<typeof codeService.listStateRuns>>[number];

export interface Fault {
  lineId: number | null;
  problem: Problem;
}

export const stepOf = ({ kind, toId }: { kind: ShipmentKind; toId: number | null }): CodeStep =>
  kind === 'return' && toId === null ? 'return' : 'ship';

/** Batch states that permit shipping. Returns permit more. */
const outboundStates: readonly BatchState[] = ['active', 'closed'];
const returnStates: readonly BatchState[] = ['active', 'closed', 'frozen', 'recalled'];

/** Codes held by dealers are `shipped`. */
const inStoreStatuses: readonly CodeStatus[] = ['activated', 'packed'];
/** Own or inherited. */
const stoppedStatuses: readonly CodeStatus[] = ['frozen', 'recalled', 'void'];
/** Statuses for which the holder is validated. */
const holderStatuses: readonly CodeStatus[] = [...inStoreStatuses, 'shipped', 'sold'];

/**
 * Most severe first: dealers, products and batches, then codes.
 * @param scope of the recipient: a holder out of this scope is not named
 */
export async function validate(
  { db, scope }: { db: Db; scope: DataScope },
  { dispatchId, kind, fromId, toId }: Pick<queries.Locked, 'dispatchId' | 'kind' | 'fromId' | 'toId'>,
  { from, to }: { from?: Dealer; to?: Dealer },
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const report = (lineId: number | null, problem: Problem) => faults.push({ lineId, problem });
  for (const dealer of [to, kind === 'return' ? undefined : from])
    if (dealer && dealer.state !== 'active')
      report(
        null,
        new Problem('dealerNotActive', { dealer: dealer.channelBusinessName, state: `manage.channelBusiness.state.${dealer.state}` }),
      );

  const rows = await lines.list(db, dispatchId);
  const allowedGoods = to && kind !== 'return' ? (await dealerService.findEffectiveAuthority(db, to.channelBusinessId)).categoryIds : null;
  const isDenied = (categoryId: number) => allowedGoods !== null && !allowedGoods.includes(categoryId);
  const allowedStates = kind === 'return' ? returnStates : outboundStates;
  const runs = Map.groupBy(await lines.listRuns(db, dispatchId), ({ lineId }) => lineId);
  const step = stepOf({ kind, toId });
  for (const { lineId, batchId, level, batchNo, state, categoryId, categoryName } of rows) {
    if (isDenied(categoryId)) report(lineId, new Problem('goodsNotAuthorised', { dealer: to?.channelBusinessName, goods: categoryName }));
    const isShippable = allowedStates.includes(state);
    if (!isShippable) report(lineId, new Problem('batchNotShippable', { batchNo, state: batchService.stateWord(state) }));
    const lineRuns = runs.get(lineId) ?? [];
    const stateRuns = await codeService.listEffectiveStateRuns(db, { batchId, level }, lineRuns);
    const shippableStatuses: readonly CodeStatus[] = kind === 'out' ? inStoreStatuses : ['shipped'];
    // The progress of a container depends on its content. A batch that is not shippable is already reported.
    const wrongRun =
      isShippable && stateRuns.find(({ status }) => (level === 0 ? !shippableStatuses.includes(status) : stoppedStatuses.includes(status)));
    const content = level === 0 ? [] : codeService.groupRuns(await codeService.contentOf(db, lineRuns));
    const contentRuns = await listContentRuns(db, content);
    const contentUnits = contentRuns.filter((stateRun) => stateRun.level === 0);
    const foreignBatchIds = [...new Set(content.map((group) => group.batchId))].filter((id) => id !== batchId);
    for (const batch of await lines.listBatches(db, foreignBatchIds)) {
      if (!codeService.isContentStepAllowed(batch.state, kind === 'return' ? 'return' : 'ship'))
        report(lineId, new Problem('batchNotShippable', { batchNo: batch.batchNo, state: batchService.stateWord(batch.state) }));
      if (isDenied(batch.categoryId))
        report(lineId, new Problem('goodsNotAuthorised', { dealer: to?.channelBusinessName, goods: batch.categoryName }));
    }
    // frozen and recalled content must not leave in a container; void codes may, they cannot be used
    const stoppedRun = kind === 'return' ? undefined : contentRuns.find(({ status }) => status === 'frozen' || status === 'recalled');
    if (stoppedRun && !wrongRun)
      report(
        lineId,
        new Problem('contentStopped', { ...(await contentName(db, stoppedRun)), status: codes.word(`status.${stoppedRun.status}`) }),
      );
    const isElsewhere = ({ status, holderId }: StateRun) => holderStatuses.includes(status) && holderId !== fromId;
    const foreignRun = stateRuns.find(isElsewhere);
    const foreignContent = foreignRun ? undefined : contentUnits.find(isElsewhere);
    if (wrongRun)
      report(
        lineId,
        new Problem('rangeStateWrong', {
          ...ordinalRange(wrongRun),
          status: codes.word(`status.${wrongRun.status}`),
          step: batches.word(`step.${step}`),
        }),
      );
    if (foreignRun) report(lineId, await holderProblem({ db, scope }, { ...ordinalRange(foreignRun), batchNo }, foreignRun.holderId));
    if (foreignContent) report(lineId, new Problem('contentElsewhere', await contentName(db, foreignContent)));
  }
  return faults;
}

/** Names the holder only if it is in scope. */
async function holderProblem(
  { db, scope }: { db: Db; scope: DataScope },
  range: { from: number; to: number; batchNo: string },
  holderId: number | null,
): Promise<Problem> {
  if (holderId === null) return new Problem('codesInStore', range);
  const holder = await dealerService.nameOf({ db, scope }, holderId);
  return holder ? new Problem('codesHeldBy', { ...range, holder }) : new Problem('codesElsewhere', range);
}

async function listContentRuns(db: Db, content: ReturnType<typeof codeService.groupRuns>) {
  const lookups = content.map(async ({ batchId, level, ordinals }) => {
    const stateRuns = await codeService.listStateRuns(db, { batchId, level }, ordinals);
    return stateRuns.map((stateRun) => ({ ...stateRun, batchId, level }));
  });
  return (await Promise.all(lookups)).flat();
}

async function contentName(db: Db, run: StateRun & { batchId: number; level: number }) {
  const [batch] = await lines.listBatches(db, [run.batchId]);
  return { ...ordinalRange(run), batchNo: batch?.batchNo, level: codes.word(`level.${run.level}`) };
}

const ordinalRange = ({ from, count }: { from: number; count: number }) => ({ from: from + 1, to: from + count });
