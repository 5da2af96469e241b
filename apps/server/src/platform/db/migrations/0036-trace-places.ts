import { type Kysely, sql } from 'kysely';

/** Records about single codes and containers are found by their place: a batch may have a million of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index trace_record_place_idx on trace_record (batch_id, level, ordinal_from) where level is not null`.execute(db);
}
