import type { Db } from '../../../platform/db/database.types.ts';

/** Ordinal from 0. */
interface Place {
  batchId: number;
  level: number;
  ordinal: number;
}

export async function findRange(db: Db, { batchId, level, ordinal }: Place) {
  const range = await db
    .selectFrom('batchRange')
    .select(['rangeId', 'ordinalFrom', 'count', 'spaceId', 'epoch', 'serialFrom', 'createTime'])
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinalFrom', '<=', ordinal)
    .orderBy('ordinalFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
  return range && ordinal < range.ordinalFrom + range.count ? range : undefined;
}
type Range = NonNullable<Awaited<ReturnType<typeof findRange>>>;

export interface Serial {
  spaceId: number;
  epoch: number;
  serial: number;
}

/** Splits the range. The caller holds the lock of the batch. */
export async function assignSerial(db: Db, { batchId, level, ordinal }: Place, range: Range, { spaceId, epoch, serial }: Serial) {
  const { rangeId, ordinalFrom, count, serialFrom, createTime } = range;
  const before = ordinal - ordinalFrom;
  const rangeFields = { batchId, level, spaceId: range.spaceId, epoch: range.epoch, createTime };
  const rows = [
    { ...rangeFields, ordinalFrom, count: before, serialFrom },
    { ...rangeFields, ordinalFrom: ordinal + 1, count: count - before - 1, serialFrom: serialFrom + before + 1 },
  ].filter((row) => row.count > 0);
  await db.deleteFrom('batchRange').where('rangeId', '=', rangeId).execute();
  await db
    .insertInto('batchRange')
    .values([...rows, { batchId, level, ordinalFrom: ordinal, count: 1, spaceId, epoch, serialFrom: serial, createTime }])
    .execute();
}

export const insert = (db: Db, row: Place & Serial & { reason: string; createBy: number }) =>
  db.insertInto('codeRelabel').values(row).execute();

export const findReplaced = (db: Db, { spaceId, epoch, serial }: Serial) =>
  db
    .selectFrom('codeRelabel')
    .select(['batchId', 'level', 'ordinal', 'createTime'])
    .where('spaceId', '=', spaceId)
    .where('epoch', '=', epoch)
    .where('serial', '=', serial)
    .executeTakeFirst();
