import { type TraceIngredient, traceabilities } from '@suyuan/contract';
import type { Context } from '../../../http/context.ts';
import { Problem } from '../../../http/problem.ts';
import * as inputQueries from './trace-input.queries.ts';

/** Judges what a record says that its batch was made of. @throws referenceNotFound, traceInputCircle */
export async function judgeInputs({ db, scope }: Context, batchId: number, given: readonly TraceIngredient[]) {
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
  await judgeCircle(
    db,
    batchId,
    given.flatMap(({ inputBatchId }) => inputBatchId ?? []),
  );
}

/** The same of a draft that goes to another batch with the ingredients that it has. @throws traceInputCircle */
export const judgeMoved = async ({ db }: Context, batchId: number, traceRecordId: number) =>
  judgeCircle(db, batchId, await inputQueries.listInputBatches(db, traceRecordId));

/** From here to the end of the transaction nobody else adds to what batches were made of. */
async function judgeCircle(db: Context['db'], batchId: number, from: readonly number[]) {
  if (from.length === 0) return;
  await inputQueries.takeTurn(db);
  if (await inputQueries.comesFrom(db, from, batchId)) throw new Problem('traceInputCircle', { field: 'inputs' });
}
