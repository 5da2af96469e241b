import { type BatchState, batches } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './batch.queries.ts';
import * as events from './batch-event.queries.ts';
import * as ranges from './batch-range.queries.ts';

/** Serials of stored foreign codes, in ordinal order. */
interface ForeignCodes {
  batchId: number;
  spaceId: number;
  epoch: number;
  runs: readonly [from: number, count: number][];
  userId: number | null;
}

/**
 * Appends foreign codes to a batch. An approved batch becomes issued.
 * @throws batchStateWrong
 */
export async function importCodes(db: Db, { batchId, spaceId, epoch, runs, userId }: ForeignCodes) {
  const { state } = orNotFound(await queries.lock(db, 'all', batchId));
  const importableStates: readonly BatchState[] = ['approved', 'issued', 'active'];
  if (!importableStates.includes(state))
    throw new Problem('batchStateWrong', {
      state: batches.word(`state.${state}`),
      step: batches.word('step.importCodes'),
      allowed: batches.word('state.approved'),
    });
  const [from] = await ranges.countByLevel(db, batchId);
  let next = from;
  for (const [serialFrom, count] of runs) {
    await ranges.insertRange(db, { batchId, level: 0, ordinalFrom: next, count, spaceId, epoch, serialFrom });
    next += count;
  }
  if (state === 'approved') await queries.move(db, batchId, { state: 'issued', stateReason: null });
  await events.insert(db, { batchId, action: 'importCodes', userId, run: { from, count: next - from } });
}
