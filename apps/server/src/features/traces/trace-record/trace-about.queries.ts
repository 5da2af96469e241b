import type { TraceData, TraceFileView, TraceForm } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { select } from './trace-record.queries.ts';

/** A published record for consumers; the current step decides which fields are public. */
export interface PublicRow {
  stepName: string;
  bizStep: string;
  eventTime: string;
  placeName: string | null;
  regionCode: string | null;
  partyName: string | null;
  form: TraceForm;
  /** The current form of the step. */
  presentForm: TraceForm;
  data: TraceData;
  pictures: Pick<TraceFileView, 'fileName' | 'field'>[];
  hash: string;
}

// internal departments are not published
const columns = sql`r.step_name, r.biz_step, r.event_time, r.place_name, r.region_code,
  case when r.filler in ('supplier', 'channelBusiness') then r.party_name end as party_name,
  r.form, s.form as present_form, r.data, encode(l.hash, 'hex') as hash,
  (select coalesce(jsonb_agg(jsonb_build_object('fileName', '/profile/' || f.path, 'field', f.field) order by f.order_num), '[]')
    from trace_file f where f.trace_record_id = r.trace_record_id and f.kind = 'picture') as pictures`;

const publishedInOrder = sql`r.state = 'published' and s.public order by r.event_time, r.trace_record_id`;

/** Published records of public steps about a whole batch, by time. */
export async function listOfBatch(db: Db, batchId: number, limit: number): Promise<PublicRow[]> {
  const { rows } = await sql<PublicRow>`select ${columns} from trace_record r join trace_step s using (step_id)
    join trace_link l using (trace_record_id) where r.batch_id = ${batchId} and r.level is null and ${publishedInOrder} limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The cost does not depend on records of other codes. */
export async function listOfCode(db: Db, batchId: number, level: number, ordinal: number, limit: number): Promise<PublicRow[]> {
  const { rows } = await sql<PublicRow>`with applicable as (
      select trace_record_id from trace_record where batch_id = ${batchId} and level = ${level} and ordinal_from <= ${ordinal}::bigint
        and ordinal_from + count > ${ordinal}::bigint
      union select r.trace_record_id from code_chain(${batchId}, ${level}, ${ordinal}) c
        join trace_record r on r.batch_id = c.batch_id and r.level = c.level and r.ordinal_from = c.ordinal
    ) select ${columns} from applicable join trace_record r using (trace_record_id) join trace_step s using (step_id)
    join trace_link l using (trace_record_id) where ${publishedInOrder} limit ${limit}`.execute(db);
  return rows;
}

/** A code or container; ordinals start at 0. */
export interface CodePlace {
  level: number;
  ordinal: number;
}

/** Records of a batch, or of one code and its containers, by time; without drafts. */
const selectInOrder = (db: Db, batchId: number, place: CodePlace | undefined, limit: number) =>
  select(db)
    .where('traceRecord.state', '<>', 'draft')
    .where(about(batchId, place))
    .orderBy('traceRecord.eventTime')
    .orderBy('traceRecord.traceRecordId')
    .limit(limit);

/** Finds the ids first, so that only one page is joined. */
export function listAbout(db: Db, batchId: number, place: CodePlace | undefined, limit: number, skip: number) {
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
export const listNext = (db: Db, batchId: number, place: CodePlace | undefined, limit: number, after?: SortKey) =>
  selectInOrder(db, batchId, place, limit)
    .select(sql<string>`trace_record.event_time::text`.as('moment'))
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(trace_record.event_time, trace_record.trace_record_id) > (${after?.moment}::timestamptz, ${after?.traceRecordId}::bigint)`,
      ),
    )
    .execute();

export async function countAbout(db: Db, batchId: number, place: CodePlace | undefined): Promise<number> {
  const { count } = await db
    .selectFrom('traceRecord')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '<>', 'draft')
    .where(about(batchId, place))
    .executeTakeFirstOrThrow();
  return count;
}

const about = (batchId: number, place: CodePlace | undefined) =>
  !place
    ? sql<boolean>`trace_record.batch_id = ${batchId}`
    : sql<boolean>`((trace_record.batch_id = ${batchId} and (trace_record.level is null or (trace_record.level = ${place.level}
        and ${place.ordinal}::bigint >= trace_record.ordinal_from and ${place.ordinal}::bigint < trace_record.ordinal_from + trace_record.count)))
      or trace_record.trace_record_id in (select r.trace_record_id from code_chain(${batchId}, ${place.level}, ${place.ordinal}) c
        join trace_record r on r.batch_id = c.batch_id and r.level = c.level and r.ordinal_from = c.ordinal))`;

/** Containers of a code, the innermost first. */
export async function listContainers(db: Db, batchId: number, { level, ordinal }: CodePlace) {
  const chain =
    await sql<CodePlace>`select level, ordinal + 1 as ordinal from code_chain(${batchId}, ${level}, ${ordinal}) order by depth`.execute(db);
  return chain.rows;
}
