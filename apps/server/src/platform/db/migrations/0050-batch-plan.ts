import { type Kysely, sql } from 'kysely';

/** A batch says on which line it is made, and for which dealer or region its goods are meant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table batch add production_line text;
    alter table batch add intended_dealer_id bigint constraint batch_intended_dealer_id_fkey references channel_business;
    alter table batch add intended_region_code text
      constraint batch_intended_region_code_check check (intended_region_code ~ '^[1-9][0-9]{5}$');
    create index batch_intended_dealer_id_idx on batch (intended_dealer_id) where intended_dealer_id is not null;
  `.execute(db);
}
