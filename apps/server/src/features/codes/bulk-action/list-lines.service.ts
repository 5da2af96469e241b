import { type BulkActionKind, type CodeStatus, type CodeStep, codeLifeCycle } from '@suyuan/contract';
import { inSavepoint } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeService from '../code/code.service.ts';
import * as queries from './bulk-action.queries.ts';
import { byteOf, stateByte, statusByte } from './outcome.ts';

/** A line that is still eligible. */
interface Line {
  /** Within the current chunk. */
  index: number;
  batchId: number;
  level: number;
  ordinal: number;
}

const runOf = ({ batchId, level, ordinal }: Line) => ({ batchId, level, from: ordinal, count: 1 });

const stepOf = (act: BulkActionKind): CodeStep => (act === 'waste' ? 'void' : act);

/** Only codes before activation can be waste. */
const fromOf = (act: BulkActionKind): readonly CodeStatus[] => (act === 'waste' ? ['issued', 'printed'] : codeLifeCycle[act].from);

/** Statuses that mean the act was done earlier. */
const before: Record<BulkActionKind, readonly CodeStatus[]> = {
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
const ROUNDED = /^\d(\.\d+)?E\+\d+$/i;

/** Returns one outcome byte per line. Each line is validated on its own; an ineligible code stays unchanged. */
export async function actOnLines(ctx: Context, list: queries.Whole, at: number, cells: readonly string[]): Promise<Buffer> {
  const { db, installation, scope } = ctx;
  const outcomes = Buffer.alloc(cells.length, byteOf('unreadable'));
  cells.forEach((cell, index) => {
    if (cell === '') outcomes[index] = byteOf('blank');
    else if (ROUNDED.test(cell)) outcomes[index] = byteOf('rounded');
    else if (list.titled && at + index === 0) outcomes[index] = byteOf('title');
  });
  const places = await codeService.locateAll(db, installation, cells);
  const seen = new Set<string>();
  const lines = places.flatMap((place, index): Line[] => {
    if (!place || outcomes[index] !== byteOf('unreadable')) return [];
    const { batchId, level, ordinal } = place;
    const name = `${batchId}/${level}/${ordinal}`;
    if (seen.has(name)) outcomes[index] = byteOf('already');
    else seen.add(name);
    return outcomes[index] === byteOf('already') ? [] : [{ index, batchId, level, ordinal }];
  });

  const step = stepOf(list.act);
  const dealer = list.dealerId === null ? undefined : await queries.findDealer(db, 'all', list.dealerId);
  const goods = dealer && list.act === 'ship' ? (await dealerService.effective(db, dealer.channelBusinessId)).categoryIds : null;
  const named = lines.map(runOf);
  const all = [...named, ...(await codeService.contentOf(db, named))].map(({ batchId }) => batchId);
  const locked = new Map((await codeService.lockBatches(db, scope, [...new Set(all)])).map((batch) => [batch.batchId, batch]));
  const open = lines.filter(({ index, batchId }) => {
    const batch = locked.get(batchId);
    const wrong = !batch
      ? byteOf('unreadable')
      : !codeService.allows(batch.state, step)
        ? stateByte(batch.state)
        : list.act === 'ship' && dealer?.state !== 'active'
          ? byteOf('dealerNotActive')
          : goods && !goods.includes(batch.categoryId)
            ? byteOf('goodsNotAuthorised')
            : undefined;
    if (wrong !== undefined) outcomes[index] = wrong;
    return wrong === undefined;
  });

  const ready: Line[] = [];
  for (const group of Map.groupBy(open, ({ batchId, level }) => `${batchId}/${level}`).values()) {
    const [{ batchId, level }] = [group[0]!];
    const own = group.toSorted((one, other) => one.ordinal - other.ordinal);
    const pieces = await codeService.piecesOf(
      db,
      { batchId, level },
      own.map(({ ordinal }) => ({ from: ordinal, count: 1 })),
    );
    let next = 0;
    for (const line of own) {
      while (pieces[next]!.from + pieces[next]!.count <= line.ordinal) next++;
      const { status, holderId } = pieces[next]!;
      const stop = stopOf(list.act, { status, holderId, level }, dealer);
      if (stop === undefined) ready.push(line);
      else outcomes[line.index] = stop;
    }
  }
  const whole = await withSoundContent(ctx, list, ready, dealer, outcomes);
  await put(ctx, list, at, whole, outcomes);
  if (step === 'activate')
    for (const { batchId, state } of locked.values())
      if (state === 'issued' && ready.some((line) => line.batchId === batchId && outcomes[line.index] === byteOf('done')))
        await batchService.becomeActive(db, batchId);
  return outcomes;
}

interface Dealer {
  channelBusinessId: number;
  ancestors: number[];
}

/** Undefined if the code is eligible. Its content is validated later. */
function stopOf(
  act: BulkActionKind,
  { status, holderId, level }: { status: CodeStatus; holderId: number | null; level: number },
  dealer: Dealer | undefined,
): number | undefined {
  const allowed = fromOf(act);
  if (act === 'ship') {
    if (status === 'shipped' && holderId === dealer?.channelBusinessId) return byteOf('already');
    if (holderId !== null && !dealer?.ancestors.includes(holderId)) return byteOf('elsewhere');
  }
  if (act === 'return') {
    if (before.return.includes(status) && holderId === null) return byteOf('already');
    if (holderId !== null && holderId !== dealer?.channelBusinessId) return byteOf('elsewhere');
  }
  if (before[act].includes(status) && !allowed.includes(status)) return byteOf('already');
  // the progress of a container depends on its content
  const grave = status === 'frozen' || status === 'recalled' || status === 'void';
  const fits = level > 0 && act !== 'waste' && !grave ? true : allowed.includes(status);
  return fits ? undefined : statusByte(status);
}

/** Bisects the lines to find those whose content blocks the act. */
async function withSoundContent(
  ctx: Context,
  list: queries.Whole,
  lines: readonly Line[],
  dealer: Dealer | undefined,
  outcomes: Buffer,
): Promise<Line[]> {
  const stop = await contentStop(ctx, list.act, lines, dealer);
  if (stop === undefined) return [...lines];
  const [only] = lines;
  if (only && lines.length === 1) {
    outcomes[only.index] = stop;
    return [];
  }
  const middle = Math.ceil(lines.length / 2);
  return [
    ...(await withSoundContent(ctx, list, lines.slice(0, middle), dealer, outcomes)),
    ...(await withSoundContent(ctx, list, lines.slice(middle), dealer, outcomes)),
  ];
}

/** The content may belong to another batch or dealer. */
async function contentStop({ db, scope }: Context, act: BulkActionKind, lines: readonly Line[], dealer: Dealer | undefined) {
  const content = await codeService.contentOf(db, lines.filter(({ level }) => level > 0).map(runOf));
  if (content.length === 0) return undefined;
  const ids = [...new Set(content.map(({ batchId }) => batchId))];
  const batches = await codeService.lockBatches(db, scope, ids);
  if (batches.length < ids.length) return byteOf('contained');
  if (batches.some(({ state }) => !codeService.contentMay(state, stepOf(act)))) return byteOf('contained');
  if (act !== 'ship' && act !== 'return') return undefined;
  const goods = act === 'ship' && dealer ? (await dealerService.effective(db, dealer.channelBusinessId)).categoryIds : null;
  if (goods && batches.some(({ categoryId }) => !goods.includes(categoryId))) return byteOf('goodsNotAuthorised');
  for (const group of codeService.grouped(content).filter(({ level }) => level === 0)) {
    const pieces = await codeService.piecesOf(db, group, group.ordinals);
    const takes: readonly CodeStatus[] = codeLifeCycle[act].from;
    const away = pieces.find(({ status, holderId }) => {
      if (holderId === null || holderId === dealer?.channelBusinessId || !takes.includes(status)) return false;
      return act === 'return' || !dealer?.ancestors.includes(holderId);
    });
    if (away) return byteOf('elsewhere');
  }
  return undefined;
}

/** On a problem bisects the lines to isolate the blocking ones. */
async function put(ctx: Context, list: queries.Whole, at: number, lines: readonly Line[], outcomes: Buffer): Promise<void> {
  if (lines.length === 0) return;
  const step = stepOf(list.act);
  const { reason } = list;
  const runs = codeService
    .grouped(lines.map(runOf))
    .flatMap(({ batchId, level, ordinals }) => ordinals.map((run) => ({ batchId, level, ...run })));
  const stroke = { reason, ...(list.act === 'ship' && { holder: list.dealerId }), ...(list.act === 'return' && { holder: null }) };
  try {
    await inSavepoint(ctx.db, false, async () => {
      const painted = await codeService.paintRuns(ctx.db, runs, step, stroke);
      // a batch history shows only the first chunk, the history of a code shows each change
      const event = { action: step, userId: ctx.actor.userId, reason: reason ?? list.fileName };
      await batchService.noteRuns(ctx.db, { ...event, within: at > 0 }, painted.runs);
      await batchService.noteRuns(ctx.db, { ...event, within: true }, painted.content);
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
    await put(ctx, list, at, lines.slice(0, middle), outcomes);
    await put(ctx, list, at, lines.slice(middle), outcomes);
  }
}
