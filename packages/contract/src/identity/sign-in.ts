import { z } from 'zod';
import { Time } from '../core/fields.ts';
import { ServerAbout } from '../system/public-settings.ts';

/** Item of `GET /account/session/list`: an active session, or a remembered browser without one. */
export const OwnSession = z.object({
  /** Not a credential. */
  id: z.uuid(),
  loginTime: Time,
  activeTime: Time,
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  signedIn: z.boolean(),
  remembered: z.boolean(),
  current: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

/** Absent fields count as empty, so that the server can return a specific problem. */
const field = (max: number) => z.preprocess((value) => value ?? '', z.string().max(max));

const flag = z.preprocess((value) => value === true || value === 'true', z.boolean());

/**
 * Body of `POST /login`. Unknown keys such as RuoYi's `rememberMe` are ignored. With `remember`, the response contains a ticket. A
 * ticket replaces the password once, from the same browser. Each use returns the next ticket.
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

export const Register = SignIn.pick({ username: true, password: true, code: true, uuid: true });
export type Register = z.output<typeof Register>;

/** `GET /captchaImage`: `img` is a raster image in base64, without a data prefix. */
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
  admin: z.boolean(),
});
export type SessionUser = z.output<typeof SessionUser>;

/** `GET /getInfo`, in addition to `code` and `msg`. */
export const UserInfo = z.object({
  user: SessionUser,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** Another user set the password, so it must be changed. */
  isDefaultModifyPwd: z.boolean(),
  isPasswordExpired: z.boolean(),
  pwdChrtype: z.string(),
  ...ServerAbout.shape,
});
export type UserInfo = z.output<typeof UserInfo>;

/** `GET /account/signIn/list`. `status` 0 success, 1 failure. */
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

/** `GET /account/notice/list`: notices that the current user has read. */
export const OwnNotice = z.object({
  noticeId: z.number(),
  noticeTitle: z.string(),
  noticeType: z.string(),
  createTime: z.string(),
  readTime: z.string(),
});
export type OwnNotice = z.output<typeof OwnNotice>;

/** `POST /account/confirm`: password confirmation before a sensitive action. */
export const PasswordConfirmation = z.object({ password: field(200) });

/** `PUT /system/user/profile/updatePwd`: as JSON, or as a query from older clients. */
export const PasswordChange = z.object({ oldPassword: field(200), newPassword: field(200) });
