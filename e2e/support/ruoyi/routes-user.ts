import { checkDeptScope, checkRoleScope, checkUserScope, isAdmin } from './access.ts';
import { affected, type Call, ok, okData, Refusal, type Routes } from './call.ts';
import { timeText } from './clock.ts';
import { deptTree } from './menu-tree.ts';
import type { User } from './records.ts';
import { insertUser } from './routes-account.ts';
import { postView } from './routes-organisation.ts';
import { spreadsheetRoute, workbook } from './spreadsheet.ts';
import { atMost, changesOf, email, filterRows, noTags, notBlank, pageOf, removeRows, updateRow, validate } from './table.ts';
import { importColumns, importUsers } from './user-import.ts';
import { roleView, userRow, userView } from './views.ts';

const LIST = 'system:user:list';
const userColumns = {
  unlessEmpty: ['nickName', 'sex', 'avatar', 'status'],
  unlessNull: ['email', 'phonenumber', 'remark'],
} as const;
const userChecks = {
  userName: [noTags('用户账号不能包含脚本字符'), notBlank('用户账号不能为空'), atMost(30, '用户账号长度不能超过30个字符')],
  nickName: [noTags('用户昵称不能包含脚本字符'), atMost(30, '用户昵称长度不能超过30个字符')],
  email: [email('邮箱格式不正确'), atMost(50, '邮箱长度不能超过50个字符')],
  phonenumber: [atMost(11, '手机号码长度不能超过11个字符')],
};

/** @throws Refusal for the super administrator */
function checkNotAdmin(userId: number | null) {
  if (userId === 1) throw new Refusal('不允许操作超级管理员用户');
}

function checkUnique({ db, body }: Call, action: '新增' | '修改') {
  const userName = body.text('userName');
  const others = db.users.filter(({ userId, delFlag }) => delFlag === '0' && userId !== body.number('userId'));
  const isDuplicate = (column: 'userName' | 'phonenumber' | 'email') =>
    Boolean(body.text(column)) && others.some((other) => other[column] === body.text(column));
  if (isDuplicate('userName')) throw new Refusal(`${action}用户'${userName}'失败，登录账号已存在`);
  if (isDuplicate('phonenumber')) throw new Refusal(`${action}用户'${userName}'失败，手机号码已存在`);
  if (isDuplicate('email')) throw new Refusal(`${action}用户'${userName}'失败，邮箱账号已存在`);
}

/** Replaces a user's roles; null removes all. */
function setRoles({ db }: Call, userId: number, roleIds: number[] | null) {
  removeRows(db.userRoles, (link) => link.userId === userId);
  db.userRoles.push(...new Set(roleIds ?? []).values().map((roleId) => ({ userId, roleId })));
}

function setPosts({ db }: Call, userId: number, postIds: number[] | null) {
  removeRows(db.userPosts, (link) => link.userId === userId);
  db.userPosts.push(...new Set(postIds ?? []).values().map((postId) => ({ userId, postId })));
}

function addUser(call: Call) {
  const { body, session } = call;
  validate(body, userChecks);
  const [deptId, roleIds] = [body.number('deptId'), body.ids('roleIds')];
  checkDeptScope(call, 'system:user:add', deptId);
  checkRoleScope(call, 'system:user:add', roleIds);
  checkUnique(call, '新增');
  const password = body.text('password');
  if (password === null) throw new Refusal('rawPassword cannot be null');
  const fields = { ...changesOf<User>(body, userColumns), userName: body.text('userName') ?? '', deptId: deptId || null, password };
  const { userId } = insertUser(call, fields, session.user.userName);
  setRoles(call, userId, roleIds);
  setPosts(call, userId, body.ids('postIds'));
  return ok();
}

function editUser(call: Call) {
  const { db, body, session } = call;
  validate(body, userChecks);
  const [userId, deptId, roleIds] = [body.number('userId'), body.number('deptId'), body.ids('roleIds')];
  checkNotAdmin(userId);
  checkUserScope(call, 'system:user:edit', userId);
  checkDeptScope(call, 'system:user:edit', deptId);
  checkRoleScope(call, 'system:user:edit', roleIds);
  checkUnique(call, '修改');
  const row = db.users.find((user) => user.userId === userId);
  if (userId !== null) {
    setRoles(call, userId, roleIds);
    setPosts(call, userId, body.ids('postIds'));
  }
  // null clears the department only
  const changes = { ...changesOf<User>(body, userColumns), ...(deptId !== 0 && { deptId }) };
  const password = body.text('password');
  return affected(updateRow(row, { ...changes, ...(password && { password }) }, session.user.userName));
}

function removeUsers(call: Call) {
  const { db, session } = call;
  const userIds = call.ids('userIds');
  if (userIds.includes(session.user.userId)) throw new Refusal('当前用户不能删除');
  for (const userId of userIds) {
    checkNotAdmin(userId);
    checkUserScope(call, 'system:user:remove', userId);
  }
  const rows = db.users.filter(({ userId }) => userIds.includes(userId));
  for (const row of rows) {
    setRoles(call, row.userId, null);
    setPosts(call, row.userId, null);
    row.delFlag = '2';
  }
  return affected(rows.length);
}

