import type { Database, Dept, Menu, Role, User } from './records.ts';

/** Shapes of RuoYi's responses: entities with all keys, null for columns that the SQL does not select. */

const noAudit = { createBy: null, createTime: null, updateBy: null, updateTime: null, remark: null };

export const roleView = (role: Role, { flag = false } = {}) => ({
  ...role,
  ...{ createBy: null, updateBy: null, updateTime: null, admin: role.roleId === 1, flag, menuIds: null, deptIds: null },
  permissions: null as string[] | null,
});

/** A role in a user record; the SQL selects six columns. */
const roleOfUser = ({ roleId, roleName, roleKey, roleSort, dataScope, status }: Role) => ({
  ...noAudit,
  ...{ roleId, roleName, roleKey, roleSort, dataScope, status, menuCheckStrictly: false, deptCheckStrictly: false, delFlag: null },
  ...{ admin: roleId === 1, flag: false, menuIds: null, deptIds: null, permissions: null as string[] | null },
});

const emptyDept = { ...noAudit, ancestors: null, orderNum: null, parentId: null, parentName: null, leader: null, phone: null, email: null };

const deptOfUser = ({ deptId, parentId, ancestors, deptName, orderNum, leader, status }: Dept) => ({
  ...{ ...emptyDept, deptId, parentId, ancestors, deptName, orderNum, leader, status, delFlag: null, children: [] },
});

const deptOfRow = (deptId: number, more: { deptName: string | null; leader: string | null }) => ({
  ...{ ...emptyDept, deptId, ...more, status: null, delFlag: null, children: [] },
});

const withoutPassword = ({ password: _, ...user }: User) => user;
const neverSelected = { postIds: null, roleId: null, roleIds: null };

const deptOf = (db: Database, { deptId }: User) => db.depts.find((dept) => dept.deptId === deptId);

export const userView = (db: Database, user: User) => {
  const dept = deptOf(db, user);
  const roleIds = db.userRoles.filter(({ userId }) => userId === user.userId).map(({ roleId }) => roleId);
  return {
    ...withoutPassword(user),
    ...{ ...neverSelected, updateBy: null, updateTime: null, admin: user.userId === 1, dept: dept ? deptOfUser(dept) : null },
    roles: db.roles.filter(({ roleId }) => roleIds.includes(roleId)).map(roleOfUser),
  };
};
export type UserView = ReturnType<typeof userView>;

export const userRow = (db: Database, user: User) => {
  const dept = deptOf(db, user);
  return {
    ...withoutPassword(user),
    ...{ ...neverSelected, admin: user.userId === 1, roles: [], updateBy: null, updateTime: null, pwdUpdateDate: null },
    dept: user.deptId === null ? null : deptOfRow(user.deptId, { deptName: dept?.deptName ?? null, leader: dept?.leader ?? null }),
  };
};

/** A row of a role's user lists; the SQL selects eight columns. */
export const roleUserRow = ({ userId, deptId, userName, nickName, email, phonenumber, status, createTime }: User) => ({
  ...{ ...noAudit, ...neverSelected, userId, deptId, userName, nickName, email, phonenumber, status, createTime },
  ...{ admin: userId === 1, avatar: null, delFlag: null, loginDate: null, loginIp: null, pwdUpdateDate: null, sex: null, roles: [] },
  dept: deptId === null ? null : deptOfRow(deptId, { deptName: null, leader: null }),
});

export const menuView = (menu: Menu) => ({ ...menu, ...{ ...noAudit, createTime: menu.createTime, parentName: null, children: [] } });

export const deptView = (dept: Dept) => ({ ...dept, updateBy: null, updateTime: null, remark: null, parentName: null, children: [] });

/** A single department; the SQL selects the parent's name but no audit columns. */
export const deptDetail = (db: Database, dept: Dept) => ({
  ...{ ...deptView(dept), createBy: null, createTime: null, delFlag: null },
  parentName: db.depts.find(({ deptId }) => deptId === dept.parentId)?.deptName ?? null,
});

/** A record whose SQL selects no update columns. */
export const withoutUpdate = <R extends object>(row: R) => ({ ...row, updateBy: null, updateTime: null });
