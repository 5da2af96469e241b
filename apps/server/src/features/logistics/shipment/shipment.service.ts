import {
  type ChangesOf,
  type CodeStep,
  type InputOf,
  type QueryOf,
  type ShipmentKind,
  shipmentLifeCycle,
  type shipments,
} from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, emptyScope } from '../../../platform/db/scope.ts';
import type { Context } from '../../../platform/http/context.ts';
import { lifeCycleSteps } from '../../../platform/http/life-cycle.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { reasonOf, withReason } from '../../../platform/http/refusal.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import * as batchService from '../../codes/batch/batch.service.ts';
import * as codeService from '../../codes/code/code.service.ts';
import { validateRegions } from '../../scans/place/regions.ts';
import * as taskService from '../../system/task/task.service.ts';
import type { TaskHandler } from '../../system/task/task-handler.ts';
import * as queries from './shipment.queries.ts';
import * as lines from './shipment-line.queries.ts';
import { lockDraft, lockEnds, stateWord, stepOf, validate } from './shipment-validation.service.ts';

/** Runs shipped synchronously. */
const MAX_SYNC_RUNS = 1000;

/**
 * All codes change their holder, or none. A long shipment becomes a task.
 * @throws notFound, shipmentStateWrong, shipmentEmpty, and as `sendOut`
 */
export const steps = lifeCycleSteps(
  shipmentLifeCycle,
  { lock: ({ db, scope }, id) => queries.lock(db, scope, id), move: queries.move },
  {
    async ship({ ctx: { db, scope, actor }, id, row }): Promise<{ taskId?: number }> {
      const { runs } = await lines.count(db, id);
      if (runs === 0) throw new Problem('shipmentEmpty');
      if (runs <= MAX_SYNC_RUNS) {
        await sendOut({ db, scope }, row, actor.userId);
        return {};
      }
      await queries.move(db, id, { state: 'shipping' });
      const task = { kind: 'sendShipment', subject: row.dispatchNo, payload: { dispatchId: id }, createBy: actor.userId };
      return { taskId: await taskService.enqueue(db, task) };
    },
    receive: ({ ctx, body: { reason } }) => ({ receiveBy: ctx.actor.userId, stateReason: reason ?? null }),
    cancel: ({ ctx, body: { reason } }) => ({ updateBy: ctx.actor.userId, stateReason: reason ?? null }),
  },
);

/** On failure or cancellation the shipment becomes a draft again, with the reason. */
export const sendShipmentTask: TaskHandler = {
  run: (job) =>
    job.finish(async (db) => {
      const shipment = orNotFound(await queries.lock(db, 'all', Number(job.payload.dispatchId)));
      if (shipment.state !== 'shipping') return undefined;
      return { count: await sendOut({ db, scope: emptyScope }, shipment, job.createBy) };
    }),
  async abandon(db, { payload, reason }) {
    const dispatchId = Number(payload.dispatchId);
    const shipment = await queries.lock(db, 'all', dispatchId);
    if (shipment?.state !== 'shipping') return;
    await queries.move(db, dispatchId, { state: 'draft', stateReason: reason ? reasonOf(reason) : null });
  },
};

/** The action in the batch history. */
const eventActions = { out: 'ship', transfer: 'ship', return: 'return' } as const satisfies Record<ShipmentKind, CodeStep>;

/**
 * Locks dealers, then batches in ascending order, so that no suspension or recall runs concurrently. Codes leave a container that stays.
 * @param problemScope scope of the user who receives a problem
 * @throws as `lockEnds`, and the most severe problem of `validate`
 */
async function sendOut(
  { db, scope: problemScope }: { db: Db; scope: DataScope },
  shipment: queries.Locked,
  userId: number | null,
): Promise<number> {
  const { dispatchId, dispatchNo, kind, toId } = shipment;
  const ends = await lockEnds(db, 'all', shipment);
  const runs = await lines.listRuns(db, dispatchId);
  await codeService.lockBatchesOf({ db, scope: 'all' }, async () => [...runs, ...(await codeService.containersOf(db, runs))]);
  const [mostSevere] = await validate({ db, scope: problemScope }, shipment, ends, { rows: await lines.list(db, dispatchId), runs });
  if (mostSevere) throw mostSevere.problem;
  const result = await codeService.applyStep(db, runs, stepOf(shipment), { holder: toId, reason: null });
  const leaving = await codeService.leaveContainers(db, runs);
  await queries.move(db, dispatchId, { state: 'shipped', shipBy: userId });
  const counterparty = kind === 'return' ? ends.from : ends.to;
  const reason = `${dispatchNo} ${counterparty?.channelBusinessName ?? ''}`.trim();
  await batchService.recordRunEvents(db, { action: 'unpack', userId, reason }, leaving);
  await batchService.recordRunEvents(db, { action: eventActions[kind], userId, reason }, result.runs);
  await batchService.recordRunEvents(db, { action: eventActions[kind], userId, reason, within: true }, result.content);
  return runs.reduce((sum, { count }) => sum + count, 0);
}

type Shipments = typeof shipments;

const service = recordService(queries.shipmentTable);

export const { table } = service;

/** Drafts first, then the latest shipment first. */
const defaultOrder = { orderBy: 'shipTime', descending: true } as const;

export async function list(ctx: Context, { paging, ...filters }: QueryOf<Shipments>) {
  const { rows, total } = await service.list(ctx, { ...filters, paging: paging.orderBy ? paging : { ...paging, ...defaultOrder } });
  return { rows: rows.map((row) => withReason(ctx, row)), total };
}

/** @throws notFound */
export const read = async (ctx: Context, id: number) => withReason(ctx, await service.read(ctx, id));

const MAX_DEALERS = 50;

export const listToReceive = ({ db, scope }: Context, limit: number) => queries.listToReceive(db, scope, limit);

/** @throws as `lockEnds`, regionUnknown, shipmentNoTaken */
export async function add(ctx: Context, input: InputOf<Shipments>) {
  await lockEnds(ctx.db, ctx.scope, input);
  if (input.regionCode) validateRegions([input.regionCode], 'regionCode');
  return service.add(ctx, input);
}

/** Only drafts. @throws notFound, shipmentStateWrong, recordStale, regionUnknown, shipmentNoTaken, and as `lockEnds` */
export async function edit(ctx: Context, id: number, { version, ...changes }: ChangesOf<Shipments>) {
  const draft = await lockDraft(ctx, id);
  if (version !== undefined && version !== draft.version) throw new Problem('recordStale');
  const { kind, fromId, toId } = { ...draft, ...changes };
  await lockEnds(ctx.db, ctx.scope, { kind, fromId, toId });
  if (changes.regionCode) validateRegions([changes.regionCode], 'regionCode');
  await service.edit(ctx, id, changes);
}

/** Only drafts and cancelled shipments. @throws notFound, shipmentInUse */
export async function remove({ db, scope }: Context, ids: number[]) {
  const locked = allFound(await queries.lockMany(db, scope, ids), ids);
  const undeletable = locked.find(({ state }) => state !== 'draft' && state !== 'cancelled');
  if (undeletable) throw new Problem('shipmentInUse', { dispatchNo: undeletable.dispatchNo, state: stateWord(undeletable.state) });
  await queries.remove(db, ids);
}

export const listDealers = ({ db, scope }: Context, query: { text: string; below?: number | undefined }) =>
  queries.listDealers(db, scope, query, MAX_DEALERS);
