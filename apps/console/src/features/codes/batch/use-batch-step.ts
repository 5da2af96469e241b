import { type BatchStep, batches, codes } from '@suyuan/contract';
import { groupDigits } from '../../../ui/numbers.ts';
import { type Ask, useLife } from '../../../ui/use-life.ts';
import { type Batch, stepActions, waiting } from './batch-steps.ts';

/** Confirmation of each step; the planner's own submission needs none. */
const asks: Partial<Record<BatchStep, Ask>> = {
  approve: {},
  reject: { reason: 'needed' },
  issue: {},
  activate: {},
  close: {},
  unfreeze: { reason: 'optional' },
  freeze: { reason: 'needed', danger: true },
  cancel: { reason: 'optional', danger: true, dismiss: 'manage.batch.keep' },
  recall: { reason: 'needed', danger: true, final: true },
  void: { reason: 'needed', danger: true, final: true },
};

export function useBatchStep() {
  const { take, busy } = useLife<BatchStep>({
    of: batches,
    actions: stepActions,
    asks,
    done: { issue: 'manage.batch.issueBegun' },
    changes: [codes.path],
  });
  return {
    busy,
    take: (step: BatchStep, batch: Batch) => {
      const { batchId, batchNo, quantity, categoryName, issuedCount } = batch;
      const count = step === 'activate' ? waiting(batch) : issuedCount || quantity;
      return take(step, batchId, { name: batchNo, goods: categoryName, count: groupDigits(count) });
    },
  };
}
