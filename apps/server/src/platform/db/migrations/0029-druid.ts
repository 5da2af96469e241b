import { type Kysely, sql } from 'kysely';

/** The page of the data source comes alive, with rights of its own for what changes something. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update menu set status = '0' where menu_id = 111;
    insert into menu (menu_id, menu_name, parent_id, order_num, perms, menu_type, icon) values
      (3420, '取消语句', 111, 1, 'monitor:druid:cancel', 'F', '#'),
      (3421, '重置统计', 111, 2, 'monitor:druid:reset', 'F', '#');
  `.execute(db);
}
