import type { Db } from '../../../platform/db/database.types.ts';

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
