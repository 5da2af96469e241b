import type { BatchState } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';

/** Sample batches with codes, oldest first, and the space that their codes are of. */
export const listIssued = (db: Db) =>
  db
    .selectFrom('batch')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
    .select(['batchId', 'batch.state', 'spaceId'])
    // the table checks the states
    .$narrowType<{ state: BatchState }>()
    .where('batch.sample', '=', true)
    .where('issueTime', 'is not', null)
    .orderBy('batchId')
    .execute();

/** The containers of a batch have come as far as its units. */
export const activateContainers = (db: Db, batchId: number) =>
  db.updateTable('codeSegment').set({ status: 'activated' }).where('batchId', '=', batchId).where('level', '>', 0).execute();
