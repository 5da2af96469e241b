import { type Kysely, sql } from 'kysely';

/** Second codes that came with a scan and what they were answered: a repeated request spends no other try. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- {digest: answer}; the digests are keyed from outside the database, so that a copy of it tells no second code
    alter table code_record add column pin_answers jsonb;
  `.execute(db);
}
