import { z } from 'zod';
import { audited, createdBetween, Flag, Id, int, optionalLines, text, unlessBlank, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** The built-in administrator's role: it alone opens everything, and nobody changes it. */
export const ADMIN_ROLE_ID = 1;

/** What a role lets its holders see: 1 everything, 2 chosen departments, 3 their own, 4 their own and all below, 5 what is theirs. */
const DataScopeFlag = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(['1', '2', '3', '4', '5']));

/** The family says booleans in several ways. */
const Switch = z.preprocess((value) => {
  if (value === null || value === '') return undefined;
  if (['true', '1', 1].includes(value as string)) return true;
  return ['false', '0', 0].includes(value as string) ? false : value;
}, z.boolean().optional());

/** Keys as a list, as text with commas, or one by one; null says nothing. */
function asList(value: unknown): unknown[] | undefined {
  if (value === null || value === undefined) return undefined;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((part) => (typeof part === 'string' ? part.split(',') : [part])).filter((part) => part !== '');
}

const keys = z.preprocess(asList, z.array(Id).max(5000).optional());

const RoleInput = z.object({
  roleName: text(30, /^[^<>]*$/),
  /** What programs know the role by; may be several, separated by commas. */
  roleKey: text(100, /^[\w:.-]+(,[\w:.-]+)*$/),
  /** Place in lists, small first. */
  roleSort: int(0, 9999),
  /** Absent in a new role: everything, where who adds it sees everything, else their own rows. */
  dataScope: z.preprocess((value) => (value === null || value === '' ? undefined : value), DataScopeFlag.optional()),
  /** Ticking a menu ticks what is below it. */
  menuCheckStrictly: Switch,
  deptCheckStrictly: Switch,
  /** `1`: grants nothing to anybody. */
  status: unlessBlank(Flag),
  /** All menus of the role, half-ticked ones among them; absent in an edit: they stay. */
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
  /** Whether the user in question holds it, where one is. */
  flag: z.boolean(),
  menuIds: z.null(),
  deptIds: z.null(),
  permissions: z.null(),
  admin: z.boolean(),
  /** People who hold it; while above 0 it cannot be removed. */
  userCount: z.int(),
  remark: z.string().nullable(),
  ...audited,
  /** Null: it came with the installation. */
  createBy: z.string().nullable(),
});
export type Role = z.output<typeof Role>;

/** What people may do, and which rows they do it to. */
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

/** Body of `PUT /system/role/dataScope`; departments count for scope 2 and are kept whatever the scope. */
export const RoleScope = z.object({
  roleId: Id,
  dataScope: DataScopeFlag,
  deptIds: keys,
  deptCheckStrictly: Switch,
  version: Version,
});

/** Body of `PUT /system/role/changeStatus`. */
export const RoleStatus = z.object({ roleId: Id, status: Flag });

/** Who holds a role and who does not: filters of `authUser/{allocatedList,unallocatedList}`. */
export const RoleHolders = z.object({
  roleId: Id,
  ...z.object({ userName: text(30), phonenumber: text(20) }).partial().shape,
});

/** Body of `PUT /system/role/authUser/cancel`. */
export const RoleHolder = z.object({ roleId: Id, userId: Id });

/** Query of `PUT /system/role/authUser/{cancelAll,selectAll}`. */
export const RoleAssignment = z.object({ roleId: Id, userIds: z.preprocess(asList, z.array(Id).min(1).max(500)) });

/** A person as they are listed to be given a role, or to lose it. */
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
