import type { BatchState } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

/** A serial outside all ranges of its epoch has no row. */
export async function locateMany(db: Db, serials: readonly { asked: number; spaceId: number; epoch: number; serial: number }[]) {
  const { rows } = await sql<{ asked: number; batchId: number; level: number; ordinal: number }>`
    select a.asked, r.batch_id, r.level, r.ordinal_from + a.serial - r.serial_from as ordinal
    from unnest(${serials.map(({ asked }) => asked)}::int[], ${serials.map(({ spaceId }) => spaceId)}::bigint[],
      ${serials.map(({ epoch }) => epoch)}::int[], ${serials.map(({ serial }) => serial)}::bigint[]) as a(asked, space_id, epoch, serial)
    cross join lateral (select * from batch_range where space_id = a.space_id and serial_from <= a.serial order by serial_from desc limit 1) r
    where r.epoch = a.epoch and a.serial < r.serial_from + r.count`.execute(db);
  return rows;
}

/** In ascending order. */
export const lockBatches = (db: Db, scope: DataScope, batchIds: readonly number[]) =>
  db
    .selectFrom('batch')
    .select(['batchId', 'batchNo', 'categoryId', 'state'])
    // checked by the table
    .$narrowType<{ state: BatchState }>()
    .where('batchId', 'in', [0, ...batchIds])
    .where(inScope(scope, { dept: 'batch.deptId', user: 'batch.createBy' }))
    .orderBy('batchId')
    .forUpdate()
    .execute();
