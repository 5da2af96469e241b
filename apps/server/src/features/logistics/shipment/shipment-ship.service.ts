import type { CodeStep, ShipmentKind } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { type DataScope, nothing } from '../../../platform/db/scope.ts';
import type { Context } from '../../../platform/http/context.ts';
import { problemMessage } from '../../../platform/http/envelope.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as batchService from '../../codes/batch/batch.service.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as taskService from '../../system/task/task.service.ts';
import type { TaskHandler } from '../../system/task/task-handler.ts';
import * as queries from './shipment.queries.ts';
import { endsOf } from './shipment-ends.service.ts';
import { stepOf, validate } from './shipment-judge.service.ts';
import * as lines from './shipment-line.queries.ts';
import { lock } from './shipment-state.service.ts';

/** Runs that a document may hold to be shipped while its sender waits; beyond them it is a task. */
const AT_ONCE = 1000;

/**
 * Sends goods on their way: every code of the document has its new holder, or none has. Long documents are a task.
 * @throws notFound, shipmentStateWrong, shipmentEmpty, what `sendOut` does
 */
export async function ship(ctx: Context, id: number): Promise<{ taskId?: number }> {
  const { db, scope, actor } = ctx;
  const shipment = await lock(ctx, id, 'ship');
  const runs = await lines.countRuns(db, id);
  if (runs === 0) throw new Problem('shipmentEmpty');
  if (runs <= AT_ONCE) {
    await sendOut({ db, scope }, shipment, actor.userId);
    return {};
  }
  await queries.move(db, id, { state: 'shipping' });
  const task = { kind: 'sendShipment', subject: shipment.dispatchNo, payload: { dispatchId: id }, createBy: actor.userId };
  return { taskId: await taskService.enqueue(db, task) };
}

/** The task that ships a long document. Cancelled or refused, the document is a draft again and says why. */
export const sendShipmentTask: TaskHandler = {
  run: (job) =>
    job.finish(async (db) => {
      const shipment = orNotFound(await queries.lock(db, 'all', Number(job.payload.dispatchId)));
      if (shipment.state !== 'shipping') return undefined;
      return { count: await sendOut({ db, scope: nothing }, shipment, job.createBy) };
    }),
  async abandon(db, { payload, reason }, { translate }) {
    const dispatchId = Number(payload.dispatchId);
    const shipment = await queries.lock(db, 'all', dispatchId);
    if (shipment?.state !== 'shipping') return;
    const stateReason = reason ? problemMessage({ t: translate['zh-CN'] }, reason) : null;
    await queries.move(db, dispatchId, { state: 'draft', stateReason });
  },
};

/** What a batch's history calls it. */
const happening = { out: 'ship', transfer: 'ship', return: 'return' } as const satisfies Record<ShipmentKind, CodeStep>;

/**
 * Ships a locked document in the caller's transaction. Dealers stay as they are and batches are locked in the order of their numbers, so
 * that a suspension or a recall comes wholly before or wholly after.
 * @param told the scope of whoever is refused
 * @throws what `endsOf` does, the gravest of what `judge` finds
 */
async function sendOut(
  { db, scope: told }: { db: Db; scope: DataScope },
  shipment: queries.Locked,
  userId: number | null,
): Promise<number> {
  const { dispatchId, dispatchNo, kind, toId } = shipment;
  const ends = await endsOf(db, 'all', shipment);
  const runs = await lines.listRuns(db, dispatchId);
  await codeService.lockFor({ db, scope: 'all' }, runs);
  const [gravest] = await validate({ db, scope: told }, shipment, ends);
  if (gravest) throw gravest.problem;
  const painted = await codeService.paintRuns(db, runs, stepOf(shipment), { holder: toId, reason: null });
  await queries.move(db, dispatchId, { state: 'shipped', shipBy: userId });
  const other = kind === 'return' ? ends.from : ends.to;
  const reason = `${dispatchNo} ${other?.channelBusinessName ?? ''}`.trim();
  await batchService.noteRuns(db, { action: happening[kind], userId, reason }, painted.runs);
  await batchService.noteRuns(db, { action: happening[kind], userId, reason, within: true }, painted.content);
  return runs.reduce((sum, { count }) => sum + count, 0);
}

/** The goods have arrived. @throws notFound, shipmentStateWrong */
export async function receive(ctx: Context, id: number, { reason }: { reason?: string | null | undefined }) {
  await lock(ctx, id, 'receive');
  await queries.move(ctx.db, id, { state: 'received', receiveBy: ctx.actor.userId, stateReason: reason ?? null });
}

/** @throws notFound, shipmentStateWrong */
export async function cancel(ctx: Context, id: number, { reason }: { reason?: string | null | undefined }) {
  await lock(ctx, id, 'cancel');
  await queries.move(ctx.db, id, { state: 'cancelled', stateReason: reason ?? null });
}
