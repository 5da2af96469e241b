import { type Kysely, sql } from 'kysely';

/** Records that were read from events of EPCIS, each event once, whoever imports it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table trace_record add event_id text constraint trace_record_event_id_key unique;
    alter table trace_record drop constraint trace_record_source_check;
    alter table trace_record add constraint trace_record_source_check check (source in ('console', 'import', 'epcis', 'sample'));
  `.execute(db);
}
