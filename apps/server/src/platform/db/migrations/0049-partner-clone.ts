import { type Kysely, sql } from 'kysely';

/** Suppliers and dealers like others: a button each, for whoever may register them. And scans of a dealer's goods are summed by the dealer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into menu (menu_id, menu_name, parent_id, order_num, path, perms, menu_type, icon, status) values
      (3530, '供应商复制', 2104, 30, '', 'manage:supplier:clone', 'F', '#', '0'),
      (3531, '渠道商复制', 2106, 30, '', 'manage:channelBusiness:clone', 'F', '#', '0');
    insert into role_menu (role_id, menu_id)
    select held.role_id, clone.menu_id
    from role_menu held
    join menu adding on adding.menu_id = held.menu_id and adding.perms in ('manage:supplier:add', 'manage:channelBusiness:add')
    join menu clone on clone.menu_id in (3530, 3531) and clone.perms = replace(adding.perms, ':add', ':clone')
    on conflict do nothing;

    create index scan_day_holder_id_idx on scan_day (holder_id) where holder_id > 0;
  `.execute(db);
}
