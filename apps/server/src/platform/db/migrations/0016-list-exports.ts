import { type Kysely, sql } from 'kysely';

/** Whoever asks twice for the same long export has one task for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unique index task_list_export_key on task (create_by, md5(payload::text))
      where kind = 'listExport' and state in ('queued', 'running')
  `.execute(db);
}
