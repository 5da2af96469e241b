import { z } from 'zod';
import { audited, createdBetween, Flag, Id, int, optionalLines, text, unlessBlank, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** Built-in administrator role with all permissions. Immutable. */
export const ADMIN_ROLE_ID = 1;

/** Data scope: 1 all, 2 selected departments, 3 own department, 4 own department and descendants, 5 own records. */
const DataScopeFlag = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(['1', '2', '3', '4', '5']));

/** RuoYi clients encode booleans in several ways. */
const Switch = z.preprocess((value) => {
  if (value === null || value === '') return undefined;
  if (['true', '1', 1].includes(value as string)) return true;
  return ['false', '0', 0].includes(value as string) ? false : value;
}, z.boolean().optional());

/** Accepts an array, text with commas, or a single key. Null counts as absent. */
function asList(value: unknown): unknown[] | undefined {
  if (value === null || value === undefined) return undefined;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((part) => (typeof part === 'string' ? part.split(',') : [part])).filter((part) => part !== '');
}

const keys = z.preprocess(asList, z.array(Id).max(5000).optional());

const RoleInput = z.object({
  roleName: text(30, /^[^<>]*$/),
  /** Several names are separated by commas. */
  roleKey: text(100, /^[\w:.-]+(,[\w:.-]+)*$/),
  /** Position in lists, ascending. */
  roleSort: int(0, 9999),
  /** Absent in a new role: all data if the creator sees all data, otherwise own records. */
  dataScope: z.preprocess((value) => (value === null || value === '' ? undefined : value), DataScopeFlag.optional()),
  /** Selecting a menu also selects its descendants. */
  menuCheckStrictly: Switch,
  deptCheckStrictly: Switch,
  /** `1`: grants no permissions. */
  status: unlessBlank(Flag),
  /** Includes partially selected parents. Absent in an edit: unchanged. */
  menuIds: keys,
  remark: optionalLines(500),
  version: Version,
});

export const Role = z.object({
  roleId: Id,
  roleName: z.string(),
  roleKey: z.string(),
  roleSort: z.int(),
  dataScope: z.enum(['1', '2', '3', '4', '5']),
  menuCheckStrictly: z.boolean(),
  deptCheckStrictly: z.boolean(),
  status: Flag,
  delFlag: z.literal('0'),
  /** False without a selected user. */
  flag: z.boolean(),
  menuIds: z.null(),
  deptIds: z.null(),
  permissions: z.null(),
  admin: z.boolean(),
  /** Deletion requires 0. */
  userCount: z.int(),
  remark: z.string().nullable(),
  ...audited,
  /** Null: created by the installation. */
  createBy: z.string().nullable(),
});
export type Role = z.output<typeof Role>;

export const roles = defineResource({
  domain: 'system',
  name: 'role',
  key: 'roleId',
  log: '角色管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  record: Role,
  input: RoleInput,
  filters: z.object({ roleId: Id, roleName: text(30), roleKey: text(100), status: Flag, ...createdBetween }).partial(),
  wire: { lists: ['menuIds', 'deptIds'] },
  sortable: ['roleId', 'roleName', 'roleKey', 'roleSort', 'createTime'],
});

/** `PUT /system/role/dataScope`. Departments only apply to scope 2, but are always stored. */
export const RoleScope = z.object({
  roleId: Id,
  dataScope: DataScopeFlag,
  deptIds: keys,
  deptCheckStrictly: Switch,
  version: Version,
});

/** `PUT /system/role/changeStatus`. */
export const RoleStatus = z.object({ roleId: Id, status: Flag });

/** Filters of `authUser/{allocatedList,unallocatedList}`. */
export const RoleHolders = z.object({
  roleId: Id,
  ...z.object({ userName: text(30), phonenumber: text(20) }).partial().shape,
});

/** `PUT /system/role/authUser/cancel`. */
export const RoleHolder = z.object({ roleId: Id, userId: Id });

/** `PUT /system/role/authUser/{cancelAll,selectAll}`. */
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
  createTime: z.string(),
});
export type RoleCandidate = z.output<typeof RoleCandidate>;
