import { type BatchStep, batches, codes } from '@suyuan/contract';
import { groupDigits } from '../../../ui/numbers.ts';
import { type StepConfirmation, useLifecycleAction } from '../../../ui/use-life.ts';
import { type Batch, inactiveCount, stepActions } from './batch-steps.ts';

/** Confirmation of each step; the planner's own submission needs none. */
const confirmations: Partial<Record<BatchStep, StepConfirmation>> = {
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
  const { runStep, isPending } = useLifecycleAction<BatchStep>({
    of: batches,
    actions: stepActions,
    confirmations,
    successKeys: { issue: 'manage.batch.issueBegun' },
    affectedPaths: [codes.path],
  });
  return {
    busy: isPending,
    runStep: (step: BatchStep, batch: Batch) => {
      const { batchId, batchNo, quantity, categoryName, issuedCount } = batch;
      const count = step === 'activate' ? inactiveCount(batch) : issuedCount || quantity;
      return runStep(step, batchId, { name: batchNo, goods: categoryName, count: groupDigits(count) });
    },
  };
}
