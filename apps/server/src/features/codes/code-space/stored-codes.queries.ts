import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** Foreign codes keep one key forever: their texts are not stored, so they cannot be hashed again. */
export const STORED_EPOCH = 1;

export async function findOrCreateSpace(db: Db): Promise<number> {
  const shape = { prefix: '', alphabet: 'any', serialDigits: 0, tagDigits: 0, checkCharacter: false };
  await db
    .insertInto('codeSpace')
    .values({ ...shape, kind: 'stored', capacity: Number.MAX_SAFE_INTEGER })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { spaceId } = await db.selectFrom('codeSpace').select('spaceId').where('kind', '=', 'stored').executeTakeFirstOrThrow();
  await db
    .insertInto('codeEpoch')
    .values({ spaceId, epoch: STORED_EPOCH })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return spaceId;
}

/** Undefined until the first import. */
export const findSpaceInUse = async (db: Db): Promise<number | undefined> =>
  (await db.selectFrom('codeSpace').select('spaceId').where('kind', '=', 'stored').where('nextSerial', '>', 0).executeTakeFirst())?.spaceId;

/** Serials by digest. */
export async function findSerials(db: Db, spaceId: number, hashes: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ hash: string; serial: number }>`
    select hash, serial from stored_code where space_id = ${spaceId} and hash = any(${hashes}::uuid[])`.execute(db);
  return new Map(rows.map(({ hash, serial }) => [hash, serial]));
}

export const hasForeign = async (db: Db, batchId: number): Promise<boolean> =>
  (await db
    .selectFrom('batch')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
    .innerJoin('codeSpace', 'codeSpace.spaceId', 'codeRule.spaceId')
    .select('batchId')
    .where('batchId', '=', batchId)
    .where('kind', '=', 'stored')
    .executeTakeFirst()) !== undefined;
