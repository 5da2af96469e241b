import { type TraceIngredient, traceRecords } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import * as partsQueries from './trace-record-parts.queries.ts';

/** Validates the inputs of a record. @throws referenceNotFound, traceInputCircle */
export async function validateInputs(
  { db, scope }: Context,
  batchId: number,
  inputs: readonly TraceIngredient[],
  checkCircle: CircleCheck,
) {
  if (inputs.length === 0) return;
  const visible = await partsQueries.findInputs(db, scope, inputs);
  for (const { inputBatchId, supplierId } of inputs) {
    const missingField =
      inputBatchId && !visible.batches.has(inputBatchId)
        ? 'inputBatchId'
        : supplierId && !visible.suppliers.has(supplierId)
          ? 'supplierId'
          : undefined;
    if (missingField) throw new Problem('referenceNotFound', { field: 'inputs', title: traceRecords.word(missingField) });
  }
  await checkCircle(
    db,
    batchId,
    inputs.flatMap(({ inputBatchId }) => inputBatchId ?? []),
  );
}

/** Validates the stored inputs of a draft that moves to another batch. @throws traceInputCircle */
export const validateMoved = async ({ db }: Context, batchId: number, traceRecordId: number) =>
  validateWithLock(db, batchId, await partsQueries.listInputBatches(db, traceRecordId));

/** Rejects input batches that derive from `batchId`. @throws traceInputCircle */
export type CircleCheck = (db: Context['db'], batchId: number, inputBatchIds: readonly number[]) => Promise<void>;

/** For one record: holds the lock on inputs until the transaction ends. @throws traceInputCircle */
export const validateWithLock: CircleCheck = async (db, batchId, inputBatchIds) => {
  if (inputBatchIds.length === 0) return;
  await partsQueries.lockInputs(db);
  await rejectCircle(db, batchId, inputBatchIds);
};

/** For many records in one transaction: checks each without the lock, then `lockAndCheckAll` locks and checks all against concurrent changes. */
export function createDeferredCheck(): { check: CircleCheck; lockAndCheckAll(db: Context['db']): Promise<void> } {
  const checkedBatchIds = new Set<number>();
  return {
    async check(db, batchId, inputBatchIds) {
      if (inputBatchIds.length === 0) return;
      await rejectCircle(db, batchId, inputBatchIds);
      checkedBatchIds.add(batchId);
    },
    async lockAndCheckAll(db) {
      if (checkedBatchIds.size === 0) return;
      await partsQueries.lockInputs(db);
      if (await partsQueries.isCircular(db, [...checkedBatchIds])) throw new Problem('traceInputCircle', { field: 'inputs' });
    },
  };
}

async function rejectCircle(db: Context['db'], batchId: number, inputBatchIds: readonly number[]) {
  if (await partsQueries.derivesFrom(db, inputBatchIds, batchId)) throw new Problem('traceInputCircle', { field: 'inputs' });
}
