import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { Flag, Id, Time, text } from '../core/fields.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';
import { departments } from './department.ts';
import { TreeNode } from './menu.ts';
import { Post } from './post.ts';
import { dataScopes, listedIds, optionalIds } from './role.ts';

/** Blank or null clears it, stored as empty text like in RuoYi. */
export const clearable = (pattern: RegExp, max: number) =>
  z.preprocess(
    (value) => (value === null ? '' : typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : value),
    z
      .string()
      .max(max)
      .refine((value) => value === '' || pattern.test(value)),
  );

export const MOBILE = /^1[3-9]\d{9}$/;
export const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

const sexes = ['0', '1', '2'] as const;
export const Sex = z.enum(sexes);

/** Null counts as absent. Empty or unsupported codes become `2`, unknown. */
export const SexInput = z.preprocess((value) => {
  const code = typeof value === 'number' ? String(value) : value;
  if (code === null) return undefined;
  return typeof code === 'string' && /^\S?$/.test(code) && !Sex.safeParse(code).success ? '2' : code;
}, Sex.optional());

/** `PUT /system/user/profile`. Other keys are ignored. */
export const ProfileInput = z
  .object({
    nickName: text(30, /^[^<>]*$/),
    phonenumber: clearable(MOBILE, 11),
    email: clearable(EMAIL, 50),
    sex: SexInput,
  })
  .partial();
export type ProfileInput = z.output<typeof ProfileInput>;

const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);
const blankAsAbsent = (value: unknown) => (value === null || value === '' ? undefined : asText(value));

const links = optionalIds(500);
/** For fields that are lists in records. The cast: an absent or null list is undefined. */
const LinkList = links as unknown as z.ZodType<number[]>;

/** The server validates the rules. */
const PasswordInput = z.string().min(1).max(128);

const UserDepartment = z.object({
  deptId: Id,
  parentId: z.int(),
  /** From the root to the parent, e.g. `0,100,101`. */
  ancestors: z.string(),
  deptName: z.string(),
  orderNum: z.int(),
  leader: z.string().nullable(),
  status: Flag,
  // RuoYi fields that remain empty here.
  phone: z.null(),
  email: z.null(),
  delFlag: z.null(),
  parentName: z.null(),
  children: z.array(z.never()),
});

/** `flag`: whether the selected user has it. */
export const UserRole = z.object({
  roleId: Id,
  roleName: z.string(),
  roleKey: z.string(),
  roleSort: z.int(),
  dataScope: z.enum(dataScopes),
  menuCheckStrictly: z.boolean(),
  deptCheckStrictly: z.boolean(),
  status: Flag,
  createTime: Time,
  flag: z.boolean(),
  admin: z.boolean(),
  delFlag: z.literal('0'),
  // RuoYi fields that remain empty here.
  menuIds: z.null(),
  deptIds: z.null(),
  permissions: z.null(),
  createBy: z.null(),
  updateBy: z.null(),
  updateTime: z.null(),
  remark: z.null(),
});
export type UserRole = z.output<typeof UserRole>;

