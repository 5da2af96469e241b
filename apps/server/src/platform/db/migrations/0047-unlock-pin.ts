import { type Kysely, sql } from 'kysely';

/** Staff may unlock the second code of a code that wrong tries have locked, instead of sending the buyer away until the next day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into menu (menu_id, menu_name, parent_id, order_num, path, perms, menu_type, icon, status) values
      (3505, '解锁刮开码', 2101, 8, '', 'manage:code:unlockPin', 'F', '#', '0');
    -- approvers, quality and the dealer desk: who answers buyers and judges cases
    insert into role_menu (role_id, menu_id) select role_id, 3505 from role where role_id in (101, 104, 105) on conflict do nothing;
  `.execute(db);
}
