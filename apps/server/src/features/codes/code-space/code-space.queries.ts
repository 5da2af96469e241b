import { type CodeShape, capacityOf, lengthOf } from '@suyuan/codes';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

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

/** Value: first missing link of the audit log, and detection time in seconds since 1970. Codes issued earlier may be unknown. */
const LOSS_KEY = 'codes.lost';

const lossTime = sql`split_part(lost.value, ' ', 2)::numeric`;

/** Issued codes may be missing from this database. Recording the same loss again has no effect. */
export const recordLoss = (db: Db, seal: number) =>
  sql`insert into installation as lost (name, value) values (${LOSS_KEY}, ${seal}::bigint || ' ' || extract(epoch from clock_timestamp()))
    on conflict (name) do update set value = excluded.value
    where split_part(lost.value, ' ', 1) <> split_part(excluded.value, ' ', 1)`.execute(db);

/** True if the epoch is not newer than the loss. */
export async function isLost(db: Db, spaceId: number, epoch: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from installation lost join code_epoch e on e.space_id = ${spaceId} and e.epoch = ${epoch}
    where lost.name = ${LOSS_KEY} and extract(epoch from e.create_time) <= ${lossTime}`.execute(db);
  return rows.length > 0;
}

/** After a loss it is at least the current minute since 1970, which no lost epoch can have used. */
export async function epochAfter(db: Db, last: number): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`
    select greatest(${last}::int + 1, (select floor(extract(epoch from clock_timestamp()) / 60)::int from installation where name = ${LOSS_KEY})) as epoch
  `.execute(db);
  return rows[0]?.epoch ?? last + 1;
}

/** Undefined once every space issues in an epoch newer than the loss. */
export async function findLoss(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ seal: number }>`
    select split_part(lost.value, ' ', 1)::bigint as seal from installation lost where lost.name = ${LOSS_KEY} and exists (
      select from code_space s where s.kind = 'derived' and not exists (
        select from code_epoch e where e.space_id = s.space_id and e.retire_time is null and extract(epoch from e.create_time) > ${lossTime}))`.execute(
    db,
  );
  return rows[0]?.seal;
}

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
  await sql`with unused as (
      select space_id from code_space s where kind = 'derived' and space_id = any(${spaceIds}::bigint[])
        and not exists (select from code_rule r where r.space_id = s.space_id)
        and not exists (select from batch_range b where b.space_id = s.space_id)
    ), epochs as (delete from code_epoch where space_id in (select space_id from unused))
    delete from code_space where space_id in (select space_id from unused)`.execute(db);
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
