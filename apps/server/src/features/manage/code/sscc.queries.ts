import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

/** SSCCs of a run of containers: their prefix, and the serial of the first. */
export interface SsccRange {
  ordinalFrom: number;
  count: number;
  prefix: string;
  serialFrom: number;
}

/** Serials that containers of one level of a batch were given, in order; ordinals from 0. */
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

/** The next serial of a prefix, which stays locked until the transaction ends. */
export async function lockPrefix(db: Db, prefix: string) {
  await db
    .insertInto('ssccPrefix')
    .values({ prefix })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('ssccPrefix').select('nextSerial').where('prefix', '=', prefix).forUpdate().executeTakeFirstOrThrow();
}

/** Says which serial of a prefix is the next to be given. */
export const advance = (db: Db, prefix: string, nextSerial: number) =>
  db.updateTable('ssccPrefix').set({ nextSerial }).where('prefix', '=', prefix).execute();

export const insert = (
  db: Db,
  row: { batchId: number; level: number; ordinalFrom: number; count: number; prefix: string; serialFrom: number },
) => db.insertInto('ssccRange').values(row).execute();
