import { type CodeShape, capacityOf, lengthOf } from '@suyuan/codes';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { epochAfter } from './lost-codes.queries.ts';

/** `epochs`: accepted key epochs, oldest first. */
export interface SpaceRow {
  spaceId: number;
  shape: CodeShape;
  epochs: number[];
}

const shapeColumns = ['prefix', 'alphabet', 'serialDigits', 'tagDigits', 'checkCharacter'] as const;

/** Resolves to undefined if prefix, length and alphabet are taken. */
export async function insert(db: Db, shape: CodeShape): Promise<number | undefined> {
  const { prefix, alphabet, serialDigits, tagDigits, checkCharacter } = shape;
  const row = await db
    .insertInto('codeSpace')
    .values({ prefix, alphabet, serialDigits, tagDigits, checkCharacter, capacity: capacityOf(shape) })
    .onConflict((conflict) => conflict.constraint('code_space_prefix_total_length_alphabet_key').doNothing())
    .returning('spaceId')
    .executeTakeFirst();
  if (row) await insertEpoch(db, row.spaceId, await epochAfter(db, 0));
  return row?.spaceId;
}

/** Protected from removal until the transaction ends. */
export const findSameFormat = (db: Db, shape: CodeShape) =>
  db
    .selectFrom('codeSpace')
    .select(['spaceId', ...shapeColumns])
    .where('prefix', '=', shape.prefix)
    .where('totalLength', '=', lengthOf(shape))
    .where('alphabet', '=', shape.alphabet)
    .$narrowType<{ alphabet: CodeShape['alphabet'] }>()
    .forKeyShare()
    .executeTakeFirst();

export const findShape = (db: Db, spaceId: number) =>
  db
    .selectFrom('codeSpace')
    .select(shapeColumns)
    .where('spaceId', '=', spaceId)
    .$narrowType<{ alphabet: CodeShape['alphabet'] }>()
    .executeTakeFirst();

/** Locks the row, so that allocations of a space run serially. Resolves to undefined if fewer than `count` serials are left. */
export const advance = (db: Db, spaceId: number, count: number) =>
  db
    .updateTable('codeSpace')
    .set({ nextSerial: sql`next_serial + ${count}::bigint` })
    .where('spaceId', '=', spaceId)
    .where('kind', '=', 'derived')
    .where(sql<boolean>`capacity - next_serial >= ${count}::bigint`)
    .returning([
      sql<number>`next_serial - ${count}::bigint`.as('serialFrom'),
      sql<number>`(select max(epoch) from code_epoch e where e.space_id = code_space.space_id and e.retire_time is null)`.as('epoch'),
    ])
    .executeTakeFirst();

export const findRemaining = (db: Db, spaceId: number) =>
  db
    .selectFrom('codeSpace')
    .select(['kind', sql<number>`capacity - next_serial`.as('left')])
    .where('spaceId', '=', spaceId)
    .executeTakeFirst();

/** In ascending order. */
export const lock = (db: Db, spaceId?: number) =>
  db
    .selectFrom('codeSpace')
    .select(['spaceId', ...shapeColumns])
    .where('kind', '=', 'derived')
    .$if(spaceId !== undefined, (spaces) => spaces.where('spaceId', '=', spaceId ?? 0))
    .$narrowType<{ alphabet: CodeShape['alphabet'] }>()
    .orderBy('spaceId')
    .forUpdate()
    .execute();

export const listEpochs = (db: Db, spaceId: number) =>
  db.selectFrom('codeEpoch').select(['epoch', 'retireTime']).where('spaceId', '=', spaceId).orderBy('epoch').execute();

export const listRuleNames = async (db: Db, spaceId: number): Promise<string[]> => {
  const rules = await db.selectFrom('codeRule').select('ruleName').where('spaceId', '=', spaceId).orderBy('codeRuleId').execute();
  return rules.map(({ ruleName }) => ruleName);
};

export const insertEpoch = (db: Db, spaceId: number, epoch: number) => db.insertInto('codeEpoch').values({ spaceId, epoch }).execute();

/** Stops accepting codes of this epoch. */
export const retireEpoch = (db: Db, spaceId: number, epoch: number) =>
  db.updateTable('codeEpoch').set({ retireTime: sql`now()` }).where('spaceId', '=', spaceId).where('epoch', '=', epoch).execute();

export const countIssued = (db: Db, spaceId: number, epoch: number) =>
  db
    .selectFrom('batchRange')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('count'), sql.lit(0)).as('codes'),
      fn.count<number>('batchId').distinct().as('batches'),
    ])
    .where('spaceId', '=', spaceId)
    .where('epoch', '=', epoch)
    .executeTakeFirstOrThrow();

/** Removes spaces without rules and codes. Locks them first, so that a concurrent reference waits. */
export async function removeUnused(db: Db, spaceIds: number[]) {
  await db.selectFrom('codeSpace').select('spaceId').where('spaceId', 'in', spaceIds).orderBy('spaceId').forUpdate().execute();
  await sql`with gone as (
      select space_id from code_space s where kind = 'derived' and space_id = any(${spaceIds}::bigint[])
        and not exists (select from code_rule r where r.space_id = s.space_id)
        and not exists (select from batch_range b where b.space_id = s.space_id)
    ), epochs as (delete from code_epoch where space_id in (select space_id from gone))
    delete from code_space where space_id in (select space_id from gone)`.execute(db);
}

/** Derived spaces with their accepted epochs: a few dozen. */
export async function listSpaces(db: Db): Promise<SpaceRow[]> {
  const rows = await db
    .selectFrom('codeSpace')
    .innerJoin('codeEpoch', 'codeEpoch.spaceId', 'codeSpace.spaceId')
    .select(['codeSpace.spaceId', ...shapeColumns])
    .select(sql<number[]>`array_agg(epoch::bigint order by epoch)`.as('epochs'))
    .where('kind', '=', 'derived')
    .where('retireTime', 'is', null)
    .groupBy('codeSpace.spaceId')
    .orderBy('codeSpace.spaceId')
    .$narrowType<{ alphabet: CodeShape['alphabet'] }>()
    .execute();
  return rows.map(({ spaceId, epochs, ...shape }) => ({ spaceId, epochs, shape }));
}
