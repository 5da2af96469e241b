import {
  type BatchState,
  batches,
  type CodeStatus,
  type CodeStep,
  codes,
  type InputOf,
  isStopped,
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
interface EndDealers {
  from?: Dealer;
  to?: Dealer;
}

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
function endsOf(dealers: readonly Dealer[], { kind, fromId, toId }: Ends): EndDealers {
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
/** Statuses for which the holder is validated. */
const holderStatuses: readonly CodeStatus[] = [...inStoreStatuses, 'shipped', 'sold'];

/** The listed codes of a shipment. */
export interface Content {
  rows: readonly lines.LineRow[];
  runs: readonly (lines.Run & { lineId: number })[];
}

type Shipment = Pick<queries.Locked, 'kind' | 'fromId' | 'toId'>;
type CodeRun = Awaited<ReturnType<typeof codeService.listStateRunsOfEach>>[number][number];

interface Line {
  row: lines.LineRow;
  /** Listed codes that are also in a listed container. */
  contained: { from: number; count: number }[];
  /** With the effect of containers. */
  codeRuns: CodeRun[];
  /** Own states of the codes in containers. */
  contentRuns: CodeRun[];
}

/** What all lines have in common. */
interface Terms extends Shipment {
  dealerName: string | undefined;
  /** Null: all. */
  authorisedProductIds: readonly number[] | null;
  batches: ReadonlyMap<number, Awaited<ReturnType<typeof lines.listBatches>>[number]>;
  holderNames: ReadonlyMap<number, string>;
}

/**
 * Most severe first: dealers, then by line its products and batches, its codes, and who holds them.
 * @param scope of the recipient: a holder out of this scope is not named
 */
export async function validate(
  { db, scope }: { db: Db; scope: DataScope },
  shipment: Shipment,
  ends: EndDealers,
  content: Content,
): Promise<Fault[]> {
  const shipmentLines = await readLines(db, content);
  const terms = await readTerms({ db, scope }, shipment, ends, shipmentLines);
  const lineFaults = shipmentLines.flatMap((line) => {
    const problems = [...validateBatches(terms, line), ...validateCodes(terms, line), ...validateHolders(terms, line)];
    return problems.map((problem): Fault => ({ lineId: line.row.lineId, problem }));
  });
  return [...validateEnds(shipment, ends).map((problem): Fault => ({ lineId: null, problem })), ...lineFaults];
}

/** The number of queries depends on the batches, not on the lines. */
async function readLines(db: Db, { rows, runs }: Content): Promise<Line[]> {
  const runsByLine = Map.groupBy(runs, ({ lineId }) => lineId);
  const lists = rows.map(({ lineId }) => runsByLine.get(lineId) ?? []);
  const codeRuns = await codeService.listStateRunsOfEach(db, lists, codeService.listEffectiveStateRuns);
  const contents = await codeService.contentOfEach(db, lists);
  const contentRuns = await codeService.listStateRunsOfEach(db, contents);
  return rows.map((row, index) => ({
    row,
    contained: codeService.intersectCodes(lists[index]!, contents.flat()),
    codeRuns: codeRuns[index]!,
    contentRuns: contentRuns[index]!,
  }));
}

async function readTerms(
  { db, scope }: { db: Db; scope: DataScope },
  { kind, fromId, toId }: Shipment,
  { to }: EndDealers,
  shipmentLines: readonly Line[],
): Promise<Terms> {
  const contentRuns = shipmentLines.flatMap((line) => line.contentRuns);
  const batchRows = await lines.listBatches(db, [...new Set(contentRuns.map(({ batchId }) => batchId))]);
  const holderIds = new Set(shipmentLines.flatMap(({ codeRuns }) => codeRuns.flatMap(({ holderId }) => holderId ?? [])));
  const holders = await queries.listDealersById(db, scope, [...holderIds]);
  return {
    ...{ kind, fromId, toId },
    dealerName: to?.channelBusinessName,
    authorisedProductIds:
      to && kind !== 'return' ? (await dealerService.findEffectiveAuthority(db, to.channelBusinessId)).categoryIds : null,
    batches: new Map(batchRows.map((batch) => [batch.batchId, batch])),
    holderNames: new Map(holders.map((holder) => [holder.channelBusinessId, holder.channelBusinessName])),
  };
}

function validateEnds({ kind }: Shipment, { from, to }: EndDealers): Problem[] {
  const dealers = kind === 'return' ? [to] : [to, from];
  return dealers.flatMap((dealer) => {
    if (!dealer || dealer.state === 'active') return [];
    return [new Problem('dealerNotActive', { dealer: dealer.channelBusinessName, state: dealerService.stateWord(dealer.state) })];
  });
}

const statesOf = ({ kind }: Shipment) => (kind === 'return' ? returnStates : outboundStates);

/** Those of the content may be other batches and products. */
function validateBatches(terms: Terms, { row, contentRuns }: Line): Problem[] {
  const { authorisedProductIds, dealerName } = terms;
  const validateProduct = ({ categoryId, categoryName }: Pick<lines.LineRow, 'categoryId' | 'categoryName'>) =>
    authorisedProductIds !== null && !authorisedProductIds.includes(categoryId)
      ? [new Problem('goodsNotAuthorised', { dealer: dealerName, goods: categoryName })]
      : [];
  const validateState = ({ batchNo, state }: Pick<lines.LineRow, 'batchNo' | 'state'>, isAllowed: boolean) =>
    isAllowed ? [] : [new Problem('batchNotShippable', { batchNo, state: batchService.stateWord(state) })];
  const contentBatchIds = new Set(contentRuns.map(({ batchId }) => batchId));
  contentBatchIds.delete(row.batchId);
  return [
    ...validateProduct(row),
    ...validateState(row, statesOf(terms).includes(row.state)),
    ...[...contentBatchIds].flatMap((batchId) => {
      const batch = terms.batches.get(batchId)!;
      const isAllowed = codeService.isContentStepAllowed(batch.state, terms.kind === 'return' ? 'return' : 'ship');
      return [...validateState(batch, isAllowed), ...validateProduct(batch)];
    }),
  ];
}

function validateCodes(terms: Terms, { row, contained, codeRuns, contentRuns }: Line): Problem[] {
  const { kind } = terms;
  const shippableStatuses: readonly CodeStatus[] = kind === 'out' ? inStoreStatuses : ['shipped'];
  // the progress of a container depends on its content
  const isBlocked = ({ status }: CodeRun) => (row.level === 0 ? !shippableStatuses.includes(status) : isStopped(status));
  // a batch that is not shippable is already reported
  const blocked = statesOf(terms).includes(row.state) ? codeRuns.find(isBlocked) : undefined;
  if (blocked) {
    const words = { status: codes.word(`status.${blocked.status}`), step: batches.word(`step.${stepOf(terms)}`) };
    return [new Problem('rangeStateWrong', { ...ordinalRange(blocked), ...words })];
  }
  const [twice] = contained;
  if (twice) return [new Problem('codesInListedContainer', ordinalRange(twice))];
  // frozen and recalled content must not leave in a container; void codes may, they cannot be used
  const stopped = kind === 'return' ? undefined : contentRuns.find(({ status }) => status === 'frozen' || status === 'recalled');
  return stopped ? [new Problem('contentStopped', { ...nameOf(terms, stopped), status: codes.word(`status.${stopped.status}`) })] : [];
}

/** A holder is named only if in scope. */
function validateHolders(terms: Terms, { row, codeRuns, contentRuns }: Line): Problem[] {
  const isElsewhere = ({ status, holderId }: CodeRun) => holderStatuses.includes(status) && holderId !== terms.fromId;
  const foreignRun = codeRuns.find(isElsewhere);
  if (foreignRun) {
    const range = { ...ordinalRange(foreignRun), batchNo: row.batchNo };
    if (foreignRun.holderId === null) return [new Problem('codesInStore', range)];
    const holder = terms.holderNames.get(foreignRun.holderId);
    return [holder ? new Problem('codesHeldBy', { ...range, holder }) : new Problem('codesElsewhere', range)];
  }
  const foreignContent = contentRuns.find((run) => run.level === 0 && isElsewhere(run));
  return foreignContent ? [new Problem('contentElsewhere', nameOf(terms, foreignContent))] : [];
}

const nameOf = ({ batches: batchesById }: Terms, run: CodeRun) => ({
  ...ordinalRange(run),
  batchNo: batchesById.get(run.batchId)?.batchNo,
  level: codes.word(`level.${run.level}`),
});

const ordinalRange = ({ from, count }: { from: number; count: number }) => ({ from: from + 1, to: from + count });
