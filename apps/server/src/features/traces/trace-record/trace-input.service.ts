import { type TraceIngredient, traceabilities } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as inputQueries from './trace-input.queries.ts';

/** Judges what a record says that its batch was made of. @throws referenceNotFound, traceInputCircle */
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

/** The same of a draft that goes to another batch with the ingredients that it has. @throws traceInputCircle */
export const validateMoved = async ({ db }: Context, batchId: number, traceRecordId: number) =>
  validateInOrder(db, batchId, await inputQueries.listInputBatches(db, traceRecordId));

/** Refuses batches that `batchId` would be made of, where they came from it. @throws traceInputCircle */
export type CircleCheck = (db: Context['db'], batchId: number, from: readonly number[]) => Promise<void>;

/** Of one record: from here to the end of the transaction nobody else adds to what batches were made of. @throws traceInputCircle */
export const validateInOrder: CircleCheck = async (db, batchId, from) => {
  if (from.length === 0) return;
  await inputQueries.takeTurn(db);
  await validateNow(db, batchId, from);
};

/**
 * Of many records of one transaction: each is judged by what is there, while others go on. `settle`, last of all, takes the turn and judges
 * all of them against who came meanwhile.
 */
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
