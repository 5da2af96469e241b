import { type Kysely, sql } from 'kysely';

/** Texts of the system in other languages than Chinese, by language and column. Null: as the release before wrote it, or by a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notice add column translations jsonb`.execute(db);
  await sql`alter table job_log add column translations jsonb`.execute(db);
}
