import { z } from 'zod';
import { ServerAbout } from '../system/public-settings.ts';

/** A form field that may be missing: the server answers for what is wrong, not the parser. */
const field = (max: number) => z.preprocess((value) => value ?? '', z.string().max(max));

/** A switch that may be missing or come as text. */
const flag = z.preprocess((value) => value === true || value === 'true', z.boolean());

/**
 * `POST /login`: unknown keys such as the family's `rememberMe` are ignored. With `remember`, the answer holds a ticket beside the token,
 * which signs in in the password's place, once, from this browser; each use answers the next one.
 */
export const SignIn = z.object({
  username: field(200),
  password: field(200),
  code: field(20),
  uuid: field(64),
  ticket: field(200),
  remember: flag,
});
export type SignIn = z.output<typeof SignIn>;

/** `POST /register`. */
export const Register = SignIn.pick({ username: true, password: true, code: true, uuid: true });
export type Register = z.output<typeof Register>;

/** `GET /captchaImage`: `img` is base64 of a raster image without a data prefix. */
export const Captcha = z.object({
  captchaEnabled: z.boolean(),
  uuid: z.string().optional(),
  img: z.string().optional(),
});
export type Captcha = z.output<typeof Captcha>;

export const SessionUser = z.object({
  userId: z.number(),
  userName: z.string(),
  nickName: z.string(),
  avatar: z.string(),
  email: z.string(),
  phonenumber: z.string(),
  sex: z.string(),
  status: z.string(),
  loginIp: z.string(),
  loginDate: z.string().nullable(),
  pwdUpdateDate: z.string().nullable(),
  createTime: z.string(),
  remark: z.string().nullable(),
  deptId: z.number().nullable(),
  dept: z
    .object({
      deptId: z.number(),
      deptName: z.string(),
      leader: z.string().nullable(),
    })
    .nullable(),
  roles: z.array(
    z.object({
      roleId: z.number(),
      roleName: z.string(),
      roleKey: z.string(),
      roleSort: z.number(),
      dataScope: z.string(),
      status: z.string(),
      admin: z.boolean(),
    }),
  ),
  /** The built-in administrator. */
  admin: z.boolean(),
});
export type SessionUser = z.output<typeof SessionUser>;

/** `GET /getInfo`, beside `code` and `msg`. */
export const UserInfo = z.object({
  user: SessionUser,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** The password was set by somebody else and must be changed. */
  isDefaultModifyPwd: z.boolean(),
  isPasswordExpired: z.boolean(),
  pwdChrtype: z.string(),
  ...ServerAbout.shape,
});
export type UserInfo = z.output<typeof UserInfo>;

/** A row of `GET /account/signIn/list`: one attempt under the own name; `status` 0 success, 1 failure. */
export const OwnSignIn = z.object({
  infoId: z.number(),
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  status: z.string(),
  msg: z.string(),
  loginTime: z.string(),
});
export type OwnSignIn = z.output<typeof OwnSignIn>;

/** A row of `GET /account/notice/list`: a notice that the asker has read. */
export const OwnNotice = z.object({
  noticeId: z.number(),
  noticeTitle: z.string(),
  noticeType: z.string(),
  createTime: z.string(),
  readTime: z.string(),
});
export type OwnNotice = z.output<typeof OwnNotice>;

/** `POST /account/confirm`: the password again, before a sensitive act. */
export const PasswordConfirmation = z.object({ password: field(200) });

/** `PUT /system/user/profile/updatePwd`: as JSON, or in the query as older clients send it. */
export const PasswordChange = z.object({ oldPassword: field(200), newPassword: field(200) });
