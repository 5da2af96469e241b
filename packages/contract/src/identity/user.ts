import { z } from 'zod';
import { audited, createdBetween, Flag, Id, optionalId, optionalLines, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { Post } from './post.ts';
import { clearable, EMAIL, GivenSex, MOBILE, Sex, UserName } from './profile.ts';

const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);
const blankAsAbsent = (value: unknown) => (value === null || value === '' ? undefined : asText(value));

/** Keys that come as a list, as a comma list, or one by one; null means that nothing is said of them. */
const links = z.preprocess((value) => {
  if (value === null || value === undefined) return undefined;
  const list = Array.isArray(value) ? value : String(value).split(',');
  return list.flatMap((part) => (typeof part === 'string' ? part.split(',') : [part])).filter((part) => part !== '');
}, z.array(Id).max(500).optional());

/** A password on its way to the server: what it must be like is the server's matter. */
const GivenPassword = z.string().min(1).max(128);

const UserInput = z.object({
  /** The name to sign in by; given once, as records name their makers by it. */
  userName: UserName,
  nickName: text(30, /^[^<>]*$/),
  /** Null: of no department, and so seen only by those who see everything. */
  deptId: optionalId,
  phonenumber: clearable(MOBILE, 11).optional(),
  email: clearable(EMAIL, 50).optional(),
  sex: GivenSex,
  /** `1`: cannot sign in. */
  status: z.preprocess(blankAsAbsent, Flag.optional()),
  /** The first password, chosen by whoever adds the user and changed at the first sign-in; an edit does not touch it. */
  password: z.preprocess(blankAsAbsent, GivenPassword.optional()),
  /** All roles that the user is to hold; absent: they stay. */
  roleIds: links,
  /** All posts that the user is to hold; absent: they stay. */
  postIds: links,
  remark: optionalLines(500),
  version: Version,
});

/** A department as the family nests it in a user. */
const UserDepartment = z.object({
  deptId: Id,
  parentId: z.int(),
  /** `0,100,101`: from the root down to the parent. */
  ancestors: z.string(),
  deptName: z.string(),
  orderNum: z.int(),
  leader: z.string().nullable(),
  status: Flag,
  // the family's fields that stay empty here
  phone: z.null(),
  email: z.null(),
  delFlag: z.null(),
  parentName: z.null(),
  children: z.array(z.never()),
});

/** A role as the family nests it in a user, and lists it for choosing; `flag`: held by the user in question. */
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
  // the family's fields that stay empty here: the role itself says them
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
  /** Null: the password was set by somebody else and is to be changed. */
  pwdUpdateDate: z.string().nullable(),
  roles: z.array(UserRole),
  roleIds: z.array(Id),
  postIds: z.array(Id),
  /** The family's filter by role, never said of a user. */
  roleId: z.null(),
  /** Names of the posts, by their order. */
  postNames: z.array(z.string()),
  /** The built-in administrator, who is kept out of these pages. */
  admin: z.boolean(),
  remark: z.string().nullable(),
  ...audited,
  createBy: z.string().nullable(),
});
export type User = z.output<typeof User>;

/** People who may sign in. */
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
      /** The department and all below it. */
      deptId: Id,
      /** With a department: of itself alone. */
      below: z.literal('0'),
      roleId: Id,
      ...createdBetween,
    })
    .partial(),
  wire: { beside: ['roleIds', 'postIds'], lists: ['roleIds', 'postIds'] },
  sortable: ['userId', 'userName', 'nickName', 'createTime', 'loginDate'],
});

/** `PUT /system/user/resetPwd`: a password that somebody else chose; the user changes it at the next sign-in. */
export const PasswordReset = z.object({ userId: Id, password: GivenPassword });

/** `PUT /system/user/changeStatus`: one user by `userId`, or several by `userIds`, all of them or none. */
export const UserStatus = z
  .object({ userId: Id.optional(), userIds: links, status: Flag })
  .refine(({ userId, userIds }) => userId !== undefined || userIds?.length, { path: ['userId'], params: { word: 'issue.required' } })
  .transform(({ userId, userIds = [], status }) => ({
    userIds: [...new Set(userId === undefined ? userIds : [userId, ...userIds])],
    status,
  }));

/** `PUT /system/user/authRole`, in the query: all roles that the user is to hold; without any, none. */
export const RoleGrant = z.object({ userId: Id, roleIds: links });

/** A row of the family's spreadsheet of users; a blank e-mail or number is none. */
export const UserRow = z.object({
  deptId: optionalId,
  userName: UserName,
  nickName: text(30, /^[^<>]*$/),
  email: clearable(EMAIL, 50).optional(),
  phonenumber: clearable(MOBILE, 11).optional(),
  sex: z.preprocess(blankAsAbsent, GivenSex),
  status: z.preprocess(blankAsAbsent, Flag.optional()),
});
export type UserRow = z.output<typeof UserRow>;

/** What `GET /system/user/{id}` answers beside the user: what may be chosen for them. */
export const UserChoices = z.object({
  roles: z.array(UserRole),
  posts: z.array(Post.omit({ userCount: true, version: true })),
});
export type UserChoices = z.output<typeof UserChoices>;
