import { type Kysely, sql } from 'kysely';

/** The first right PIN of a code: one row, whatever comes later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pin_reveal (
      batch_id bigint not null,
      level smallint not null,
      ordinal bigint not null,
      reveal_time timestamptz not null default now(),
      -- the scan that the PIN came with
      scan_id uuid not null,
      device bytea not null,
      region text,
      constraint pin_reveal_pkey primary key (batch_id, level, ordinal)
    );
  `.execute(db);
}
