import { type Kysely, sql } from 'kysely';

/** Browsers that are remembered by a ticket, and the own part of the sign-in log found by its index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device (
      -- named in the ticket; opens nothing
      device_id uuid primary key default gen_random_uuid(),
      user_id bigint not null constraint device_user_id_fkey references users on delete cascade,
      -- SHA-256 of the ticket that is good now; the ticket itself is stored nowhere
      ticket_hash bytea not null,
      -- the ticket before, and the request that it was spent under: the same request asked again is answered again
      spent_hash bytea,
      spent_key bytea,
      -- SHA-256 of the password's hash at the time: another password makes every ticket void, whoever sets it
      password_digest bytea not null,
      -- when the password was given; tickets are counted from here
      create_time timestamptz not null default now(),
      use_time timestamptz not null default now(),
      ipaddr text not null,
      login_location text not null default '',
      browser text not null default '',
      os text not null default ''
    );
    create index device_user_id_idx on device (user_id);

    alter table session add device_id uuid constraint session_device_id_fkey references device on delete set null;
    create index session_device_id_idx on session (device_id);

    create index logininfor_user_name_idx on logininfor (lower(user_name), info_id desc);

    insert into config (config_name, config_key, config_value, config_type)
      values ('账号安全-记住登录的天数（0 为不记住）', 'suyuan.device.days', '30', 'Y');
  `.execute(db);
}
