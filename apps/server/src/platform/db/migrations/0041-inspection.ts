import { type Kysely, sql } from 'kysely';

/** Scans of our own people beside those of shoppers, told apart by their channel, which gets the index that the list's filter needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- what is filed keeps to the narrower check, so nothing is read again
    alter table code_record drop constraint code_record_channel_check;
    alter table code_record add constraint code_record_channel_check check (channel in ('page', 'api', 'inspect')) not valid;
    create index code_record_channel_idx on code_record (channel, scan_id);

    insert into menu (menu_id, menu_name, parent_id, order_num, path, perms, menu_type, icon, status) values
      (3233, '稽查扫码', 2102, 10, '', 'manage:codeRecord:inspect', 'F', '#', '0');
    -- approvers, quality and the dealer desk: who may open cases
    insert into role_menu (role_id, menu_id) select role_id, 3233 from role where role_id in (101, 104, 105) on conflict do nothing;
  `.execute(db);
}