const changeUser = (permission: string, changes: (call: Call) => Partial<User>) => (call: Call) => {
  const userId = call.body.number('userId');
  checkNotAdmin(userId);
  checkUserScope(call, permission, userId);
  return affected(
    updateRow(
      call.db.users.find((user) => user.userId === userId),
      changes(call),
    ),
  );
};

function usersOf(call: Call, permission = LIST) {
  const { db, access, session, parameters } = call;
  const deptId = Number(parameters.text('deptId') || 0);
  const isBelow = (id: number | null) =>
    id === deptId || db.depts.some((dept) => dept.deptId === id && dept.ancestors.split(',').includes(String(deptId)));
  const inScope = access.usersInScope(session, permission).filter((user) => deptId === 0 || isBelow(user.deptId));
  const filters = { like: ['userName', 'phonenumber'], equal: ['userId', 'status'], day: 'createTime' } as const;
  return filterRows(inScope, call, { ...filters, like: [...filters.like], equal: [...filters.equal] }).map((user) => userRow(db, user));
}

const assignableRoles = (call: Call, userId?: number) =>
  call.access
    .rolesInScope(call.session, 'system:user:query')
    .filter(({ roleId }) => roleId !== 1 || (userId !== undefined && isAdmin(userId)));

function userForm(call: Call, userId?: number) {
  const { db } = call;
  const choices = { roles: assignableRoles(call, userId).map((role) => roleView(role)), posts: db.posts.map(postView) };
  if (userId === undefined) return ok(choices);
  checkUserScope(call, 'system:user:query', userId);
  const user = db.users.find((row) => row.userId === userId);
  if (!user) throw new Refusal('Cannot invoke "com.ruoyi.common.core.domain.entity.SysUser.getRoles()" because "sysUser" is null');
  const linkedIds = <K extends string>(links: ({ userId: number } & Record<K, number>)[], key: K) =>
    links.filter((link) => link.userId === userId).map((link) => link[key]);
  return ok({
    data: userView(db, user),
    postIds: linkedIds(db.userPosts, 'postId'),
    roleIds: linkedIds(db.userRoles, 'roleId'),
    ...choices,
  });
}

export const userRoutes: Routes = {
  'GET /system/user/list': {
    permission: LIST,
    handle: (call) =>
      pageOf(usersOf(call), call, [
        'userId',
        'deptId',
        'userName',
        'nickName',
        'email',
        'phonenumber',
        'sex',
        'status',
        'loginDate',
        'createTime',
      ]),
  },
  ...spreadsheetRoute('/system/user/export', 'system:user:export', '用户数据', (call) => usersOf(call, 'system:user:export'), {
    ...{ 用户序号: 'userId', 登录名称: 'userName', 用户名称: 'nickName', 用户邮箱: 'email', 手机号码: 'phonenumber' },
    ...{ 用户性别: 'sex', 账号状态: 'status', 最后登录IP: 'loginIp', 最后登录时间: 'loginDate' },
  }),
  'POST /system/user/importData': { permission: 'system:user:import', log: ['用户管理', 6], handle: importUsers },
  'POST /system/user/importTemplate': { handle: () => workbook('用户数据', importColumns, []) },
  'GET /system/user/deptTree': {
    permission: LIST,
    handle: ({ access, session }) => okData(deptTree(access.deptsInScope(session, LIST))),
  },
  'GET /system/user/': { permission: 'system:user:query', handle: (call) => userForm(call) },
  'GET /system/user/:userId': { permission: 'system:user:query', handle: (call) => userForm(call, call.id('userId')) },
  'POST /system/user': { permission: 'system:user:add', log: ['用户管理', 1], handle: addUser },
  'PUT /system/user': { permission: 'system:user:edit', log: ['用户管理', 2], handle: editUser },
  'DELETE /system/user/:userIds': { permission: 'system:user:remove', log: ['用户管理', 3], handle: removeUsers },
  'PUT /system/user/resetPwd': {
    permission: 'system:user:resetPwd',
    log: ['用户管理', 2],
    handle: changeUser('system:user:resetPwd', ({ body }) => {
      const password = body.text('password');
      if (password === null) throw new Refusal('rawPassword cannot be null');
      return { password, pwdUpdateDate: timeText() };
    }),
  },
  'PUT /system/user/changeStatus': {
    permission: 'system:user:edit',
    log: ['用户管理', 2],
    handle: changeUser('system:user:edit', ({ body }) => ({ status: body.text('status') ?? '' })),
  },
  'GET /system/user/authRole/:userId': {
    permission: 'system:user:query',
    handle: (call) => {
      const { db } = call;
      const userId = call.id('userId');
      const user = db.users.find((row) => row.userId === userId);
      const hasRole = (roleId: number) => db.userRoles.some((link) => link.userId === userId && link.roleId === roleId);
      const roles = assignableRoles(call, userId).map((role) => roleView(role, { flag: hasRole(role.roleId) }));
      return ok({ user: user ? userView(db, user) : null, roles });
    },
  },
  'PUT /system/user/authRole': {
    permission: 'system:user:edit',
    log: ['用户管理', 4],
    handle: (call) => {
      const [userId] = call.parameters.ids('userId') ?? [];
      const roleIds = call.parameters.ids('roleIds');
      checkUserScope(call, 'system:user:edit', userId ?? null);
      checkRoleScope(call, 'system:user:edit', roleIds ?? []);
      if (userId !== undefined) setRoles(call, userId, roleIds);
      return ok();
    },
  },
};
