import { type BulkActionKind, type CodeStatus, type CodeStep, codeLifeCycle, isStopped } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { inSavepoint } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { Problem } from '../../../platform/problem.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeService from '../code/code.service.ts';
import * as queries from './bulk-action.queries.ts';
import { byteOf, stateByte, statusByte } from './list-report.service.ts';

/** A line that is still eligible. */
interface Line {
  /** Within the current chunk. */
  index: number;
  batchId: number;
  level: number;
  ordinal: number;
}

type Run = Parameters<typeof codeService.groupRuns>[0][number];
type CodeRun = Awaited<ReturnType<typeof codeService.listStateRunsOfEach>>[number][number];

const runOf = ({ batchId, level, ordinal }: Omit<Line, 'index'>) => ({ batchId, level, from: ordinal, count: 1 });

const stepOf = (act: BulkActionKind): CodeStep => (act === 'waste' ? 'void' : act);

/** To a dealer or back. */
export const movesCodes = ({ act }: { act: BulkActionKind }) => act === 'ship' || act === 'return';

/** Only codes before activation can be waste. */
const allowedStatuses = (act: BulkActionKind): readonly CodeStatus[] => (act === 'waste' ? ['issued', 'printed'] : codeLifeCycle[act].from);

/** Statuses that mean the act was done earlier. */
const statusesAfter: Record<BulkActionKind, readonly CodeStatus[]> = {
  print: ['printed'],
  waste: ['void'],
  activate: ['activated', 'packed', 'shipped', 'sold'],
  ship: ['shipped', 'sold'],
  sell: ['sold'],
  takeBack: ['shipped'],
  return: ['activated', 'packed'],
  freeze: ['frozen'],
  unfreeze: [],
  void: ['void'],
};

/** Exponent notation from a spreadsheet. */
const EXPONENT_NOTATION = /^\d(\.\d+)?E\+\d+$/i;

/** Returns one outcome byte per line. Each line is validated on its own; an ineligible code stays unchanged. */
export async function actOnLines(ctx: Context, list: queries.BulkActionRow, chunkStart: number, cells: readonly string[]): Promise<Buffer> {
  const { db } = ctx;
  const outcomes = Buffer.alloc(cells.length, byteOf('unreadable'));
  // stores the outcome of the others
  const acceptLines = (lines: readonly Line[], rejectionOf: (line: Line, position: number) => number | undefined) =>
    lines.filter((line, position) => {
      const rejection = rejectionOf(line, position);
      if (rejection !== undefined) outcomes[line.index] = rejection;
      return rejection === undefined;
    });
  const located = await locateLines(ctx, list, chunkStart, cells, outcomes);
  const terms = await readTerms(db, list);
  const { batches } = await codeService.lockBatchesInScope(ctx, async () => located.map(runOf));
  const inBatch = acceptLines(located, ({ batchId }) => batchRejection(terms, batches.get(batchId)));
  const states = await codeService.listStateRunsOfEach(db, listsOf(inBatch));
  const eligible = acceptLines(inBatch, (_, position) => codeRejection(terms, states[position]![0]!));
  const contents = await codeService.contentOfEach(db, listsOf(eligible));
  const unitStates = movesCodes(list)
    ? await codeService.listStateRunsOfEach(
        db,
        contents.map((content) => content.filter(({ level }) => level === 0)),
      )
    : [];
  const accepted = acceptLines(eligible, (_, position) => {
    const contentBatches = new Set(contents[position]!.map(({ batchId }) => batches.get(batchId)));
    return contentRejection(terms, contentBatches, unitStates[position] ?? []);
  });
  await applyAct(ctx, list, chunkStart, accepted, outcomes);
  const doneBatchIds = new Set(accepted.flatMap(({ index, batchId }) => (outcomes[index] === byteOf('done') ? [batchId] : [])));
  if (list.act === 'activate')
    for (const { batchId, state } of batches.values())
      if (state === 'issued' && doneBatchIds.has(batchId)) await batchService.activate(db, batchId);
  return outcomes;
}

const listsOf = (lines: readonly Line[]) => lines.map((line) => [runOf(line)]);

/** A repeated code counts once. */
async function locateLines(
  { db, installation }: Context,
  list: queries.BulkActionRow,
  chunkStart: number,
  cells: readonly string[],
  outcomes: Buffer,
): Promise<Line[]> {
  cells.forEach((cell, index) => {
    if (cell === '') outcomes[index] = byteOf('blank');
    else if (EXPONENT_NOTATION.test(cell)) outcomes[index] = byteOf('rounded');
    else if (list.titled && chunkStart + index === 0) outcomes[index] = byteOf('title');
  });
  const places = await codeService.locateAll(db, installation, cells);
  const seen = new Set<string>();
  return places.flatMap((place, index): Line[] => {
    if (!place || outcomes[index] !== byteOf('unreadable')) return [];
    const { batchId, level, ordinal } = place;
    const codeKey = `${batchId}/${level}/${ordinal}`;
    if (seen.has(codeKey)) outcomes[index] = byteOf('already');
    else seen.add(codeKey);
    return outcomes[index] === byteOf('already') ? [] : [{ index, batchId, level, ordinal }];
  });
}

/** What all lines have in common. */
interface Terms {
  act: BulkActionKind;
  dealer: Awaited<ReturnType<typeof queries.lockDealer>>;
  /** Null: all. */
  authorisedProductIds: readonly number[] | null;
}

