import { type TraceIngredient, traceabilities } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as inputQueries from './trace-input.queries.ts';

/** Validates the inputs of a record. @throws referenceNotFound, traceInputCircle */
export async function validateInputs({ db, scope }: Context, batchId: number, given: readonly TraceIngredient[], judge: CircleCheck) {
  if (given.length === 0) return;
  const seen = await inputQueries.findInputs(db, scope, given);
  for (const { inputBatchId, supplierId } of given) {
    const lost =
      inputBatchId && !seen.batches.has(inputBatchId)
        ? 'inputBatchId'
        : supplierId && !seen.suppliers.has(supplierId)
          ? 'supplierId'
          : undefined;
    if (lost) throw new Problem('referenceNotFound', { field: 'inputs', title: traceabilities.word(lost) });
  }
  await judge(
    db,
    batchId,
    given.flatMap(({ inputBatchId }) => inputBatchId ?? []),
  );
}

/** Validates the stored inputs of a draft that moves to another batch. @throws traceInputCircle */
export const validateMoved = async ({ db }: Context, batchId: number, traceRecordId: number) =>
  validateInOrder(db, batchId, await inputQueries.listInputBatches(db, traceRecordId));

/** Rejects input batches that derive from `batchId`. @throws traceInputCircle */
export type CircleCheck = (db: Context['db'], batchId: number, from: readonly number[]) => Promise<void>;

/** For one record: holds the lock on inputs until the transaction ends. @throws traceInputCircle */
export const validateInOrder: CircleCheck = async (db, batchId, from) => {
  if (from.length === 0) return;
  await inputQueries.takeTurn(db);
  await validateNow(db, batchId, from);
};

/** For many records in one transaction: checks each without the lock, then `settle` locks and checks all against concurrent changes. */
export function validateTogether(): { judge: CircleCheck; settle(db: Context['db']): Promise<void> } {
  const made = new Set<number>();
  return {
    async judge(db, batchId, from) {
      if (from.length === 0) return;
      await validateNow(db, batchId, from);
      made.add(batchId);
    },
    async settle(db) {
      if (made.size === 0) return;
      await inputQueries.takeTurn(db);
      if (await inputQueries.isCircular(db, [...made])) throw new Problem('traceInputCircle', { field: 'inputs' });
    },
  };
}

async function validateNow(db: Context['db'], batchId: number, from: readonly number[]) {
  if (await inputQueries.comesFrom(db, from, batchId)) throw new Problem('traceInputCircle', { field: 'inputs' });
}
