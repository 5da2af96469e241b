import type { ProfileInput } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

interface NewUser {
  userId?: number;
  userName: string;
  nickName: string;
  password: string;
  deptId?: number | null;
  sample?: boolean;
  remark?: string;
  /** Set when the person chose the password; null while somebody else did. */
  pwdUpdateDate?: 'now' | null;
}

const row = ({ pwdUpdateDate, ...user }: NewUser) => ({ ...user, pwdUpdateDate: pwdUpdateDate === 'now' ? sql<string>`now()` : null });

export const insert = (db: Db, user: NewUser) => db.insertInto('users').values(row(user)).returning('userId').executeTakeFirstOrThrow();

/** Resolves to undefined where that user is there already. */
export const insertMissing = (db: Db, user: NewUser) =>
  db
    .insertInto('users')
    .values(row(user))
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();

export const findRole = (db: Db, roleKey: string) =>
  db.selectFrom('role').select('roleId').where('roleKey', '=', roleKey).executeTakeFirst();

export const roleKeys = async (db: Db) =>
  (await db.selectFrom('role').select('roleKey').orderBy('roleSort').execute()).map((role) => role.roleKey);

export const giveRole = (db: Db, userId: number, roleId: number) => db.insertInto('userRole').values({ userId, roleId }).execute();

/** A password that somebody else chose: it is to be changed, and every session of the user ends. */
export async function resetPassword(db: Db, userId: number, password: string) {
  await db.deleteFrom('session').where('userId', '=', userId).execute();
  return db
    .updateTable('users')
    .set({ password, pwdUpdateDate: null, status: '0', updateTime: sql<string>`now()` })
    .where('userId', '=', userId)
    .returning('userName')
    .executeTakeFirst();
}

export const renewSample = (db: Db, userName: string, password: string) =>
  db
    .updateTable('users')
    .set({ password })
    .where('userName', '=', userName)
    .where('sample', '=', true)
    .where('delFlag', '=', '0')
    .returning('userId')
    .executeTakeFirst();

/** A person as they may see themselves; never the password. */
export const find = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('dept', 'dept.deptId', 'users.deptId')
    .select(['userId', 'userName', 'nickName', 'users.email', 'phonenumber', 'sex', 'avatar', 'users.status', 'loginIp', 'loginDate'])
    .select(['pwdUpdateDate', 'users.createTime', 'users.remark', 'users.deptId', 'dept.deptName', 'dept.leader'])
    .where('userId', '=', userId)
    .executeTakeFirst();

export const roles = (db: Db, userId: number) =>
  db
    .selectFrom('userRole')
    .innerJoin('role', 'role.roleId', 'userRole.roleId')
    .select(['role.roleId', 'roleName', 'roleKey', 'roleSort', 'dataScope', 'status'])
    .where('userId', '=', userId)
    .where('status', '=', '0')
    .orderBy('roleSort')
    .orderBy('role.roleId')
    .execute();

export const updateProfile = (db: Db, userId: number, changes: ProfileInput) =>
  db
    .updateTable('users')
    .set({ ...changes, updateBy: userId, updateTime: sql<string>`now()` })
    .where('userId', '=', userId)
    .execute();