export const users = defineResource({
  domain: 'system',
  name: 'user',
  key: 'userId',
  rest: 'users',
  log: '用户管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
  fields: {
    /** Immutable, because records refer to their authors by it. */
    userName: f.code(30, /^[\p{L}\p{N}_.-]{2,}$/u).unique('userNameTaken'),
    nickName: f.text(30, /^[^<>]*$/),
    /** Null: no department. Only users who see all data see this user. */
    deptId: f.reference().optional(),
    dept: f.json(UserDepartment).computed().optional(),
    phonenumber: f
      .of('text', clearable(MOBILE, 11), { filter: text(20) }, { max: 11 })
      .omittable()
      .unique('userPhoneTaken'),
    email: f.of('text', clearable(EMAIL, 50), {}, { max: 50 }).omittable().unique('userEmailTaken'),
    // The cast: an absent or null code is undefined.
    sex: f
      .of('choice', SexInput as unknown as typeof Sex, {}, { values: sexes })
      .omittable()
      .initially('2'),
    /** `1`: cannot sign in. */
    status: f.flag().absentIfBlank().initially('0'),
    /** Initial password, which the user changes at the first sign-in. Ignored in an edit. */
    password: f.of('text', z.preprocess(asText, PasswordInput), {}, { max: 128 }).absentIfBlank().writeOnly(),
    avatar: f.of('file', z.string()).stored(),
    delFlag: f.choice(['0', '2']).stored(),
    loginIp: f.serverText(),
    loginDate: f.time().optional(),
    /** Null: another user set the password, so it must be changed. */
    pwdUpdateDate: f.time().optional(),
    roles: f.json(z.array(UserRole)).computed().onlyWith('userRoles'),
    /** Complete list. Absent: unchanged. */
    roleIds: f.of('json', LinkList).omittable(),
    /** Complete list. Absent: unchanged. */
    postIds: f.of('json', LinkList).omittable(),
    /** RuoYi filter, always null in records. */
    roleId: f.reference().stored().optional().onlyWith('userRoles'),
    postNames: f.json(z.array(z.string())).computed(),
    admin: f.boolean().computed(),
    remark: f.lines(500).optional(),
    ...audited,
    createBy: audited.createBy.optional(),
  },
  moreFilters: {
    userId: f.reference(),
    /** Restricts `deptId` to the department itself. By default it includes all descendants. */
    below: f.choice(['0']),
    deptId: f.reference(),
  },
  filters: ['nickName', 'userName', 'status', 'phonenumber', 'roleId', 'created'],
  sortable: ['userId', 'userName', 'nickName', 'createTime', 'loginDate'],
  columns: ['nickName', 'userName', 'status', 'roles', 'dept', 'phonenumber', 'createTime'],
  hiddenColumns: ['createTime'],
  form: ['nickName', 'userName', 'password', 'deptId', 'roleIds', 'phonenumber', 'email', 'status'],
  moreForm: ['postIds', 'sex', 'remark'],
  wire: { beside: ['roleIds', 'postIds'], lists: ['roleIds', 'postIds'] },
});

export const User = users.record;
export type User = RecordOf<typeof users>;
export const UserName = users.input.shape.userName;

export const PasswordReset = z.object({ userId: Id, password: PasswordInput });

/** One user by `userId`, or several by `userIds`, applied all or none. */
export const UserStatus = z
  .object({ userId: Id.optional(), userIds: links, status: Flag })
  .refine(({ userId, userIds }) => userId !== undefined || userIds?.length, { path: ['userId'], params: { word: 'issue.required' } })
  .transform(({ userId, userIds = [], status }) => ({
    userIds: [...new Set(userId === undefined ? userIds : [userId, ...userIds])],
    status,
  }));

/** `roleIds`: complete list. Empty: none. */
export const RoleGrant = z.object({ userId: Id, roleIds: listedIds(500) });

export const UserRow = users.input
  .pick({ deptId: true, userName: true, nickName: true, email: true, phonenumber: true, sex: true, status: true })
  .extend({ sex: z.preprocess(blankAsAbsent, SexInput) });
export type UserRow = z.output<typeof UserRow>;

/** Roles and posts that the current user may assign. */
export const UserChoices = z.object({
  roles: z.array(UserRole),
  posts: z.array(Post.omit({ userCount: true, version: true })),
});
export type UserChoices = z.output<typeof UserChoices>;

export const userChoices = defineEndpoint(users, 'GET', { permission: 'read', rest: false, envelope: UserChoices.shape });
/** A user with the choices of the form. */
export const userRecord = defineEndpoint(users, 'GET /:id', {
  permission: 'read',
  data: User,
  envelope: { roleIds: z.array(z.int()), postIds: z.array(z.int()), ...UserChoices.shape },
});
export const grantableRoles = defineEndpoint(users, 'GET /authRole/:id', {
  permission: 'read',
  rest: false,
  envelope: { user: User, roles: z.array(UserRole) },
});
/** Departments that the current user sees. */
export const userDepartments = defineEndpoint(users, 'GET /deptTree', {
  permission: 'list',
  rest: false,
  filters: departments.filters,
  data: z.array(TreeNode),
  word: departments.word,
});
/** The user must change the password at the next sign-in. */
export const resetPassword = defineEndpoint(users, 'PUT /resetPwd', {
  permission: 'resetPwd',
  rest: 'PUT /users/:userId/password',
  body: PasswordReset,
  log: 'edit',
});
/** As an edit of the status. */
export const changeUserStatus = defineEndpoint(users, 'PUT /changeStatus', {
  permission: 'edit',
  rest: false,
  body: UserStatus,
  log: 'edit',
});
/** Replaces the roles of a user. */
export const grantRoles = defineEndpoint(users, 'PUT /authRole', {
  permission: 'edit',
  rest: 'PUT /users/:userId/roles',
  query: RoleGrant,
  log: 'grant',
});
