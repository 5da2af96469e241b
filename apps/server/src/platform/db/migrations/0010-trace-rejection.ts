import { type Kysely, sql } from 'kysely';

/** Who last rejected a trace record. Null: never, or by the release before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table trace_record add column reject_by bigint constraint trace_record_reject_by_fkey references users,
    add column reject_time timestamptz`.execute(db);
}
