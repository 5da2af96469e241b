import { z } from 'zod';
import { audited, createdBetween, Flag, Id, optionalId, optionalLines, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { Post } from './post.ts';

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

export const Sex = z.enum(['0', '1', '2']);

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

export const UserName = text(30, /^[\p{L}\p{N}_.-]{2,}$/u);

const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);
const blankAsAbsent = (value: unknown) => (value === null || value === '' ? undefined : asText(value));

/** Accepts an array, text with commas, or a single key. Null counts as absent. */
const links = z.preprocess((value) => {
  if (value === null || value === undefined) return undefined;
  const list = Array.isArray(value) ? value : String(value).split(',');
  return list.flatMap((part) => (typeof part === 'string' ? part.split(',') : [part])).filter((part) => part !== '');
}, z.array(Id).max(500).optional());

/** The server validates the rules. */
const PasswordInput = z.string().min(1).max(128);

const UserInput = z.object({
  /** Immutable, because records refer to their authors by it. */
  userName: UserName,
  nickName: text(30, /^[^<>]*$/),
  /** Null: no department. Only users who see all data see this user. */
  deptId: optionalId,
  phonenumber: clearable(MOBILE, 11).optional(),
  email: clearable(EMAIL, 50).optional(),
  sex: SexInput,
  /** `1`: cannot sign in. */
  status: z.preprocess(blankAsAbsent, Flag.optional()),
  /** Initial password, which the user changes at the first sign-in. Ignored in an edit. */
  password: z.preprocess(blankAsAbsent, PasswordInput.optional()),
  /** Complete list. Absent: unchanged. */
  roleIds: links,
  /** Complete list. Absent: unchanged. */
  postIds: links,
  remark: optionalLines(500),
  version: Version,
});

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
  dataScope: z.enum(['1', '2', '3', '4', '5']),
  menuCheckStrictly: z.boolean(),
  deptCheckStrictly: z.boolean(),
  status: Flag,
  createTime: z.string(),
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

export const User = z.object({
  userId: Id,
  userName: z.string(),
  nickName: z.string(),
  deptId: z.int().nullable(),
  dept: UserDepartment.nullable(),
  phonenumber: z.string(),
  email: z.string(),
  sex: Sex,
  status: Flag,
  avatar: z.string(),
  delFlag: z.enum(['0', '2']),
  loginIp: z.string(),
  loginDate: z.string().nullable(),
  /** Null: another user set the password, so it must be changed. */
  pwdUpdateDate: z.string().nullable(),
  roles: z.array(UserRole),
  roleIds: z.array(Id),
  postIds: z.array(Id),
  /** RuoYi filter, always null here. */
  roleId: z.null(),
  postNames: z.array(z.string()),
  admin: z.boolean(),
  remark: z.string().nullable(),
  ...audited,
  createBy: z.string().nullable(),
});
export type User = z.output<typeof User>;

export const users = defineResource({
  domain: 'system',
  name: 'user',
  key: 'userId',
  log: '用户管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
  record: User,
  input: UserInput,
  filters: z
    .object({
      userId: Id,
      userName: text(30),
      nickName: text(30),
      phonenumber: text(20),
      status: Flag,
      /** Includes all descendant departments. */
      deptId: Id,
      /** Restricts `deptId` to the department itself. */
      below: z.literal('0'),
      roleId: Id,
      ...createdBetween,
    })
    .partial(),
  wire: { beside: ['roleIds', 'postIds'], lists: ['roleIds', 'postIds'] },
  sortable: ['userId', 'userName', 'nickName', 'createTime', 'loginDate'],
});

/** `PUT /system/user/resetPwd`. The user must change it at the next sign-in. */
export const PasswordReset = z.object({ userId: Id, password: PasswordInput });

/** `PUT /system/user/changeStatus`: one user by `userId`, or several by `userIds`, applied all or none. */
export const UserStatus = z
  .object({ userId: Id.optional(), userIds: links, status: Flag })
  .refine(({ userId, userIds }) => userId !== undefined || userIds?.length, { path: ['userId'], params: { word: 'issue.required' } })
  .transform(({ userId, userIds = [], status }) => ({
    userIds: [...new Set(userId === undefined ? userIds : [userId, ...userIds])],
    status,
  }));

/** `PUT /system/user/authRole`, in the query: complete list of roles. Absent: none. */
export const RoleGrant = z.object({ userId: Id, roleIds: links });

export const UserRow = z.object({
  deptId: optionalId,
  userName: UserName,
  nickName: text(30, /^[^<>]*$/),
  email: clearable(EMAIL, 50).optional(),
  phonenumber: clearable(MOBILE, 11).optional(),
  sex: z.preprocess(blankAsAbsent, SexInput),
  status: z.preprocess(blankAsAbsent, Flag.optional()),
});
export type UserRow = z.output<typeof UserRow>;

/** `GET /system/user/{id}`, in addition to the user. */
export const UserChoices = z.object({
  roles: z.array(UserRole),
  posts: z.array(Post.omit({ userCount: true, version: true })),
});
export type UserChoices = z.output<typeof UserChoices>;
