import type { CodeShape } from '@suyuan/codes';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

export interface CodePlace {
  batchId: number;
  level: number;
  /** From 0. */
  ordinal: number;
}

export interface PlacedRow extends CodeShape {
  /** Index of the place. */
  asked: number;
  spaceId: number;
  epoch: number;
  serial: number;
}

/** One query. A place outside all derived ranges has no row. */
export async function listSerials(db: Db, places: readonly CodePlace[]): Promise<PlacedRow[]> {
  const { rows } = await sql<PlacedRow>`
    select a.asked::int - 1 as asked, s.space_id, r.epoch, r.serial_from + a.ordinal - r.ordinal_from as serial,
      s.prefix, s.alphabet, s.serial_digits, s.tag_digits, s.check_character
    from unnest(${places.map(({ batchId }) => batchId)}::bigint[], ${places.map(({ level }) => level)}::smallint[],
      ${places.map(({ ordinal }) => ordinal)}::bigint[]) with ordinality as a(batch_id, level, ordinal, asked)
    cross join lateral (select * from batch_range where batch_id = a.batch_id and level = a.level and ordinal_from <= a.ordinal
      order by ordinal_from desc limit 1) r
    join code_space s on s.space_id = r.space_id
    where a.ordinal < r.ordinal_from + r.count and s.kind = 'derived' order by a.asked`.execute(db);
  return rows;
}
