import { batchLifeCycle } from '@suyuan/contract';
import { lifeCycleSteps } from '../../../platform/http/life-cycle.ts';
import { Problem } from '../../../platform/problem.ts';
import * as taskService from '../../system/task/task.service.ts';
import * as codeService from '../code/code.service.ts';
import * as queries from './batch.queries.ts';
import * as batchService from './batch.service.ts';
import * as batchPlan from './batch-plan.service.ts';

const end = ({ body: { reason } }: { body: { reason: string } }) => ({ stateBefore: null, stateReason: reason });

/**
 * A batch is closed after all its codes are shipped. Other errors of `submit`: as `validate` of the plan.
 * @throws notFound, batchStateWrong, batchSelfApproved, codeSpaceExhausted, rangeBackwards, rangeOutside, rangeOverlaps, rangeStateWrong,
 * batchNotAllShipped, batchStillInStore, nameNotConfirmed
 */
export const steps = lifeCycleSteps(
  batchLifeCycle,
  {
    lock: ({ db, scope }, id) => queries.lock(db, scope, id),
    move: queries.move,
    hasTakenPart: ({ db, actor }, _, id) => queries.hasPlanned(db, id, actor.userId),
    secondPersonConstraint: 'batch_approve_by_check',
    // an activation records its range
    recordEvent: ({ db, actor }, batchId, action, reason) =>
      action === 'activate' ? undefined : batchService.recordEvent(db, { batchId, action, userId: actor.userId, reason }),
  },
  {
    async submit({ ctx, row }) {
      await batchPlan.validate(ctx.db, 'all', row);
      return { stateReason: null, submitBy: ctx.actor.userId, approveBy: null };
    },
    approve: ({ ctx }) => ({ approveBy: ctx.actor.userId }),
    reject: ({ body: { reason } }) => ({ stateReason: reason, submitBy: null }),
    async issue({ ctx: { db, actor }, id, row }) {
      await batchPlan.validateQuantity(db, row);
      await queries.move(db, id, { state: 'issuing', stateReason: null });
      const task = { kind: 'issueBatch', subject: row.batchNo, payload: { batchId: id }, createBy: actor.userId };
      return { taskId: await taskService.enqueue(db, task) };
    },
    async activate({ ctx: { db, actor }, id, row, body: range }) {
      const isWholeBatch = range.from === undefined && range.to === undefined;
      const run = isWholeBatch ? undefined : await codeService.activateRange(db, id, range);
      if (isWholeBatch) await codeService.applyStepToBatch(db, id, 'activate');
      await batchService.recordEvent(db, { batchId: id, action: 'activate', userId: actor.userId, run });
      return row.state === 'active' ? undefined : {};
    },
    async close({ ctx, id }) {
      const counts = await codeService.countByStatus(ctx.db, id);
      const { issued = 0, printed = 0, frozen = 0, activated = 0, packed = 0, shipped = 0, sold = 0 } = counts;
      const notShippedCount = issued + printed + frozen;
      if (notShippedCount > 0) throw new Problem('batchNotAllShipped', { left: notShippedCount });
      // without shipments an activated batch can be closed
      const inStoreCount = shipped + sold > 0 ? activated + packed : 0;
      if (inStoreCount > 0) throw new Problem('batchStillInStore', { left: inStoreCount });
      return {};
    },
    unfreeze: ({ row: { stateBefore } }) => ({ state: stateBefore ?? 'active', stateBefore: null, stateReason: null }),
    freeze: ({ row, body: { reason } }) => ({ stateBefore: row.state, stateReason: reason }),
    cancel: ({ body: { reason } }) => ({ stateReason: reason ?? null }),
    recall: end,
    void: end,
  },
);
