import { ADMIN_ROLE_ID, type UserChoices, type UserRole } from '@suyuan/contract';
import { sql, type Updateable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { revisionColumns } from '../../../platform/db/revision.ts';
import { type DataScope, inScope, usersInScope } from '../../../platform/db/scope.ts';
import { holdsAdminRole, selectUsers } from './user.queries.ts';

/** Users with one of these names, phone numbers or addresses, in one statement. */
export const findConflicting = (db: Db, scope: DataScope, { names, phones, emails }: Record<'names' | 'phones' | 'emails', string[]>) =>
  db
    .selectFrom('users')
    .select(['userId', 'userName', 'phonenumber'])
    .select([
      sql<string>`lower(user_name)`.as('name'),
      sql<string>`lower(email)`.as('address'),
      holdsAdminRole.as('admin'),
      usersInScope(scope).as('visible'),
    ])
    .where('delFlag', '=', '0')
    .where(
      sql<boolean>`(lower(user_name) = any(${names}::text[]) or (phonenumber <> '' and phonenumber = any(${phones}::text[]))
        or (email <> '' and lower(email) = any(${emails}::text[])))`,
    )
    .execute();

/** Rows as one JSON parameter, so that 10,000 rows need one statement. */
const recordset = (rows: object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("userId" bigint, "userName" text,
  "nickName" text, "deptId" bigint, email text, phonenumber text, sex text, status text)`;

/** Adds users and returns their names. Rows that conflict with a concurrent insert are left out. */
export async function insertMany(db: Db, rows: object[], { password, by }: { password: string; by: number }): Promise<string[]> {
  const { rows: added } = await sql<{ userName: string }>`
    insert into users (user_name, nick_name, dept_id, email, phonenumber, sex, status, password, create_by)
    select r."userName", r."nickName", r."deptId", coalesce(r.email, ''), coalesce(r.phonenumber, ''), coalesce(r.sex, '2'),
      coalesce(r.status, '0'), ${password}, ${by}
    from ${recordset(rows)} on conflict do nothing returning user_name`.execute(db);
  return added.map(({ userName }) => userName);
}

/** Updates users by key. Blank fields, department, name and password stay unchanged. */
export const updateMany = (db: Db, rows: object[], by: number) =>
  sql`update users set nick_name = r."nickName", email = coalesce(r.email, users.email), sex = coalesce(r.sex, users.sex),
      phonenumber = coalesce(r.phonenumber, users.phonenumber), status = coalesce(r.status, users.status),
      update_by = ${by}, update_time = now(), version = version + 1
    from ${recordset(rows)} where users.user_id = r."userId"`.execute(db);

/** Users are visible by department. Actors whose scope is "own rows" see themselves. */
const visible = (scope: DataScope) => usersInScope(scope);

const selectVisible = (db: Db, scope: DataScope) => selectUsers(db).where('users.delFlag', '=', '0').where(visible(scope));

export const find = (db: Db, scope: DataScope, userId: number) =>
  selectVisible(db, scope).where('users.userId', '=', userId).executeTakeFirst();

/** Locks users in key order, so that neither their roles nor their departments change. */
export const lockByNames = (db: Db, lowerCaseNames: string[]) =>
  db
    .selectFrom('users')
    .select('userId')
    .where(sql<boolean>`lower(user_name) = any(${lowerCaseNames}::text[])`)
    .orderBy('userId')
    .forUpdate()
    .execute();

/** Locks the `userIds` that exist in scope, in key order. Roles are read after the lock, when they can no longer change. */
export async function lock(db: Db, scope: DataScope, userIds: number[]) {
  await db
    .selectFrom('users')
    .select('userId')
    .where('userId', 'in', userIds)
    .where(visible(scope))
    .orderBy('userId')
    .forUpdate()
    .execute();
  return db
    .selectFrom('users')
    .select(['userId', 'userName', 'phonenumber', 'deptId', 'version'])
    .select([
      holdsAdminRole.as('admin'),
      sql<number[]>`coalesce((select array_agg(r.role_id) from user_role r where r.user_id = users.user_id), '{}')`.as('roleIds'),
    ])
    .where('userId', 'in', userIds)
    .where('delFlag', '=', '0')
    .where(visible(scope))
    .orderBy('userId')
    .execute();
}

type Changes = Updateable<Database['users']>;

export const insert = (db: Db, row: Changes & { userName: string; nickName: string; password: string; createBy: number }) =>
  db.insertInto('users').values(row).returning('userId').executeTakeFirstOrThrow();

export const update = (db: Db, userId: number, changes: Changes, by: number) =>
  db
    .updateTable('users')
    .set({ ...changes, ...revisionColumns(by) })
    .where('userId', '=', userId)
    .execute();

/** `1` disables users. */
export const setStatus = (db: Db, userIds: number[], status: '0' | '1', by: number) =>
  db
    .updateTable('users')
    .set({ status, ...revisionColumns(by) })
    .where('userId', 'in', userIds)
    .execute();

/** Sets a password that the user must change. */
export const setPassword = (db: Db, userId: number, password: string, by: number) =>
  db
    .updateTable('users')
    .set({ password, pwdUpdateDate: null, ...revisionColumns(by) })
    .where('userId', '=', userId)
    .execute();

/** Soft delete: records still reference the user as creator. Roles and posts are removed. */
export async function remove(db: Db, userIds: number[], by: number) {
  await db
    .updateTable('users')
    .set({ delFlag: '2', ...revisionColumns(by) })
    .where('userId', 'in', userIds)
    .execute();
  await db.deleteFrom('userRole').where('userId', 'in', userIds).execute();
  await db.deleteFrom('userPost').where('userId', 'in', userIds).execute();
}

export async function replaceRoles(db: Db, userId: number, roleIds: number[]) {
  await sql`delete from user_role where user_id = ${userId} and role_id <> all(${roleIds}::bigint[])`.execute(db);
  await sql`insert into user_role (user_id, role_id) select ${userId}, role_id from unnest(${roleIds}::bigint[]) role_id
    on conflict do nothing`.execute(db);
}

export async function replacePosts(db: Db, userId: number, postIds: number[]) {
  await sql`delete from user_post where user_id = ${userId} and post_id <> all(${postIds}::bigint[])`.execute(db);
  await sql`insert into user_post (user_id, post_id) select ${userId}, post_id from unnest(${postIds}::bigint[]) post_id
    on conflict do nothing`.execute(db);
}

/** RuoYi's fields that stay empty in choice lists. */
const nullColumns = (...fields: string[]) => fields.map((field) => sql<null>`null`.as(field));

/**
 * Roles that `actor` may assign. Others than administrators get no administrator role, and within departments only visible or self-created
 * roles. `flag`: held by `userId`.
 */
export function listGrantableRoles(db: Db, scope: DataScope, actor: { admin: boolean; userId: number }, userId = 0): Promise<UserRole[]> {
  const rows = db
    .selectFrom('role')
    .select(['role.roleId', 'roleName', 'roleKey', 'roleSort', 'dataScope', 'menuCheckStrictly', 'deptCheckStrictly'])
    .select(['role.status', 'role.createTime'])
    .select([
      sql<'0'>`'0'`.as('delFlag'),
      ...nullColumns('menuIds', 'deptIds', 'permissions', 'createBy', 'updateBy', 'updateTime', 'remark'),
      sql<boolean>`exists (select from user_role r where r.role_id = role.role_id and r.user_id = ${userId})`.as('flag'),
      sql<boolean>`role.role_id = ${ADMIN_ROLE_ID}`.as('admin'),
    ])
    .$castTo<UserRole>()
    .orderBy('roleSort')
    .orderBy('role.roleId')
    .limit(2000);
  if (actor.admin) return rows.execute();
  const hasVisibleHolder = sql<boolean>`exists (select from user_role r join users u on u.user_id = r.user_id
    where r.role_id = role.role_id and u.del_flag = '0' and ${usersInScope(scope, 'u')})`;
  return rows
    .where('role.roleId', '<>', ADMIN_ROLE_ID)
    .where(scope === 'all' ? sql<boolean>`true` : sql<boolean>`(${hasVisibleHolder} or role.create_by = ${actor.userId})`)
    .execute();
}

export const listPosts = (db: Db): Promise<UserChoices['posts']> =>
  db
    .selectFrom('post')
    .select(['postId', 'postCode', 'postName', 'postSort', 'status', 'createTime', sql<boolean>`false`.as('flag')])
    .select(nullColumns('createBy', 'updateBy', 'updateTime', 'remark'))
    .$castTo<UserChoices['posts'][number]>()
    .orderBy('postSort')
    .orderBy('postId')
    .limit(2000)
    .execute();

export const visibleDepartments = (db: Db, scope: DataScope, deptIds: number[]) =>
  db
    .selectFrom('department')
    .select('deptId')
    .where('deptId', 'in', deptIds)
    .where(inScope(scope, { dept: 'department.deptId' }))
    .execute();
