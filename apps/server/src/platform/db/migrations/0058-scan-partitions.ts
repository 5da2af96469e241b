import { type Kysely, sql } from 'kysely';

/**
 * `create table … partition of` locks all scans out of the parent table, and queues behind every report that reads it. A partition that is
 * made first and attached afterwards stops neither scans nor reports.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function ensure_scan_partition(instant timestamptz) returns void language plpgsql as $$
    declare
      month timestamp := date_trunc('month', instant at time zone 'UTC');
      name text := 'code_record_' || to_char(month, 'YYYYMM');
    begin
      if to_regclass(name) is not null then return; end if;
      perform pg_advisory_xact_lock(hashtext('ensure_scan_partition'));
      if to_regclass(name) is not null then return; end if;
      execute format('create table %I (like code_record including all)', name);
      execute format('alter table code_record attach partition %I for values from (%L) to (%L)', name,
        uuid7_floor(month at time zone 'UTC'), uuid7_floor((month + interval '1 month') at time zone 'UTC'));
    end $$;
  `.execute(db);
}
