import type { Paging, RoleCandidate } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { contains, page } from '../../../platform/db/page.ts';
import { type DataScope, inScope, usersInScope } from '../../../platform/db/scope.ts';

export interface HolderQuery {
  roleId: number;
  userName?: string | undefined;
  phonenumber?: string | undefined;
  paging: Paging;
}

export function list(db: Db, scope: DataScope, isHolder: boolean, { roleId, userName, phonenumber, paging }: HolderQuery) {
  const holdsRole = sql<boolean>`exists (select from user_role where user_role.user_id = users.user_id and user_role.role_id = ${roleId})`;
  let rows = db
    .selectFrom('users')
    .leftJoin('department', 'department.deptId', 'users.deptId')
    .select(['users.userId', 'userName', 'nickName', 'users.email', 'phonenumber', 'sex', 'avatar', 'users.status', 'users.deptId'])
    .select([
      sql`case when department.dept_id is not null
        then jsonb_build_object('deptId', department.dept_id, 'deptName', department.dept_name, 'leader', department.leader) end`.as(
        'dept',
      ),
      'users.createTime',
    ])
    .$castTo<RoleCandidate>()
    .where('users.delFlag', '=', '0')
    .where(usersInScope(scope))
    .where(isHolder ? holdsRole : sql<boolean>`not ${holdsRole}`);
  if (userName) rows = rows.where(contains('userName', userName));
  if (phonenumber) rows = rows.where(contains('phonenumber', phonenumber));
  return page(rows, 'users.userId', { ...paging, orderBy: 'users.userId' });
}

/** Assigns the role to users who lack it. */
export const assign = (db: Db, roleId: number, userIds: number[]) =>
  db
    .insertInto('userRole')
    .values(userIds.map((userId) => ({ userId, roleId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Revokes the role from users who have it. */
export const revoke = (db: Db, roleId: number, userIds: number[]) =>
  db.deleteFrom('userRole').where('roleId', '=', roleId).where('userId', 'in', userIds).execute();

/** Menus that a user sees: granted by their roles, or created by them. */
const visibleTo = (userId: number): RawBuilder<boolean> => sql<boolean>`(menu.create_by = ${userId} or menu.menu_id in (
  select role_menu.menu_id from role_menu join user_role using (role_id) join role using (role_id)
  where user_role.user_id = ${userId} and role.status = '0'))`;

/**
 * Links a role to exactly `menuIds`.
 * @param viewerId the acting user, unless they see every menu; links to menus that they cannot see stay
 */
export async function replaceMenus(db: Db, roleId: number, menuIds: number[], viewerId?: number) {
  const isVisible = viewerId === undefined ? sql`true` : sql`menu_id in (select menu.menu_id from menu where ${visibleTo(viewerId)})`;
  await sql`delete from role_menu where role_id = ${roleId} and not menu_id = any(${menuIds}::bigint[]) and ${isVisible}`.execute(db);
  await sql`insert into role_menu (role_id, menu_id) select distinct ${roleId}::bigint, menu_id
    from unnest(${menuIds}::bigint[]) menu_id on conflict do nothing`.execute(db);
}

/** Links a role to exactly `deptIds`; links to departments out of scope stay. */
export async function replaceDepartments(db: Db, scope: DataScope, roleId: number, deptIds: number[]) {
  await sql`delete from role_department where role_id = ${roleId} and not dept_id = any(${deptIds}::bigint[])
    and ${inScope(scope, { dept: 'roleDepartment.deptId' })}`.execute(db);
  await sql`insert into role_department (role_id, dept_id) select distinct ${roleId}::bigint, dept_id
    from unnest(${deptIds}::bigint[]) dept_id on conflict do nothing`.execute(db);
}

/** Departments in scope that a role links to. If linkage is strict, direct parents of another linked department are left out. */
export const listCheckedDepartments = async (db: Db, scope: DataScope, roleId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('roleDepartment')
    .innerJoin('role', 'role.roleId', 'roleDepartment.roleId')
    .select('roleDepartment.deptId')
    .where('roleDepartment.roleId', '=', roleId)
    .where(inScope(scope, { dept: 'roleDepartment.deptId' }))
    .where(
      sql<boolean>`not (role.dept_check_strictly and role_department.dept_id in (
        select below.parent_id from department below join role_department linked using (dept_id) where linked.role_id = ${roleId} and below.parent_id is not null))`,
    )
    .orderBy('roleDepartment.deptId')
    .execute();
  return rows.map(({ deptId }) => deptId);
};

/** All links of roles, regardless of scope. */
export async function linksOf(db: Db, roleIds: number[]) {
  const { rows } = await sql<{
    roleId: number;
    dataScope: '1' | '2' | '3' | '4' | '5';
    menuIds: number[];
    deptIds: number[];
    permissions: string[];
  }>`
    select role_id, data_scope,
      array(select menu_id from role_menu where role_menu.role_id = role.role_id) as menu_ids,
      array(select distinct trim(perm) from role_menu join menu using (menu_id), unnest(string_to_array(menu.perms, ',')) perm
        where role_menu.role_id = role.role_id and trim(perm) <> '') as permissions,
      array(select dept_id from role_department where role_department.role_id = role.role_id) as dept_ids
    from role where role_id = any(${roleIds}::bigint[]) order by role_id`.execute(db);
  return rows;
}

export async function permissionsOf(db: Db, menuIds: number[]): Promise<string[]> {
  const { rows } = await sql<{ perm: string }>`select distinct trim(perm) as perm
    from menu, regexp_split_to_table(coalesce(perms, ''), ',') perm
    where menu_id = any(${menuIds}::bigint[]) and trim(perm) <> '' order by perm`.execute(db);
  return rows.map(({ perm }) => perm);
}

/** Menus with a permission beyond `heldPermissions` that are not granted by `userId`'s roles. */
export async function listUngrantableMenus(
  db: Db,
  { userId, heldPermissions }: { userId: number; heldPermissions: string[] },
  menuIds: number[],
): Promise<{ menuName: string; perms: string | null }[]> {
  const { rows } = await sql<{ menuName: string; perms: string | null }>`select menu_name, perms from menu
    where menu_id = any(${menuIds}::bigint[])
      and exists (select from regexp_split_to_table(coalesce(perms, ''), ',') perm where trim(perm) <> '' and not trim(perm) = any(${heldPermissions}::text[]))
      and menu_id not in (select role_menu.menu_id from role_menu join user_role using (role_id) join role using (role_id)
        where user_role.user_id = ${userId} and role.status = '0')
    order by menu_id limit 4`.execute(db);
  return rows;
}
