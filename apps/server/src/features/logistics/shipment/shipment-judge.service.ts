import { type BatchState, batches, type CodeStatus, type CodeStep, codes, type ShipmentKind } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as batchService from '../../codes/batch/batch.service.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import type * as queries from './shipment.queries.ts';
import type { Dealer } from './shipment-ends.service.ts';
import * as lines from './shipment-line.queries.ts';

export interface Fault {
  lineId: number | null;
  problem: Problem;
}

export const stepOf = ({ kind, toId }: { kind: ShipmentKind; toId: number | null }): CodeStep =>
  kind === 'return' && toId === null ? 'return' : 'ship';

/** Batch states that permit shipping. Returns permit more. */
const outward: readonly BatchState[] = ['active', 'closed'];
const homeward: readonly BatchState[] = ['active', 'closed', 'frozen', 'recalled'];

/** Codes held by dealers are `shipped`. */
const inStore: readonly CodeStatus[] = ['activated', 'packed'];
/** Own or inherited. */
const stopped: readonly CodeStatus[] = ['frozen', 'recalled', 'void'];
/** Statuses for which the holder is validated. */
const trading: readonly CodeStatus[] = [...inStore, 'shipped', 'sold'];

/**
 * Most severe first: dealers, products and batches, then codes.
 * @param scope of the recipient: a holder out of this scope is not named
 */
export async function validate(
  { db, scope }: { db: Db; scope: DataScope },
  { dispatchId, kind, fromId, toId }: queries.Locked,
  { from, to }: { from?: Dealer; to?: Dealer },
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const note = (lineId: number | null, problem: Problem) => faults.push({ lineId, problem });
  for (const dealer of [to, kind === 'return' ? undefined : from])
    if (dealer && dealer.state !== 'active')
      note(
        null,
        new Problem('dealerNotActive', { dealer: dealer.channelBusinessName, state: `manage.channelBusiness.state.${dealer.state}` }),
      );

  const rows = await lines.list(db, dispatchId);
  const allowedGoods = to && kind !== 'return' ? (await dealerService.effective(db, to.channelBusinessId)).categoryIds : null;
  const isDenied = (categoryId: number) => allowedGoods !== null && !allowedGoods.includes(categoryId);
  const allowed = kind === 'return' ? homeward : outward;
  const runs = Map.groupBy(await lines.listRuns(db, dispatchId), ({ lineId }) => lineId);
  const step = stepOf({ kind, toId });
  for (const { lineId, batchId, level, batchNo, state, categoryId, categoryName } of rows) {
    if (isDenied(categoryId)) note(lineId, new Problem('goodsNotAuthorised', { dealer: to?.channelBusinessName, goods: categoryName }));
    const shippable = allowed.includes(state);
    if (!shippable) note(lineId, new Problem('batchNotShippable', { batchNo, state: batchService.stateWord(state) }));
    const own = runs.get(lineId) ?? [];
    const pieces = await codeService.effectivePiecesOf(db, { batchId, level }, own);
    const fits: readonly CodeStatus[] = kind === 'out' ? inStore : ['shipped'];
    // The progress of a container depends on its content. A batch that is not shippable is already reported.
    const other = shippable && pieces.find(({ status }) => (level === 0 ? !fits.includes(status) : stopped.includes(status)));
    const content = level === 0 ? [] : codeService.grouped(await codeService.contentOf(db, own));
    const held = await piecesAmong(db, content);
    const inside = held.filter((piece) => piece.level === 0);
    const foreign = [...new Set(content.map((group) => group.batchId))].filter((id) => id !== batchId);
    for (const batch of await lines.listBatches(db, foreign)) {
      if (!codeService.contentMay(batch.state, kind === 'return' ? 'return' : 'ship'))
        note(lineId, new Problem('batchNotShippable', { batchNo: batch.batchNo, state: batchService.stateWord(batch.state) }));
      if (isDenied(batch.categoryId))
        note(lineId, new Problem('goodsNotAuthorised', { dealer: to?.channelBusinessName, goods: batch.categoryName }));
    }
    // frozen and recalled content must not leave in a container; void codes may, they cannot be used
    const barred = kind === 'return' ? undefined : held.find(({ status }) => status === 'frozen' || status === 'recalled');
    if (barred && !other) {
      const [batch] = await lines.listBatches(db, [barred.batchId]);
      note(
        lineId,
        new Problem('contentStopped', {
          ...ends(barred),
          batchNo: batch?.batchNo,
          level: codes.word(`level.${barred.level}`),
          status: codes.word(`status.${barred.status}`),
        }),
      );
    }
    const elsewhere = [...pieces, ...inside].find(({ status, holderId }) => trading.includes(status) && holderId !== fromId);
    if (other)
      note(
        lineId,
        new Problem('rangeStateWrong', {
          ...ends(other),
          status: codes.word(`status.${other.status}`),
          step: batches.word(`step.${step}`),
        }),
      );
    if (elsewhere) note(lineId, await elsewhereOf({ db, scope }, { ...ends(elsewhere), batchNo }, elsewhere.holderId));
  }
  return faults;
}

/** Names the holder only if it is in scope. */
async function elsewhereOf(
  { db, scope }: { db: Db; scope: DataScope },
  which: { from: number; to: number; batchNo: string },
  holderId: number | null,
): Promise<Problem> {
  if (holderId === null) return new Problem('codesInStore', which);
  const holder = await dealerService.nameOf({ db, scope }, holderId);
  return holder ? new Problem('codesHeldBy', { ...which, holder }) : new Problem('codesElsewhere', which);
}

async function piecesAmong(db: Db, content: ReturnType<typeof codeService.grouped>) {
  const found = content.map(async ({ batchId, level, ordinals }) => {
    const pieces = await codeService.piecesOf(db, { batchId, level }, ordinals);
    return pieces.map((piece) => ({ ...piece, batchId, level }));
  });
  return (await Promise.all(found)).flat();
}

const ends = ({ from, count }: { from: number; count: number }) => ({ from: from + 1, to: from + count });
