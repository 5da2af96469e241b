import { type Kysely, sql } from 'kysely';

/** What a shopper brings back is taken back: from sold to shipped again, one by one or by a list. A trace record knows all who wrote it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table code_list drop constraint code_list_act_check;
    alter table code_list add constraint code_list_act_check check (act in
      ('print', 'waste', 'activate', 'ship', 'sell', 'takeBack', 'return', 'freeze', 'unfreeze', 'void'));
    insert into menu (menu_id, menu_name, parent_id, order_num, path, perms, menu_type, icon, status) values
      (3570, '退货收回', 3251, 5, '', 'manage:code:takeBack', 'F', '#', '0');
    -- whoever reports goods as sold
    insert into role_menu (role_id, menu_id)
      select distinct role_id, 3570 from role_menu join menu using (menu_id) where perms = 'manage:code:sell' on conflict do nothing;
    -- everybody who changed the draft: none of them verifies it
    alter table trace_record add editors bigint[] not null default '{}';
  `.execute(db);
}