async function readTerms(db: Db, { act, dealerId }: queries.BulkActionRow): Promise<Terms> {
  const dealer = dealerId === null ? undefined : await queries.lockDealer(db, 'all', dealerId);
  const authority = dealer && act === 'ship' ? await dealerService.findEffectiveAuthority(db, dealer.channelBusinessId) : undefined;
  return { act, dealer, authorisedProductIds: authority?.categoryIds ?? null };
}

/** @param batch undefined: out of scope */
function batchRejection({ act, dealer, authorisedProductIds }: Terms, batch: codeService.LockedBatch | undefined): number | undefined {
  if (!batch) return byteOf('unreadable');
  if (!codeService.isStepAllowed(batch.state, stepOf(act))) return stateByte(batch.state);
  if (act === 'ship' && dealer?.state !== 'active') return byteOf('dealerNotActive');
  return authorisedProductIds && !authorisedProductIds.includes(batch.categoryId) ? byteOf('goodsNotAuthorised') : undefined;
}

/** Undefined if the code is eligible. Its content is validated later. */
function codeRejection({ act, dealer }: Terms, { status, holderId, level }: CodeRun): number | undefined {
  const allowed = allowedStatuses(act);
  if (act === 'ship') {
    if (status === 'shipped' && holderId === dealer?.channelBusinessId) return byteOf('already');
    if (holderId !== null && !dealer?.ancestors.includes(holderId)) return byteOf('elsewhere');
  }
  if (act === 'return') {
    if (statusesAfter.return.includes(status) && holderId === null) return byteOf('already');
    if (holderId !== null && holderId !== dealer?.channelBusinessId) return byteOf('elsewhere');
  }
  if (statusesAfter[act].includes(status) && !allowed.includes(status)) return byteOf('already');
  // the progress of a container depends on its content
  const isEligible = level > 0 && act !== 'waste' && !isStopped(status) ? true : allowed.includes(status);
  return isEligible ? undefined : statusByte(status);
}

/**
 * The content may belong to another batch or dealer.
 * @param batches undefined: out of scope
 */
function contentRejection(
  { act, dealer, authorisedProductIds }: Terms,
  batches: ReadonlySet<codeService.LockedBatch | undefined>,
  unitStates: readonly CodeRun[],
): number | undefined {
  for (const batch of batches) if (!batch || !codeService.isContentStepAllowed(batch.state, stepOf(act))) return byteOf('contained');
  for (const batch of batches)
    if (batch && authorisedProductIds && !authorisedProductIds.includes(batch.categoryId)) return byteOf('goodsNotAuthorised');
  const allowed = allowedStatuses(act);
  const isElsewhere = ({ status, holderId }: CodeRun) => {
    if (holderId === null || holderId === dealer?.channelBusinessId || !allowed.includes(status)) return false;
    return act === 'return' || !dealer?.ancestors.includes(holderId);
  };
  return unitStates.some(isElsewhere) ? byteOf('elsewhere') : undefined;
}

/** On a problem bisects the lines to isolate the blocking ones. */
async function applyAct(
  ctx: Context,
  list: queries.BulkActionRow,
  chunkStart: number,
  lines: readonly Line[],
  outcomes: Buffer,
): Promise<void> {
  if (lines.length === 0) return;
  const step = stepOf(list.act);
  const { reason } = list;
  const runs = codeService
    .groupRuns(lines.map(runOf))
    .flatMap(({ batchId, level, ordinals }) => ordinals.map((run) => ({ batchId, level, ...run })));
  const change = { reason, ...(list.act === 'ship' && { holder: list.dealerId }), ...(list.act === 'return' && { holder: null }) };
  try {
    await inSavepoint(ctx.db, false, async () => {
      const changed = await codeService.applyStep(ctx.db, runs, step, change);
      // a batch history shows only the first chunk, the history of a code shows each change
      const event = { action: step, userId: ctx.actor.userId, reason: reason ?? list.fileName };
      await batchService.recordRunEvents(ctx.db, { ...event, within: chunkStart > 0 }, changed.runs);
      await batchService.recordRunEvents(ctx.db, { ...event, within: true }, changed.content);
    });
    for (const { index } of lines) outcomes[index] = byteOf('done');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [only] = lines;
    if (lines.length === 1 && only) {
      outcomes[only.index] = byteOf('contained');
      return;
    }
    const middle = Math.ceil(lines.length / 2);
    await applyAct(ctx, list, chunkStart, lines.slice(0, middle), outcomes);
    await applyAct(ctx, list, chunkStart, lines.slice(middle), outcomes);
  }
}

/** Unpacks codes of a shipment or return whose container has units elsewhere. */
export async function unpackMoved(db: Db, installation: Installation, list: queries.BulkActionRow, cells: readonly string[]) {
  const holder = list.act === 'return' ? null : list.dealerId;
  const places = (await codeService.locateAll(db, installation, cells)).filter((place) => place !== undefined);
  const listed = places.map(runOf);
  await codeService.lockBatchesOf({ db, scope: 'all' }, async () => [...listed, ...(await codeService.containersOf(db, listed))]);
  const moved: Run[] = [];
  for (const { batchId, level, ordinals } of codeService.groupRuns(listed))
    for (const { from, count, holderId } of await codeService.listStateRuns(db, { batchId, level }, ordinals))
      if (holderId === holder) moved.push({ batchId, level, from, count });
  const leaving = await codeService.leaveContainers(db, moved, holder);
  await batchService.recordRunEvents(db, { action: 'unpack', userId: list.createBy, reason: list.reason ?? list.fileName }, leaving);
}
