import { type BulkActionKind, type CodeStatus, type CodeStep, codeLifeCycle } from '@suyuan/contract';
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

const runOf = ({ batchId, level, ordinal }: Omit<Line, 'index'>) => ({ batchId, level, from: ordinal, count: 1 });

const stepOf = (act: BulkActionKind): CodeStep => (act === 'waste' ? 'void' : act);

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
  const { db, installation, scope } = ctx;
  const outcomes = Buffer.alloc(cells.length, byteOf('unreadable'));
  cells.forEach((cell, index) => {
    if (cell === '') outcomes[index] = byteOf('blank');
    else if (EXPONENT_NOTATION.test(cell)) outcomes[index] = byteOf('rounded');
    else if (list.titled && chunkStart + index === 0) outcomes[index] = byteOf('title');
  });
  const places = await codeService.locateAll(db, installation, cells);
  const seen = new Set<string>();
  const lines = places.flatMap((place, index): Line[] => {
    if (!place || outcomes[index] !== byteOf('unreadable')) return [];
    const { batchId, level, ordinal } = place;
    const codeKey = `${batchId}/${level}/${ordinal}`;
    if (seen.has(codeKey)) outcomes[index] = byteOf('already');
    else seen.add(codeKey);
    return outcomes[index] === byteOf('already') ? [] : [{ index, batchId, level, ordinal }];
  });

  const step = stepOf(list.act);
  const dealer = list.dealerId === null ? undefined : await queries.findDealer(db, 'all', list.dealerId);
  const authorisedProductIds =
    dealer && list.act === 'ship' ? (await dealerService.findEffectiveAuthority(db, dealer.channelBusinessId)).categoryIds : null;
  const runs = lines.map(runOf);
  const batchIds = [...runs, ...(await codeService.contentOf(db, runs))].map(({ batchId }) => batchId);
  const locked = new Map((await codeService.lockBatches(db, scope, [...new Set(batchIds)])).map((batch) => [batch.batchId, batch]));
  const eligible = lines.filter(({ index, batchId }) => {
    const batch = locked.get(batchId);
    const rejection = !batch
      ? byteOf('unreadable')
      : !codeService.isStepAllowed(batch.state, step)
        ? stateByte(batch.state)
        : list.act === 'ship' && dealer?.state !== 'active'
          ? byteOf('dealerNotActive')
          : authorisedProductIds && !authorisedProductIds.includes(batch.categoryId)
            ? byteOf('goodsNotAuthorised')
            : undefined;
    if (rejection !== undefined) outcomes[index] = rejection;
    return rejection === undefined;
  });

  const candidates: Line[] = [];
  for (const group of Map.groupBy(eligible, ({ batchId, level }) => `${batchId}/${level}`).values()) {
    const [{ batchId, level }] = [group[0]!];
    const sorted = group.toSorted((one, other) => one.ordinal - other.ordinal);
    const stateRuns = await codeService.listStateRuns(
      db,
      { batchId, level },
      sorted.map(({ ordinal }) => ({ from: ordinal, count: 1 })),
    );
    let next = 0;
    for (const line of sorted) {
      while (stateRuns[next]!.from + stateRuns[next]!.count <= line.ordinal) next++;
      const { status, holderId } = stateRuns[next]!;
      const rejection = rejectionOf(list.act, { status, holderId, level }, dealer);
      if (rejection === undefined) candidates.push(line);
      else outcomes[line.index] = rejection;
    }
  }
  const accepted = await withEligibleContent(ctx, list, candidates, dealer, outcomes);
  await applyAct(ctx, list, chunkStart, accepted, outcomes);
  if (step === 'activate')
    for (const { batchId, state } of locked.values())
      if (state === 'issued' && candidates.some((line) => line.batchId === batchId && outcomes[line.index] === byteOf('done')))
        await batchService.activate(db, batchId);
  return outcomes;
}

interface Dealer {
  channelBusinessId: number;
  ancestors: number[];
}

/** Undefined if the code is eligible. Its content is validated later. */
function rejectionOf(
  act: BulkActionKind,
  { status, holderId, level }: { status: CodeStatus; holderId: number | null; level: number },
  dealer: Dealer | undefined,
): number | undefined {
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
  const isBlocked = status === 'frozen' || status === 'recalled' || status === 'void';
  const isEligible = level > 0 && act !== 'waste' && !isBlocked ? true : allowed.includes(status);
  return isEligible ? undefined : statusByte(status);
}

/** Bisects the lines to find those whose content blocks the act. */
async function withEligibleContent(
  ctx: Context,
  list: queries.BulkActionRow,
  lines: readonly Line[],
  dealer: Dealer | undefined,
  outcomes: Buffer,
): Promise<Line[]> {
  const rejection = await contentRejection(ctx, list.act, lines, dealer);
  if (rejection === undefined) return [...lines];
  const [only] = lines;
  if (only && lines.length === 1) {
    outcomes[only.index] = rejection;
    return [];
  }
  const middle = Math.ceil(lines.length / 2);
  return [
    ...(await withEligibleContent(ctx, list, lines.slice(0, middle), dealer, outcomes)),
    ...(await withEligibleContent(ctx, list, lines.slice(middle), dealer, outcomes)),
  ];
}

/** The content may belong to another batch or dealer. */
async function contentRejection({ db, scope }: Context, act: BulkActionKind, lines: readonly Line[], dealer: Dealer | undefined) {
  const content = await codeService.contentOf(db, lines.filter(({ level }) => level > 0).map(runOf));
  if (content.length === 0) return undefined;
  const ids = [...new Set(content.map(({ batchId }) => batchId))];
  const batches = await codeService.lockBatches(db, scope, ids);
  if (batches.length < ids.length) return byteOf('contained');
  if (batches.some(({ state }) => !codeService.isContentStepAllowed(state, stepOf(act)))) return byteOf('contained');
  if (act !== 'ship' && act !== 'return') return undefined;
  const authorisedProductIds =
    act === 'ship' && dealer ? (await dealerService.findEffectiveAuthority(db, dealer.channelBusinessId)).categoryIds : null;
  if (authorisedProductIds && batches.some(({ categoryId }) => !authorisedProductIds.includes(categoryId)))
    return byteOf('goodsNotAuthorised');
  for (const group of codeService.groupRuns(content).filter(({ level }) => level === 0)) {
    const stateRuns = await codeService.listStateRuns(db, group, group.ordinals);
    const allowed: readonly CodeStatus[] = codeLifeCycle[act].from;
    const foreignPiece = stateRuns.find(({ status, holderId }) => {
      if (holderId === null || holderId === dealer?.channelBusinessId || !allowed.includes(status)) return false;
      return act === 'return' || !dealer?.ancestors.includes(holderId);
    });
    if (foreignPiece) return byteOf('elsewhere');
  }
  return undefined;
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
  const ids = [...listed, ...(await codeService.containersOf(db, listed))].map(({ batchId }) => batchId);
  await codeService.lockBatches(db, 'all', [...new Set(ids)]);
  const moved: Run[] = [];
  for (const { batchId, level, ordinals } of codeService.groupRuns(listed))
    for (const { from, count, holderId } of await codeService.listStateRuns(db, { batchId, level }, ordinals))
      if (holderId === holder) moved.push({ batchId, level, from, count });
  const leaving = await codeService.leaveContainers(db, moved, holder);
  await batchService.recordRunEvents(db, { action: 'unpack', userId: list.createBy, reason: list.reason ?? list.fileName }, leaving);
}
