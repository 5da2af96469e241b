import { ADMIN_ROLE_ID, type ProfileInput, type User, type UserRole } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { revisionColumns } from '../../../platform/db/revision.ts';

interface NewUser {
  userId?: number;
  userName: string;
  nickName: string;
  password: string;
  deptId?: number | null;
  sample?: boolean;
  remark?: string;
  /** `now` if the user chose the password; null if another person did. */
  pwdUpdateDate?: 'now' | null;
}

const toRow = ({ pwdUpdateDate, ...user }: NewUser) => ({ ...user, pwdUpdateDate: pwdUpdateDate === 'now' ? sql<string>`now()` : null });

export const insert = (db: Db, user: NewUser) => db.insertInto('users').values(toRow(user)).returning('userId').executeTakeFirstOrThrow();

/** Undefined if the user already exists. */
export const insertMissing = (db: Db, user: NewUser) =>
  db
    .insertInto('users')
    .values(toRow(user))
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();

export const findRole = (db: Db, roleKey: string) =>
  db.selectFrom('role').select('roleId').where('roleKey', '=', roleKey).executeTakeFirst();

export const roleKeys = async (db: Db) =>
  (await db.selectFrom('role').select('roleKey').orderBy('roleSort').execute()).map((role) => role.roleKey);

/** Fails if the user already has the role. */
export const assignRole = (db: Db, userId: number, roleId: number) => db.insertInto('userRole').values({ userId, roleId }).execute();

/** Sets a password that the user must change. */
export const resetPassword = (db: Db, userId: number, password: string) =>
  db
    .updateTable('users')
    .set({ password, pwdUpdateDate: null, status: '0', updateTime: sql<string>`now()` })
    .where('userId', '=', userId)
    .returning('userName')
    .executeTakeFirst();

/** Sets the hashed password of a sample user; undefined if there is none. */
export const renewSample = (db: Db, userName: string, password: string) =>
  db
    .updateTable('users')
    .set({ password })
    .where('userName', '=', userName)
    .where('sample', '=', true)
    .where('delFlag', '=', '0')
    .returning('userId')
    .executeTakeFirst();

/** RuoYi's nested user fields that stay empty. */
const EMPTY_DEPT = JSON.stringify({ phone: null, email: null, delFlag: null, parentName: null, children: [] });
const EMPTY_AUDIT = { createBy: null, updateBy: null, updateTime: null, remark: null };
const EMPTY_ROLE = JSON.stringify({ delFlag: '0', menuIds: null, deptIds: null, permissions: null, ...EMPTY_AUDIT });

/** A department as RuoYi nests it in a user. */
export const departmentObject = sql<
  User['dept']
>`jsonb_build_object('deptId', department.dept_id, 'parentId', coalesce(department.parent_id, 0),
  'ancestors', array_to_string(array_prepend(0::bigint, department.ancestors), ','), 'deptName', department.dept_name, 'orderNum', department.order_num,
  'leader', department.leader, 'status', department.status) || ${EMPTY_DEPT}::jsonb`;

/** A role as RuoYi nests it in a user. */
export const roleObject = sql<UserRole>`jsonb_build_object('roleId', role.role_id, 'roleName', role.role_name, 'roleKey', role.role_key,
  'roleSort', role.role_sort, 'dataScope', role.data_scope, 'status', role.status, 'flag', true, 'admin', role.role_id = ${ADMIN_ROLE_ID},
  'menuCheckStrictly', role.menu_check_strictly, 'deptCheckStrictly', role.dept_check_strictly,
  'createTime', to_char(role.create_time, 'YYYY-MM-DD HH24:MI:SS')) || ${EMPTY_ROLE}::jsonb`;

export const holdsAdminRole = sql<boolean>`exists (select from user_role r where r.user_id = users.user_id and r.role_id = ${ADMIN_ROLE_ID})`;

/** Users in wire format with department, roles and posts in one statement; never the password. */
export const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('department', 'department.deptId', 'users.deptId')
    .leftJoin('users as maker', 'maker.userId', 'users.createBy')
    .leftJoin('users as editor', 'editor.userId', 'users.updateBy')
    .select(['users.userId', 'users.userName', 'users.nickName', 'users.deptId', 'users.phonenumber', 'users.email', 'users.sex'])
    .select(['users.status', 'users.avatar', 'users.delFlag', 'users.loginIp', 'users.loginDate', 'users.pwdUpdateDate', 'users.remark'])
    .select(['maker.userName as createBy', 'users.createTime', 'editor.userName as updateBy', 'users.updateTime', 'users.version'])
    .select([
      sql<User['dept']>`case when department.dept_id is not null then ${departmentObject} end`.as('dept'),
      sql<UserRole[]>`coalesce((select jsonb_agg(${roleObject} order by role.role_sort, role.role_id)
        from user_role join role on role.role_id = user_role.role_id where user_role.user_id = users.user_id), '[]')`.as('roles'),
      sql<number[]>`coalesce((select array_agg(role_id order by role_id) from user_role where user_id = users.user_id), '{}')`.as(
        'roleIds',
      ),
      sql<number[]>`coalesce((select array_agg(post_id order by post_id) from user_post where user_id = users.user_id), '{}')`.as(
        'postIds',
      ),
      sql<string[]>`coalesce((select array_agg(post.post_name order by post.post_sort, post.post_id) from user_post
        join post on post.post_id = user_post.post_id where user_post.user_id = users.user_id), '{}')`.as('postNames'),
      sql<null>`null`.as('roleId'),
      holdsAdminRole.as('admin'),
    ])
    .$castTo<User>();

/** Includes deleted users. */
export const find = (db: Db, userId: number) => selectUsers(db).where('users.userId', '=', userId).executeTakeFirst();

export const listAll = (db: Db) => selectUsers(db).where('users.delFlag', '=', '0').orderBy('users.userId').execute();

/** Undefined if there is no such user. */
export const disable = (db: Db, userName: string) =>
  db
    .updateTable('users')
    .set({ status: '1', updateTime: sql<string>`now()`, version: sql<number>`version + 1` })
    .where('userName', '=', userName)
    .where('delFlag', '=', '0')
    .returning('userId')
    .executeTakeFirst();

export const updateProfile = (db: Db, userId: number, changes: ProfileInput) =>
  db
    .updateTable('users')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('userId', '=', userId)
    .execute();
