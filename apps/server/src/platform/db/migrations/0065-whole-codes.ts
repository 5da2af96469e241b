import { type Kysely, sql } from 'kysely';

/**
 * Whole codes leave by the export right alone (decision 93). Who approves a batch does not export its codes: the seeded role loses the right
 * where nobody has edited it. Plain files with scratch codes that nobody has downloaded yet expire, and histories of packing keep only the
 * last four characters of the container's code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from role_menu using role, menu
      where role_menu.role_id = role.role_id and role_menu.menu_id = menu.menu_id
        and role.role_key in ('planner', 'approver') and role.role_id < 1000 and role.update_by is null
        and menu.perms = 'manage:batch:exportCodes';
    update code_export set expire_time = now() where 'pin' = any(columns) and state <> 'done' and expire_time > now();
    update batch_event set reason = lpad(right(reason, 4), length(reason), '*')
      where action in ('pack', 'unpack') and reason ~ '^[!-~]{8,}$' and reason ~ '[0-9]';
  `.execute(db);
}
