import type { BatchState, BatchStep, batches, RecordOf } from '@suyuan/contract';

export type Batch = RecordOf<typeof batches>;

const exportable: readonly BatchState[] = ['issued', 'active', 'closed'];

/** Imported codes are not exported. */
export const isExportable = ({ codeKind, state }: Batch) => codeKind !== 'stored' && exportable.includes(state);

/** Codes of a batch that are not yet activated. */
export const inactiveCount = ({ statusCounts }: Batch) => (statusCounts.issued ?? 0) + (statusCounts.printed ?? 0);

/** Activated codes that are not shipped. */
export const inStoreCount = ({ ownStatusCounts: { activated = 0, packed = 0 } }: Batch) => activated + packed;

/** A batch is closed when all its codes are shipped, or if it is not shipped by document at all. */
function isClosable(batch: Batch): boolean {
  const { frozen = 0 } = batch.statusCounts;
  const { shipped = 0, sold = 0 } = batch.ownStatusCounts;
  return inactiveCount(batch) + frozen === 0 && (shipped + sold === 0 || inStoreCount(batch) === 0);
}

export function isStepAvailable(batch: Batch, step: BatchStep): boolean {
  if (step === 'issue') return batch.codeKind !== 'stored';
  if (step === 'activate') return inactiveCount(batch) > 0;
  return step !== 'close' || isClosable(batch);
}
