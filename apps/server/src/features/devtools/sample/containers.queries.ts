import type { BatchState } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';

/** Sample batches with codes and their code space, oldest first. */
export const listIssued = (db: Db) =>
  db
    .selectFrom('batch')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
    .select(['batchId', 'batch.state', 'spaceId'])
    // a check constraint guarantees the states
    .$narrowType<{ state: BatchState }>()
    .where('batch.sample', '=', true)
    .where('issueTime', 'is not', null)
    .orderBy('batchId')
    .execute();

export const activateContainers = (db: Db, batchId: number) =>
  db.updateTable('codeSegment').set({ status: 'activated' }).where('batchId', '=', batchId).where('level', '>', 0).execute();
