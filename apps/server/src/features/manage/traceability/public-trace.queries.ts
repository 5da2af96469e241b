import type { TraceData, TraceFileShown, TraceForm } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

/** A published record as shoppers may see it: its step says today what of it is public. */
export interface PublicRow {
  level: number | null;
  ordinalFrom: number | null;
  count: number | null;
  stepName: string;
  bizStep: string;
  eventTime: string;
  placeName: string | null;
  regionCode: string | null;
  partyName: string | null;
  form: TraceForm;
  /** The form of the step today. */
  presentForm: TraceForm;
  data: TraceData;
  pictures: Pick<TraceFileShown, 'fileName' | 'field'>[];
  hash: string;
}

const columns = sql`r.level, r.ordinal_from, r.count, r.step_name, r.biz_step, r.event_time, r.place_name, r.region_code, r.party_name,
  r.form, s.form as present_form, r.data, encode(l.hash, 'hex') as hash,
  (select coalesce(jsonb_agg(jsonb_build_object('fileName', '/profile/' || f.path, 'field', f.field) order by f.order_num), '[]')
    from trace_file f where f.trace_record_id = r.trace_record_id and f.kind = 'picture') as pictures`;

/** Published records of public steps of a batch, by time. */
export async function listPublic(db: Db, batchId: number, limit: number): Promise<PublicRow[]> {
  const { rows } = await sql<PublicRow>`select ${columns} from trace_record r join trace_step s using (step_id)
    join trace_link l using (trace_record_id) where r.batch_id = ${batchId} and r.state = 'published' and s.public
    order by r.event_time, r.trace_record_id limit ${limit}`.execute(db);
  return rows;
}

/** The same of the containers around a code. */
export async function listPublicAround(db: Db, batchId: number, level: number, ordinal: number, limit: number): Promise<PublicRow[]> {
  const { rows } = await sql<PublicRow>`select ${columns} from code_chain(${batchId}, ${level}, ${ordinal}) c
    join trace_record r on r.batch_id = c.batch_id and r.level = c.level and r.ordinal_from = c.ordinal and r.state = 'published'
    join trace_step s using (step_id) join trace_link l using (trace_record_id) where s.public
    order by r.event_time, r.trace_record_id limit ${limit}`.execute(db);
  return rows;
}
