import { checkRoleScope } from './access.ts';
import { affected, type Call, ok, okData, Refusal, type Routes } from './call.ts';
import { deptTree } from './menu-tree.ts';
import { nextId, type Role } from './records.ts';
import { spreadsheetRoute } from './spreadsheet.ts';
import { atMost, changesOf, created, filterRows, notBlank, notNull, pageOf, removeRows, updateRow, validate } from './table.ts';
import { roleUserRow, roleView } from './views.ts';

const LIST = 'system:role:list';
const roleColumns = { unlessEmpty: ['roleName', 'roleKey', 'dataScope', 'status'], unlessNull: ['roleSort', 'remark'] } as const;
const roleChecks = {
  roleName: [notBlank('角色名称不能为空'), atMost(30, '角色名称长度不能超过30个字符')],
  roleKey: [notBlank('权限字符不能为空'), atMost(100, '权限字符长度不能超过100个字符')],
  roleSort: [notNull('显示顺序不能为空')],
};

/** @throws Refusal for the role of the super administrator */
function checkNotAdmin(roleId: number | null) {
  if (roleId === 1) throw new Refusal('不允许操作超级管理员角色');
}

function checkUnique({ db, body }: Call, action: '新增' | '修改') {
  const others = db.roles.filter(({ roleId, delFlag }) => delFlag === '0' && roleId !== body.number('roleId'));
  const name = body.text('roleName');
  if (others.some(({ roleName }) => roleName === name)) throw new Refusal(`${action}角色'${name}'失败，角色名称已存在`);
  if (others.some(({ roleKey }) => roleKey === body.text('roleKey'))) throw new Refusal(`${action}角色'${name}'失败，角色权限已存在`);
}

/** Changed columns; both flags are Java primitives, so an absent one is false. */
const roleChanges = ({ body }: Call): Partial<Role> => ({
  ...changesOf<Role>(body, roleColumns),
  menuCheckStrictly: body.primitive('menuCheckStrictly'),
  deptCheckStrictly: body.primitive('deptCheckStrictly'),
});

/** An array that Java iterates. @throws Refusal when it is null, and nothing is saved */
function arrayOf({ body }: Call, name: string): number[] {
  const ids = body.ids(name);
  if (!ids) throw new Refusal('Cannot read the array length because "<local4>" is null');
  return ids;
}

const roleOf = ({ db, body }: Call) => db.roles.find(({ roleId }) => roleId === body.number('roleId'));

function addRole(call: Call) {
  const { db, body, session } = call;
  validate(body, roleChecks);
  checkUnique(call, '新增');
  const menuIds = arrayOf(call, 'menuIds');
  const roleId = nextId(db, 'roleId');
  const fresh = { ...created(session.user.userName), roleId, roleName: '', roleKey: '', roleSort: 0, dataScope: '1' };
  db.roles.push({ ...fresh, ...{ menuCheckStrictly: true, deptCheckStrictly: true, status: '0', delFlag: '0' }, ...roleChanges(call) });
  db.roleMenus.push(...menuIds.map((menuId) => ({ roleId, menuId })));
  return ok();
}

function editRole(call: Call) {
  const { db, body, session, access } = call;
  validate(body, roleChecks);
  const roleId = body.number('roleId');
  checkNotAdmin(roleId);
  checkRoleScope(call, 'system:role:edit', [roleId]);
  checkUnique(call, '修改');
  const menuIds = arrayOf(call, 'menuIds');
  if (roleId === null) return affected(0);
  updateRow(roleOf(call), roleChanges(call), session.user.userName);
  removeRows(db.roleMenus, (link) => link.roleId === roleId);
  db.roleMenus.push(...menuIds.map((menuId) => ({ roleId, menuId })));
  // only the caller's session is refreshed
  const row = db.users.find(({ userId }) => userId === session.user.userId);
  if (row) session.user = access.sessionUser(row);
  access.refreshPermissions(session);
  return ok();
}

function setDataScope(call: Call) {
  const { db, body } = call;
  const roleId = body.number('roleId');
  checkNotAdmin(roleId);
  checkRoleScope(call, 'system:role:edit', [roleId]);
  const deptIds = arrayOf(call, 'deptIds');
  if (roleId === null) return affected(0);
  updateRow(roleOf(call), roleChanges(call));
  removeRows(db.roleDepts, (link) => link.roleId === roleId);
  db.roleDepts.push(...deptIds.map((deptId) => ({ roleId, deptId })));
  return ok();
}

function removeRoles(call: Call) {
  const { db } = call;
  const roleIds = call.ids('roleIds');
  for (const roleId of roleIds) {
    checkNotAdmin(roleId);
    checkRoleScope(call, 'system:role:remove', [roleId]);
    const role = db.roles.find((row) => row.roleId === roleId);
    if (db.userRoles.some((link) => link.roleId === roleId)) throw new Refusal(`${role?.roleName}已分配,不能删除`);
  }
  const rows = db.roles.filter(({ roleId }) => roleIds.includes(roleId));
  for (const row of rows) row.delFlag = '2';
  removeRows(db.roleMenus, ({ roleId }) => roleIds.includes(roleId));
  removeRows(db.roleDepts, ({ roleId }) => roleIds.includes(roleId));
  return affected(rows.length);
}

