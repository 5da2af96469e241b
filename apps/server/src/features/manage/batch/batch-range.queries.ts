import type { Db } from '../../../db/database.types.ts';

/** Gives serials to ordinals of a batch, and those codes the status that they are issued with. The constraints keep either from overlapping. */
export async function insert(
  db: Db,
  run: { batchId: number; ordinalFrom: number; count: number; spaceId: number; epoch: number; serialFrom: number },
) {
  const { batchId, ordinalFrom, count } = run;
  await db.insertInto('batchRange').values(run).execute();
  await db.insertInto('codeSegment').values({ batchId, ordinalFrom, count, status: 'issued' }).execute();
}
