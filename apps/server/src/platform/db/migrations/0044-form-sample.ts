import { type Kysely, sql } from 'kysely';

/** The sample business has forms too, which go with it; and answers are counted and looked up by the version they were given to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table form add column sample boolean not null default false;
    create index form_answer_form_id_version_no_idx on form_answer (form_id, version_no);
  `.execute(db);
}
