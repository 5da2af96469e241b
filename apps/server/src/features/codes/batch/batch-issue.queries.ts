import type { BatchSupplement } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

/** Also sets the status `issued`. Constraints prevent overlaps of serials and ordinals. */
export async function insertRange(
  db: Db,
  run: { batchId: number; level: number; ordinalFrom: number; count: number; spaceId: number; epoch: number; serialFrom: number },
) {
  const { batchId, level, ordinalFrom, count } = run;
  await db.insertInto('batchRange').values(run).execute();
  await db.insertInto('codeSegment').values({ batchId, level, ordinalFrom, count, status: 'issued' }).execute();
}

/** Index 0 is the unit. */
export async function countByLevel(db: Db, batchId: number): Promise<[number, number, number, number]> {
  const rows = await db
    .selectFrom('batchRange')
    .select(['level', ({ fn }) => fn.sum<string>('count').as('count')])
    .where('batchId', '=', batchId)
    .groupBy('level')
    .execute();
  const at = (level: number) => Number(rows.find((row) => row.level === level)?.count ?? 0);
  return [at(0), at(1), at(2), at(3)];
}

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

/** Requests of other users. Oldest first. */
export const listToApprove = (db: Db, scope: DataScope, userId: number, limit: number) =>
  db
    .selectFrom('batchSupplement')
    .innerJoin('batch', 'batch.batchId', 'batchSupplement.batchId')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .select(['batch.batchId as id', 'batchNo as name', 'categoryName as detail', 'batchSupplement.createTime as since'])
    .where('batchSupplement.state', '=', 'pending')
    .where('batchSupplement.createBy', '<>', userId)
    .where(ownedInScope(scope, 'batch'))
    .orderBy('supplementId')
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
