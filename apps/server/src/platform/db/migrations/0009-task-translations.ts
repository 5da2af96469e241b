import { type Kysely, sql } from 'kysely';

/** Subjects of tasks in other languages than Chinese, by language. Null: as the release before wrote it, or a name such as a batch number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task add column translations jsonb`.execute(db);
}
