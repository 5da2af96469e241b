import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** `serialFrom` belongs to the first container. */
export interface SsccRange {
  ordinalFrom: number;
  count: number;
  prefix: string;
  serialFrom: number;
}

/** In order. Ordinals from 0. */
export const list = (
  db: Db,
  { batchId, level, from, count }: { batchId: number; level: number; from: number; count: number },
): Promise<SsccRange[]> =>
  db
    .selectFrom('ssccRange')
    .select(['ordinalFrom', 'count', 'prefix', 'serialFrom'])
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinalFrom', '<', from + count)
    .where(sql<boolean>`ordinal_from + count > ${from}`)
    .orderBy('ordinalFrom')
    .execute();

/** A container without an SSCC has no row. */
export async function listAt(db: Db, places: readonly { batchId: number; level: number; ordinal: number }[]) {
  const { rows } = await sql<{ asked: number; prefix: string; serial: number }>`
    select place.asked::int - 1 as asked, given.prefix, given.serial_from + place.ordinal - given.ordinal_from as serial
    from unnest(${places.map(({ batchId }) => batchId)}::bigint[], ${places.map(({ level }) => level)}::smallint[],
      ${places.map(({ ordinal }) => ordinal)}::bigint[]) with ordinality as place (batch_id, level, ordinal, asked)
    join sscc_range given on given.batch_id = place.batch_id and given.level = place.level
      and given.ordinal_from <= place.ordinal and place.ordinal < given.ordinal_from + given.count`.execute(db);
  return rows;
}

/** Locks the prefix until the transaction ends. */
export async function lockPrefix(db: Db, prefix: string) {
  await db
    .insertInto('ssccPrefix')
    .values({ prefix })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('ssccPrefix').select('nextSerial').where('prefix', '=', prefix).forUpdate().executeTakeFirstOrThrow();
}

export const advance = (db: Db, prefix: string, nextSerial: number) =>
  db.updateTable('ssccPrefix').set({ nextSerial }).where('prefix', '=', prefix).execute();

export const insert = (
  db: Db,
  row: { batchId: number; level: number; ordinalFrom: number; count: number; prefix: string; serialFrom: number },
) => db.insertInto('ssccRange').values(row).execute();
