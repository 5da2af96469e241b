import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { select } from './trace-record.queries.ts';

/** A code or container; ordinals start at 0. */
export interface Place {
  level: number;
  ordinal: number;
}

/** Records of a batch, or of one code and its containers, by time; without drafts. */
const selectInOrder = (db: Db, batchId: number, place: Place | undefined, limit: number) =>
  select(db)
    .where('traceRecord.state', '<>', 'draft')
    .where(about(batchId, place))
    .orderBy('traceRecord.eventTime')
    .orderBy('traceRecord.traceRecordId')
    .limit(limit);

/** Finds the ids first, so that only one page is joined. */
export function listAbout(db: Db, batchId: number, place: Place | undefined, limit: number, skip: number) {
  const ids = db
    .selectFrom('traceRecord')
    .select('traceRecordId')
    .where('state', '<>', 'draft')
    .where(about(batchId, place))
    .orderBy('eventTime')
    .orderBy('traceRecordId')
    .limit(limit)
    .offset(skip);
  return select(db)
    .where('traceRecord.traceRecordId', 'in', ids)
    .orderBy('traceRecord.eventTime')
    .orderBy('traceRecord.traceRecordId')
    .execute();
}

/** Sort key of a record; remains valid after the record is removed. */
interface SortKey {
  traceRecordId: number;
  /** Microsecond precision. */
  moment: string;
}

/** Keyset pagination. @param after undefined for the first page */
export const listNext = (db: Db, batchId: number, place: Place | undefined, limit: number, after?: SortKey) =>
  selectInOrder(db, batchId, place, limit)
    .select(sql<string>`trace_record.event_time::text`.as('moment'))
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(trace_record.event_time, trace_record.trace_record_id) > (${after?.moment}::timestamptz, ${after?.traceRecordId}::bigint)`,
      ),
    )
    .execute();

export async function countAbout(db: Db, batchId: number, place: Place | undefined): Promise<number> {
  const { count } = await db
    .selectFrom('traceRecord')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '<>', 'draft')
    .where(about(batchId, place))
    .executeTakeFirstOrThrow();
  return count;
}

const about = (batchId: number, place: Place | undefined) =>
  !place
    ? sql<boolean>`trace_record.batch_id = ${batchId}`
    : sql<boolean>`((trace_record.batch_id = ${batchId} and (trace_record.level is null or (trace_record.level = ${place.level}
        and ${place.ordinal}::bigint >= trace_record.ordinal_from and ${place.ordinal}::bigint < trace_record.ordinal_from + trace_record.count)))
      or trace_record.trace_record_id in (select r.trace_record_id from code_chain(${batchId}, ${place.level}, ${place.ordinal}) c
        join trace_record r on r.batch_id = c.batch_id and r.level = c.level and r.ordinal_from = c.ordinal))`;

/** Containers of a code, the innermost first. */
export async function listContainers(db: Db, batchId: number, { level, ordinal }: Place) {
  const chain =
    await sql<Place>`select level, ordinal + 1 as ordinal from code_chain(${batchId}, ${level}, ${ordinal}) order by depth`.execute(db);
  return chain.rows;
}
