import { type Kysely, sql } from 'kysely';

/**
 * What the application does although its role may neither change nor delete rows of the audit log, nor make tables: each function runs with
 * the rights of the owner, does one thing, and names the schema of all that it uses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- a sealed row no longer waits for its seal
    create function take_sealed() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from public.operlog_unsealed u using sealed s where u.oper_id = s.oper_id;
        return null;
      end
    $$;
    revoke execute on function take_sealed() from public;
    create trigger take_sealed after insert on operlog_seal referencing new table as sealed for each statement execute function take_sealed();

    create or replace function ensure_scan_partition(instant timestamptz) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      month timestamp := date_trunc('month', instant at time zone 'UTC');
      name text := 'code_record_' || to_char(month, 'YYYYMM');
    begin
      if to_regclass('public.' || name) is not null then return; end if;
      perform pg_advisory_xact_lock(hashtext('ensure_scan_partition'));
      if to_regclass('public.' || name) is not null then return; end if;
      execute format('create table public.%I (like public.code_record including all)', name);
      execute format('alter table public.code_record attach partition public.%I for values from (%L) to (%L)', name,
        public.uuid7_floor(month at time zone 'UTC'), public.uuid7_floor((month + interval '1 month') at time zone 'UTC'));
    end $$;
    revoke execute on function ensure_scan_partition(timestamptz) from public;
  `.execute(db);
}
