import { type Kysely, sql } from 'kysely';

/** Scans: the only rows per code. A record's id is a UUIDv7, whose own time names its month and so its partition. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table code_scan (
      batch_id bigint not null,
      level smallint not null default 0,
      ordinal bigint not null,
      -- of the first session while the code was live
      first_time timestamptz,
      first_region text,
      last_time timestamptz not null,
      -- sessions while the code was live; one device within 30 minutes is one session
      sessions int not null default 0,
      scans bigint not null default 0,
      -- who verified it within the session window, while it was live: [[device in base64, second of the last scan, session], ...], newest last
      recent jsonb not null default '[]',
      constraint code_scan_pkey primary key (batch_id, level, ordinal)
    ) with (fillfactor = 80);

    create table code_record (
      scan_id uuid not null,
      scan_time timestamptz not null default now(),
      verdict text not null constraint code_record_verdict_check check (verdict in
        ('genuine', 'alreadyVerified', 'suspect', 'notActivated', 'recalled', 'frozen', 'expired', 'void', 'unknown')),
      reason text,
      session_no int,
      -- null: not a code of ours
      batch_id bigint,
      level smallint,
      ordinal bigint,
      -- as received, only where it is not ours: a copy of the database prints no code
      code_text text,
      device bytea not null,
      ip inet,
      region text,
      channel text not null constraint code_record_channel_check check (channel in ('page', 'api')),
      agent text,
      constraint code_record_pkey primary key (scan_id)
    ) partition by range (scan_id);
    -- every filter of the list has its index: newest first within what is asked for
    create index code_record_code_idx on code_record (batch_id, ordinal, scan_id);
    create index code_record_batch_idx on code_record (batch_id, scan_id);
    create index code_record_device_idx on code_record (device, scan_id);
    create index code_record_verdict_idx on code_record (verdict, scan_id);
    create index code_record_region_idx on code_record (region, scan_id);
    create index code_record_code_text_idx on code_record (code_text, scan_id) where code_text is not null;

    -- wrong tries at a second code; the day begins with the first of them
    create table pin_try (
      batch_id bigint not null,
      level smallint not null default 0,
      ordinal bigint not null,
      tries int not null,
      first_time timestamptz not null default now(),
      constraint pin_try_pkey primary key (batch_id, level, ordinal)
    );

    -- the first UUIDv7 of an instant (RFC 9562 §5.7: 48 bits of Unix milliseconds lead)
    create function uuid7_floor(instant timestamptz) returns uuid language sql immutable strict parallel safe as $$
      select (lpad(to_hex(floor(extract(epoch from instant) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
    $$;

    -- makes the partition of the month that holds an instant, unless it is there; months are UTC's
    create function ensure_scan_partition(instant timestamptz) returns void language plpgsql as $$
    declare
      month timestamp := date_trunc('month', instant at time zone 'UTC');
      name text := 'code_record_' || to_char(month, 'YYYYMM');
    begin
      if to_regclass(name) is not null then return; end if;
      perform pg_advisory_xact_lock(hashtext('ensure_scan_partition'));
      if to_regclass(name) is not null then return; end if;
      execute format('create table %I partition of code_record for values from (%L) to (%L)', name,
        uuid7_floor(month at time zone 'UTC'), uuid7_floor((month + interval '1 month') at time zone 'UTC'));
    end $$;

    select ensure_scan_partition(now() - interval '1 month'), ensure_scan_partition(now()), ensure_scan_partition(now() + interval '1 month');
  `.execute(db);
}
