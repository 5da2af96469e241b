import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { queryFlag, Time } from '../core/fields.ts';
import { ServerAbout } from '../system/public-settings.ts';
import { ServerRoute } from './menu.ts';
import { ProfileInput, User } from './user.ts';

/** An active session, or a remembered browser without one. */
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

/**
 * Unknown keys such as RuoYi's `rememberMe` are ignored. With `remember`, the response contains a ticket. A
 * ticket replaces the password once, from the same browser. Each use returns the next ticket.
 */
export const SignIn = z.object({
  username: field(200),
  password: field(200),
  /** The characters of the captcha `uuid`, where the setting requires one. */
  code: field(20).default(''),
  uuid: field(64).default(''),
  ticket: field(200).default(''),
  remember: queryFlag,
});
export type SignIn = z.output<typeof SignIn>;

export const Register = SignIn.pick({ username: true, password: true, code: true, uuid: true });
export type Register = z.output<typeof Register>;

/** `img` is a raster image in base64, without a data prefix. */
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
  loginDate: Time.nullable(),
  pwdUpdateDate: Time.nullable(),
  createTime: Time,
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

/** `status`: 0 success, 1 failure. */
export const OwnSignIn = z.object({
  infoId: z.number(),
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  status: z.string(),
  msg: z.string(),
  loginTime: Time,
});
export type OwnSignIn = z.output<typeof OwnSignIn>;

/** `GET /account/notice/list`: notices that the current user has read. */
export const OwnNotice = z.object({
  noticeId: z.number(),
  noticeTitle: z.string(),
  noticeType: z.string(),
  createTime: Time,
  readTime: Time,
});
export type OwnNotice = z.output<typeof OwnNotice>;

export const PasswordConfirmation = z.object({ password: field(200) });

/** `PUT /system/user/profile/updatePwd`: as JSON, or as a query from older clients. */
export const PasswordChange = z.object({ oldPassword: field(200), newPassword: field(200) });

const root = { path: '' };
/** The server's own text for the user. */
const message = { msg: z.string() };
const word = (field: string) => `account.${field}`;

export const signIn = defineEndpoint(root, 'POST /login', {
  access: 'anonymous',
  rest: 'POST /account/sessions',
  body: SignIn,
  envelope: { ...message, token: z.string() },
  word,
});
export const register = defineEndpoint(root, 'POST /register', { access: 'anonymous', body: Register, envelope: message, word });
/** RuoYi clients use different methods. */
export const signOuts = (['POST', 'DELETE', 'GET'] as const).map((method) =>
  defineEndpoint(root, `${method} /logout`, {
    access: 'anonymous',
    rest: method === 'DELETE' ? 'DELETE /account/sessions/current' : false,
    envelope: message,
  }),
);
export const captchaImage = defineEndpoint(root, 'GET /captchaImage', {
  access: 'anonymous',
  rest: 'GET /captcha',
  envelope: { ...Captcha.shape, ...ServerAbout.shape },
});
/** `user` is the whole record here. On a RuoYi server, only the fields of `SessionUser` are certain. */
export const userInfo = defineEndpoint(root, 'GET /getInfo', {
  access: 'signedIn',
  rest: 'GET /account',
  envelope: { ...UserInfo.shape, user: User },
});
export const userRouters = defineEndpoint(root, 'GET /getRouters', { access: 'signedIn', data: z.array(ServerRoute) });

/** Password confirmation before a sensitive action. */
export const confirmPassword = defineEndpoint({ path: '/account' }, 'POST /confirm', {
  access: 'signedIn',
  rest: 'POST /account/confirm-password',
  body: PasswordConfirmation,
  envelope: message,
});
export const unlockScreen = defineEndpoint(root, 'POST /unlockscreen', {
  access: 'signedIn',
  body: PasswordConfirmation,
  envelope: message,
});
export const ownSignIns = defineEndpoint({ path: '/account/signIn', rest: 'account/sign-ins' }, 'GET /list', {
  access: 'signedIn',
  filters: z.object({}),
  rows: OwnSignIn,
});

/** Maximum long-poll time in seconds, below common proxy timeouts. */
const MAX_WATCH_SECONDS = 30;

const sessions = { path: '/account/session', rest: 'account/sessions', log: '登录设备' };

export const ownSessions = defineEndpoint(sessions, 'GET /list', { access: 'signedIn', filters: z.object({}), rows: OwnSession });
/** A long poll until the session ends. */
export const ownSessionWatch = defineEndpoint(sessions, 'GET /watch', {
  access: 'signedIn',
  rest: false,
  query: z.object({ seconds: z.coerce.number().int().min(0).max(MAX_WATCH_SECONDS).default(0) }),
});
export const endOtherSessions = defineEndpoint(sessions, 'DELETE /others', { access: 'signedIn', log: 'forceOut' });
export const endOwnSession = defineEndpoint(sessions, 'DELETE /:id', { access: 'signedIn', params: { id: z.uuid() }, log: 'forceOut' });

/** Most login names in one request. */
export const MAX_DISPLAY_NAMES = 100;

/** Display names by login name, for records that name their users by login. Unknown names are absent. */
export const displayNames = defineEndpoint({ path: '/account/displayName' }, 'GET', {
  access: 'signedIn',
  query: z.object({
    userNames: z
      .string()
      .max(MAX_DISPLAY_NAMES * 31)
      .default('')
      .transform((names) => [...new Set(names.split(',').filter(Boolean))])
      .pipe(z.array(z.string().max(30)).max(MAX_DISPLAY_NAMES)),
  }),
  data: z.record(z.string(), z.string()),
});

const profile = { path: '/system/user/profile', rest: 'account/profile', log: '个人信息' };

export const ownProfile = defineEndpoint(profile, 'GET', {
  access: 'signedIn',
  data: User,
  envelope: { roleGroup: z.string(), postGroup: z.string() },
});
export const editOwnProfile = defineEndpoint(profile, 'PUT', {
  access: 'signedIn',
  body: ProfileInput,
  log: 'edit',
  word: (field) => `account.profile.${field}`,
});
/** Part `avatarfile`. `imgUrl`: address of the picture below `/api`. */
export const replaceAvatar = defineEndpoint(profile, 'POST /avatar', {
  access: 'signedIn',
  rest: 'PUT /account/profile/avatar',
  log: { title: '用户头像', type: 'edit' },
  envelope: { imgUrl: z.string() },
});