const rolesOf = (call: Call, permission = LIST) =>
  filterRows(call.access.rolesInScope(call.session, permission), call, {
    like: ['roleName', 'roleKey'],
    equal: ['roleId', 'status'],
    day: 'createTime',
  }).map((role) => roleView(role));

const roleUsers = (holding: boolean) => (call: Call) => {
  const roleId = Number(call.parameters.text('roleId'));
  const holds = (id: number) => call.db.userRoles.some((link) => link.userId === id && link.roleId === roleId);
  const users = call.access.usersInScope(call.session, LIST).filter(({ userId }) => holds(userId) === holding);
  const rows = filterRows(users, call, { like: ['userName', 'phonenumber'] }).map(roleUserRow);
  return pageOf(rows, call, ['userId', 'deptId', 'userName', 'nickName', 'email', 'phonenumber', 'status', 'createTime']);
};

const removeUsers = ({ db }: Call, roleId: number | null, userIds: number[]) =>
  affected(removeRows(db.userRoles, (link) => link.roleId === roleId && userIds.includes(link.userId)));

export const roleRoutes: Routes = {
  'GET /system/role/list': {
    permission: LIST,
    handle: (call) => pageOf(rolesOf(call), call, ['roleId', 'roleName', 'roleKey', 'roleSort', 'dataScope', 'status', 'createTime']),
  },
  ...spreadsheetRoute('/system/role/export', 'system:role:export', '角色数据', (call) => rolesOf(call, 'system:role:export'), {
    ...{ 角色序号: 'roleId', 角色名称: 'roleName', 角色权限: 'roleKey', 角色排序: 'roleSort', 数据范围: 'dataScope', 角色状态: 'status' },
  }),
  'GET /system/role/optionselect': {
    permission: 'system:role:query',
    handle: (call) => okData(call.access.rolesInScope(call.session, 'system:role:query').map((role) => roleView(role))),
  },
  'GET /system/role/:roleId': {
    permission: 'system:role:query',
    handle: (call) => {
      checkRoleScope(call, 'system:role:query', [call.id('roleId')]);
      return okData(call.db.roles.filter(({ roleId }) => roleId === call.id('roleId')).map((role) => roleView(role))[0]);
    },
  },
  'POST /system/role': { permission: 'system:role:add', log: ['角色管理', 1], handle: addRole },
  'PUT /system/role': { permission: 'system:role:edit', log: ['角色管理', 2], handle: editRole },
  'PUT /system/role/dataScope': { permission: 'system:role:edit', log: ['角色管理', 2], handle: setDataScope },
  'PUT /system/role/changeStatus': {
    permission: 'system:role:edit',
    log: ['角色管理', 2],
    handle: (call) => {
      checkNotAdmin(call.body.number('roleId'));
      checkRoleScope(call, 'system:role:edit', [call.body.number('roleId')]);
      return affected(updateRow(roleOf(call), roleChanges(call), call.session.user.userName));
    },
  },
  'DELETE /system/role/:roleIds': { permission: 'system:role:remove', log: ['角色管理', 3], handle: removeRoles },
  'GET /system/role/deptTree/:roleId': {
    permission: 'system:role:query',
    handle: ({ db, access, session, id }) => {
      const roleId = id('roleId');
      const role = db.roles.find((row) => row.roleId === roleId);
      const linked = db.depts.filter(({ deptId }) => db.roleDepts.some((link) => link.roleId === roleId && link.deptId === deptId));
      const isParent = (deptId: number) => linked.some(({ parentId }) => parentId === deptId);
      const checkedKeys = linked.map(({ deptId }) => deptId).filter((deptId) => !role?.deptCheckStrictly || !isParent(deptId));
      return ok({ checkedKeys, depts: deptTree(access.deptsInScope(session, 'system:role:query')) });
    },
  },
  'GET /system/role/authUser/allocatedList': { permission: LIST, handle: roleUsers(true) },
  'GET /system/role/authUser/unallocatedList': { permission: LIST, handle: roleUsers(false) },
  'PUT /system/role/authUser/cancel': {
    permission: 'system:role:edit',
    log: ['角色管理', 4],
    handle: (call) => removeUsers(call, call.body.number('roleId'), [call.body.number('userId') ?? 0]),
  },
  'PUT /system/role/authUser/cancelAll': {
    permission: 'system:role:edit',
    log: ['角色管理', 4],
    handle: (call) => removeUsers(call, Number(call.parameters.text('roleId')), call.parameters.ids('userIds') ?? []),
  },
  'PUT /system/role/authUser/selectAll': {
    permission: 'system:role:edit',
    log: ['角色管理', 4],
    handle: (call) => {
      const roleId = Number(call.parameters.text('roleId'));
      const userIds = call.parameters.ids('userIds');
      checkRoleScope(call, 'system:role:edit', [roleId]);
      if (!userIds) throw new Refusal('Cannot read the array length because "<local4>" is null');
      const assignedIds = call.db.userRoles.filter((link) => link.roleId === roleId).map(({ userId }) => userId);
      const duplicate = userIds.find((userId) => assignedIds.includes(userId));
      if (duplicate !== undefined) throw new Refusal(`Duplicate entry '${duplicate}-${roleId}' for key 'PRIMARY'`);
      call.db.userRoles.push(...userIds.map((userId) => ({ userId, roleId })));
      return affected(userIds.length);
    },
  },
};
