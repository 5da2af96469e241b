import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { absentIfBlank, Flag, Id, Time, text, Version } from '../core/fields.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';
import { departments } from './department.ts';
import { TreeNode } from './menu.ts';

/** Built-in administrator role with all permissions. Immutable. */
export const ADMIN_ROLE_ID = 1;

/** 1 all, 2 selected departments, 3 own department, 4 own department and descendants, 5 own records. */
export const dataScopes = ['1', '2', '3', '4', '5'] as const;
const DataScope = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(dataScopes));

/** RuoYi clients encode booleans in several ways. */
const Switch = z.preprocess((value) => {
  if (['true', '1', 1].includes(value as string)) return true;
  return ['false', '0', 0].includes(value as string) ? false : value;
}, z.boolean());

/** Accepts an array, text with commas, or a single key. Null counts as absent. */
function asList(value: unknown): unknown[] | undefined {
  if (value === null || value === undefined) return undefined;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((part) => (typeof part === 'string' ? part.split(',') : [part])).filter((part) => part !== '');
}

export const listedIds = (maxLength: number) => z.preprocess(asList, z.array(Id).max(maxLength));
export const optionalIds = (maxLength: number) => z.preprocess(asList, z.array(Id).max(maxLength).optional());

const MenuIds = z.array(Id).max(5000);
const optionalMenuIds = z.preprocess((value) => (value === null ? null : asList(value)), MenuIds.nullish()).optional();

export const roles = defineResource({
  domain: 'system',
  name: 'role',
  key: 'roleId',
  rest: 'roles',
  log: '角色管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  fields: {
    roleName: f.text(30, /^[^<>]*$/).unique('roleNameTaken'),
    /** Several names are separated by commas. */
    roleKey: f.code(100, /^[\w:.-]+(,[\w:.-]+)*$/).unique('roleKeyTaken'),
    /** Position in lists, ascending. */
    roleSort: f.number(0, 9999).initially(10),
    /** Absent in a new role: all data if the creator sees all data, otherwise own records. */
    dataScope: f.of('choice', DataScope, {}, { values: dataScopes }).absentIfBlank(),
    /** Selecting a menu also selects its descendants. */
    menuCheckStrictly: f.of('boolean', Switch).absentIfBlank().initially(true),
    deptCheckStrictly: f.of('boolean', Switch).absentIfBlank().initially(true),
    /** `1`: grants no permissions. */
    status: f.flag().absentIfBlank().initially('0'),
    delFlag: f.choice(['0']).stored(),
    /** False without a selected user. */
    flag: f.boolean().computed(),
    /** Includes partially selected parents. Absent or null in an edit: unchanged. Null in a record. */
    menuIds: f.of('json', MenuIds, { optional: optionalMenuIds }).optional(),
    deptIds: f.json(z.null()).computed(),
    permissions: f.json(z.null()).computed(),
    admin: f.boolean().computed(),
    /** Deletion requires 0. */
    userCount: f.serverNumber().onlyWith('userCounts'),
    remark: f.lines(500).optional(),
    ...audited,
    /** Null: created by the installation. */
    createBy: audited.createBy.optional(),
  },
  moreFilters: { roleId: f.reference() },
  filters: ['roleName', 'roleKey', 'status', 'created'],
  sortable: ['roleId', 'roleName', 'roleKey', 'roleSort', 'createTime'],
  references: ['userCount'],
  columns: ['roleName', 'status', 'roleKey', 'dataScope', 'userCount', 'roleSort', 'createTime'],
  form: ['roleName', 'roleKey', 'roleSort', 'status', 'menuIds', 'remark'],
  wire: { lists: ['menuIds', 'deptIds'] },
});

export const Role = roles.record;
export type Role = RecordOf<typeof roles>;

/** Departments only apply to scope 2, but are always stored. */
export const RoleScope = z.object({
  roleId: Id,
  dataScope: DataScope,
  deptIds: optionalIds(5000),
  deptCheckStrictly: absentIfBlank(Switch),
  version: Version,
});

export const RoleStatus = z.object({ roleId: Id, status: Flag });

export const RoleHolders = z.object({
  roleId: Id,
  ...z.object({ userName: text(30), phonenumber: text(20) }).partial().shape,
});

export const RoleHolder = z.object({ roleId: Id, userId: Id });

export const RoleAssignment = z.object({ roleId: Id, userIds: z.preprocess(asList, z.array(Id).min(1).max(500)) });

export const RoleCandidate = z.object({
  userId: z.number(),
  userName: z.string(),
  nickName: z.string(),
  email: z.string(),
  phonenumber: z.string(),
  sex: z.enum(['0', '1', '2']),
  avatar: z.string(),
  status: z.enum(['0', '1']),
  deptId: z.number().nullable(),
  dept: z
    .object({
      deptId: z.number(),
      deptName: z.string(),
      leader: z.string().nullable(),
    })
    .nullable(),
  createTime: Time,
});
export type RoleCandidate = z.output<typeof RoleCandidate>;

export const setRoleScope = defineEndpoint(roles, 'PUT /dataScope', {
  permission: 'edit',
  rest: 'PUT /roles/:roleId/data-scope',
  body: RoleScope,
  log: 'edit',
});
/** As an edit of the status. */
export const changeRoleStatus = defineEndpoint(roles, 'PUT /changeStatus', {
  permission: 'edit',
  rest: false,
  body: RoleStatus,
  log: 'edit',
});
export const roleOptions = defineEndpoint(roles, 'GET /optionselect', { permission: 'read', rest: false, data: z.array(Role) });

const departmentChoice = { depts: z.array(TreeNode), checkedKeys: z.array(z.int()) };

/** The departments that the current user sees, and those of a role among them. */
export const roleDepartments = defineEndpoint(roles, 'GET /deptTree/:roleId', {
  permission: 'read',
  rest: 'GET /roles/:roleId/departments',
  envelope: departmentChoice,
});
/** RuoYi's older address of `roleDepartments`. */
export const roleDepartmentsByOldPath = defineEndpoint(departments, 'GET /roleDeptTreeselect/:roleId', {
  rest: false,
  access: { permission: roles.permission('read') },
  envelope: departmentChoice,
});

/** Users who have a role. */
export const roleHolders = defineEndpoint(roles, 'GET /authUser/allocatedList', {
  permission: 'list',
  rest: 'GET /roles/:roleId/users',
  filters: RoleHolders,
  rows: RoleCandidate,
});
/** Users who do not have a role. */
export const roleCandidates = defineEndpoint(roles, 'GET /authUser/unallocatedList', {
  permission: 'list',
  rest: 'GET /roles/:roleId/candidates',
  filters: RoleHolders,
  rows: RoleCandidate,
});
export const unassignUser = defineEndpoint(roles, 'PUT /authUser/cancel', {
  permission: 'edit',
  rest: 'DELETE /roles/:roleId/users/:userId',
  body: RoleHolder,
  log: 'grant',
});
export const unassignUsers = defineEndpoint(roles, 'PUT /authUser/cancelAll', {
  permission: 'edit',
  rest: false,
  query: RoleAssignment,
  log: 'grant',
});
export const assignUsers = defineEndpoint(roles, 'PUT /authUser/selectAll', {
  permission: 'edit',
  rest: 'POST /roles/:roleId/users',
  query: RoleAssignment,
  log: 'grant',
});
