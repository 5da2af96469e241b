import type { BatchState } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

/** A batch out of scope has no row. */
export const listBatches = (db: Db, scope: DataScope, batchIds: readonly number[]) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .select(['batchId', 'batchNo', 'batch.state', 'batch.categoryId', 'categoryName'])
    // checked by the table
    .$narrowType<{ state: BatchState }>()
    .where('batchId', 'in', [0, ...batchIds])
    .where(inScope(scope, { dept: 'batch.deptId', user: 'batch.createBy' }))
    .execute();

export interface ScanFacts {
  /** Index of the place. */
  asked: number;
  sessions: number | null;
  firstTime: string | null;
  lastTime: string | null;
  blocked: boolean | null;
  /** In an open case. */
  suspect: boolean;
}

interface Place {
  batchId: number;
  level: number;
  ordinal: number;
}

export async function listFacts(db: Db, places: readonly Place[]): Promise<ScanFacts[]> {
  const { rows } = await sql<ScanFacts>`
    select a.asked::int - 1 as asked, s.sessions, s.first_time, s.last_time, s.blocked,
      exists (select from scan_case c where c.subject = 'code' and c.state <> 'judged'
        and c.batch_id = a.batch_id and c.level = a.level and c.ordinal = a.ordinal) as suspect
    from unnest(${places.map(({ batchId }) => batchId)}::bigint[], ${places.map(({ level }) => level)}::smallint[],
      ${places.map(({ ordinal }) => ordinal)}::bigint[]) with ordinality as a(batch_id, level, ordinal, asked)
    left join scan_state s on s.batch_id = a.batch_id and s.level = a.level and s.ordinal = a.ordinal`.execute(db);
  return rows;
}

export const listHolders = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('dealer')
    .select(['channelBusinessId', 'channelBusinessName'])
    .where('channelBusinessId', 'in', [0, ...ids])
    .execute();
