import { countsOf, type Sizes } from '@suyuan/codes';
import { batches, importableStates } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { reasonOf } from '../../../platform/http/refusal.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import type { TaskHandler } from '../../system/task/task-handler.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as queries from './batch.queries.ts';
import * as events from './batch-event.queries.ts';
import * as issueQueries from './batch-issue.queries.ts';
import { spaceOf } from './batch-plan.service.ts';

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
  if (!importableStates.includes(state))
    throw new Problem('batchStateWrong', {
      state: batches.word(`state.${state}`),
      step: batches.word('step.importCodes'),
      allowed: importableStates.map((each) => batches.word(`state.${each}`)),
    });
  const [from] = await issueQueries.countByLevel(db, batchId);
  let next = from;
  for (const [serialFrom, count] of runs) {
    await issueQueries.insertRange(db, { batchId, level: 0, ordinalFrom: next, count, spaceId, epoch, serialFrom });
    next += count;
  }
  if (state === 'approved') await queries.move(db, batchId, { state: 'issued', stateReason: null });
  await events.insert(db, { batchId, action: 'importCodes', userId, run: { from, count: next - from } });
}

/**
 * Writes a few rows and the new state in one transaction, so a retry after a crash is safe.
 * @throws codeSpaceExhausted
 */
async function issueCodes(db: Db, batchId: number, userId: number | null) {
  const { quantity, codeRuleId, state } = orNotFound(await queries.lock(db, 'all', batchId));
  if (state !== 'issuing') return undefined;
  const spaceId = await spaceOf(db, codeRuleId);
  await queries.lockProduct(db, batchId);
  await addCodes(db, { batchId, spaceId, sizes: await queries.fixPackaging(db, batchId), count: quantity });
  await queries.move(db, batchId, { state: 'issued' });
  await events.insert(db, { batchId, action: 'issued', userId, run: { from: 0, count: quantity } });
  return { batchId, count: quantity };
}

/**
 * Appends units to a locked batch, with the containers for them. Completes a partly filled container first. Ordinals count from 0.
 * @throws codeSpaceExhausted
 */
export async function addCodes(
  db: Db,
  { batchId, spaceId, sizes, count }: { batchId: number; spaceId: number; sizes: Sizes; count: number },
): Promise<{ from: number; count: number }> {
  const before = await issueQueries.countByLevel(db, batchId);
  const addedCounts = countsOf(sizes, before[0] + count).map((codes, level) => codes - (before[level] ?? 0));
  const { epoch, serialFrom } = await codeSpaceService.allocate(
    db,
    spaceId,
    addedCounts.reduce((sum, codes) => sum + codes, 0),
  );
  let next = serialFrom;
  for (const [level, codes] of addedCounts.entries()) {
    if (codes === 0) continue;
    await issueQueries.insertRange(db, { batchId, level, ordinalFrom: before[level] ?? 0, count: codes, spaceId, epoch, serialFrom: next });
    next += codes;
  }
  return { from: before[0], count };
}

/** On failure or cancellation the batch becomes `approved` again, with the reason. */
export const issueBatchTask: TaskHandler = {
  run: (job) => job.finish((db) => issueCodes(db, Number(job.payload.batchId), job.createBy)),
  async abandon(db, { payload, userId, reason }) {
    const batchId = Number(payload.batchId);
    const batch = await queries.lock(db, 'all', batchId);
    if (batch?.state !== 'issuing') return;
    const stateReason = reason ? reasonOf(reason) : null;
    await queries.move(db, batchId, { state: 'approved', stateReason });
    await events.insert(db, { batchId, action: 'issueFailed', userId, reason: stateReason });
  },
};

/**
 * Issues synchronously, for the operator's command. A queued task for the same batch then has no effect.
 * @throws notFound, batchStateWrong, codeSpaceExhausted
 */
export const issueByOperator = ({ db }: Pick<Installation, 'db'>, batchId: number) =>
  inTransaction(db, async (tx) => {
    const { batchNo, state, quantity } = orNotFound(await queries.lock(tx, 'all', batchId));
    const stateOf = (name: string) => batches.word(`state.${name}`);
    if (state !== 'approved' && state !== 'issuing')
      throw new Problem('batchStateWrong', { state: stateOf(state), step: batches.word('step.issue'), allowed: stateOf('approved') });
    if (state === 'approved') {
      await queries.move(tx, batchId, { state: 'issuing', stateReason: null });
      await events.insert(tx, { batchId, action: 'issue', userId: null });
    }
    await issueCodes(tx, batchId, null);
    return { batchId, batchNo, count: quantity };
  });
