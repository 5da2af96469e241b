import type { BatchSupplement } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** Newest first. */
export const list = (db: Db, batchId: number, userId: number, limit: number): Promise<BatchSupplement[]> =>
  db
    .selectFrom('batchSupplement')
    .innerJoin('users as maker', 'maker.userId', 'batchSupplement.createBy')
    .leftJoin('users as judge', 'judge.userId', 'batchSupplement.judgeBy')
    .select(['supplementId', 'quantity', 'reason', 'state', 'stateReason', 'maker.userName as createBy', 'batchSupplement.createTime'])
    .select(['judge.userName as judgeBy', 'judgeTime'])
    .select([
      sql<number | null>`ordinal_from + 1`.as('from'),
      sql<number | null>`ordinal_from + quantity`.as('to'),
      sql<boolean>`batch_supplement.create_by = ${userId}`.as('own'),
    ])
    // checked by the table
    .$castTo<BatchSupplement>()
    .where('batchId', '=', batchId)
    .orderBy('supplementId', 'desc')
    .limit(limit)
    .execute();

export const insert = (db: Db, row: { batchId: number; quantity: number; reason: string; createBy: number }) =>
  db.insertInto('batchSupplement').values(row).returning('supplementId').executeTakeFirstOrThrow();

export const lock = (db: Db, batchId: number, supplementId: number) =>
  db
    .selectFrom('batchSupplement')
    .select(['supplementId', 'quantity', 'state', 'createBy'])
    .$narrowType<{ state: BatchSupplement['state'] }>()
    .where('batchId', '=', batchId)
    .where('supplementId', '=', supplementId)
    .forUpdate()
    .executeTakeFirst();

interface SupplementDecision {
  state: BatchSupplement['state'];
  judgeBy: number;
  stateReason?: string | null | undefined;
  ordinalFrom?: number;
}

export const recordDecision = (db: Db, supplementId: number, { stateReason = null, ...decision }: SupplementDecision) =>
  db
    .updateTable('batchSupplement')
    .set({ ...decision, stateReason, judgeTime: sql`now()` })
    .where('supplementId', '=', supplementId)
    .execute();
