import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

interface RoleGrant {
  roleId: number;
  roleKey: string;
  dataScope: '1' | '2' | '3' | '4' | '5';
  deptIds: number[];
  permissions: string[];
}

/** Rights of each enabled role: permissions of its enabled menus, data scope and departments. */
export async function listGrants(db: Db, roleIds: readonly number[]): Promise<RoleGrant[]> {
  const { rows } = await sql<RoleGrant>`
    select role_id, role_key, data_scope,
      array(select dept_id from role_department where role_department.role_id = role.role_id order by dept_id) as dept_ids,
      array(select distinct trim(perm) from role_menu join menu using (menu_id), unnest(string_to_array(menu.perms, ',')) perm
        where role_menu.role_id = role.role_id and menu.status = '0' and trim(perm) <> '') as permissions
    from role where role_id = any(${[...roleIds]}::bigint[]) and status = '0'
    order by role_sort, role_id`.execute(db);
  return rows;
}
