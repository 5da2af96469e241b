import { z } from 'zod';

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
export interface Captcha {
  captchaEnabled: boolean;
  uuid?: string;
  img?: string;
}

export interface SessionUser {
  userId: number;
  userName: string;
  nickName: string;
  avatar: string;
  email: string;
  phonenumber: string;
  sex: string;
  status: string;
  loginIp: string;
  loginDate: string | null;
  pwdUpdateDate: string | null;
  createTime: string;
  remark: string | null;
  deptId: number | null;
  dept: { deptId: number; deptName: string; leader: string | null } | null;
  roles: { roleId: number; roleName: string; roleKey: string; roleSort: number; dataScope: string; status: string; admin: boolean }[];
  /** The built-in administrator. */
  admin: boolean;
}

/** `GET /getInfo`, beside `code` and `msg`. */
export interface UserInfo {
  user: SessionUser;
  roles: string[];
  permissions: string[];
  /** The password was set by somebody else and must be changed. */
  isDefaultModifyPwd: boolean;
  isPasswordExpired: boolean;
  pwdChrtype: string;
}

/** A row of `GET /account/signIn/list`: one attempt under the own name; `status` 0 success, 1 failure. */
export interface OwnSignIn {
  infoId: number;
  ipaddr: string;
  loginLocation: string;
  browser: string;
  os: string;
  status: string;
  msg: string;
  loginTime: string;
}

/** A row of `GET /account/notice/list`: a notice that the asker has read. */
export interface OwnNotice {
  noticeId: number;
  noticeTitle: string;
  noticeType: string;
  createTime: string;
  readTime: string;
}

/** `POST /account/confirm`: the password again, before a sensitive act. */
export const PasswordConfirmation = z.object({ password: field(200) });

/** `PUT /system/user/profile/updatePwd`: as JSON, or in the query as older clients send it. */
export const PasswordChange = z.object({ oldPassword: field(200), newPassword: field(200) });
