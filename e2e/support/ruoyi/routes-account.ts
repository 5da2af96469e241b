import { randomBytes } from 'node:crypto';
import { affected, type Call, ok, okData, Refusal, type Routes } from './call.ts';
import { timeText } from './clock.ts';
import { routersOf } from './menu-tree.ts';
import { nextId, type User } from './records.ts';
import { settingOf } from './routes-settings.ts';
import { created } from './table.ts';

/** Solution of every captcha. */
export const CAPTCHA_CODE = '7';

/** A one-pixel image, base64 without prefix. */
const PIXEL =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';

const ATTEMPTS = 5;
const captchaEnabled = (call: Call) => settingOf(call, 'sys.account.captchaEnabled') !== 'false';

function recordSignIn({ db }: Call, userName: string, msg: string, status: '0' | '1') {
  db.loginLogs.push({
    ...{ infoId: nextId(db, 'infoId'), userName, ipaddr: '127.0.0.1', loginLocation: '内网IP', browser: 'Chrome140', os: 'Linux' },
    ...{ status, msg, loginTime: timeText() },
  });
}

/** @throws Refusal when the captcha is wrong; each attempt consumes it */
function checkCaptcha(call: Call, refuse: (message: string) => Refusal) {
  if (!captchaEnabled(call)) return;
  const key = `captcha_codes:${call.body.text('uuid') ?? ''}`;
  const expected = call.cache.get<string>(key);
  if (expected === undefined) throw refuse('验证码已失效');
  call.cache.delete(key);
  if ((call.body.text('code') ?? '').toLowerCase() !== expected) throw refuse('验证码错误');
}

function signIn(call: Call) {
  const { db, body, cache, access } = call;
  const userName = body.text('username') ?? '';
  const password = body.text('password') ?? '';
  const refuse = (message: string, logged = message) => {
    recordSignIn(call, userName, logged, '1');
    return new Refusal(message);
  };
  checkCaptcha(call, refuse);
  const wrong = '用户不存在/密码错误';
  if (!userName || !password) throw refuse(wrong, '* 必须填写');
  if (password.length < 5 || password.length > 20 || userName.length < 2 || userName.length > 20) throw refuse(wrong);
  const user = db.users.findLast((row) => row.userName === userName && row.delFlag === '0');
  if (!user) throw refuse(wrong);
  if (user.status === '1') throw refuse('用户已封禁，请联系管理员');
  const counter = `pwd_err_cnt:${userName}`;
  const failures = cache.get<number>(counter) ?? 0;
  if (failures >= ATTEMPTS) throw refuse(`密码输入错误${ATTEMPTS}次，帐户锁定10分钟`);
  if (user.password !== password) {
    cache.set(counter, failures + 1);
    throw refuse(wrong);
  }
  cache.delete(counter);
  recordSignIn(call, userName, '登录成功', '0');
  Object.assign(user, { loginIp: '127.0.0.1', loginDate: timeText() });
  return ok({ token: access.signIn(user, call.userAgent) });
}

/** Inserts a user; empty fields get the column default. */
export function insertUser({ db }: Call, fields: Partial<User>, createBy: string | null): User {
  const user: User = {
    ...{ ...created(createBy), userId: nextId(db, 'userId'), deptId: null, userName: '', nickName: '', email: '', phonenumber: '' },
    ...{ sex: '0', avatar: '', password: '', status: '0', delFlag: '0', loginIp: '', loginDate: null, pwdUpdateDate: null, ...fields },
  };
  db.users.push(user);
  return user;
}

function register(call: Call) {
  const { db, body } = call;
  if (settingOf(call, 'sys.account.registerUser') !== 'true') throw new Refusal('当前系统没有开启注册功能！');
  checkCaptcha(call, (message) => new Refusal(message));
  const [userName, password] = [body.text('username') ?? '', body.text('password') ?? ''];
  if (!userName) throw new Refusal('用户名不能为空');
  if (!password) throw new Refusal('用户密码不能为空');
  if (userName.length < 2 || userName.length > 20) throw new Refusal('账户长度必须在2到20个字符之间');
  if (password.length < 5 || password.length > 20) throw new Refusal('密码长度必须在5到20个字符之间');
  if (db.users.some((row) => row.userName === userName && row.delFlag === '0'))
    throw new Refusal(`保存用户'${userName}'失败，注册账号已存在`);
  insertUser(call, { userName, nickName: userName, password, pwdUpdateDate: timeText() }, null);
  recordSignIn(call, userName, '注册成功', '0');
  return ok();
}

function roleKeysOf({ db, session }: Call): string[] {
  const roleIds = db.userRoles.filter(({ userId }) => userId === session.user.userId).map(({ roleId }) => roleId);
  return db.roles.filter(({ roleId, delFlag }) => delFlag === '0' && roleIds.includes(roleId)).flatMap(({ roleKey }) => roleKey.split(','));
}

function userInfo(call: Call) {
  const { session, access, version } = call;
  access.refreshPermissions(session);
  const changed = session.user.pwdUpdateDate;
  const days = Number(settingOf(call, 'sys.account.passwordValidateDays') || 0);
  const expired = days > 0 && (!changed || Date.now() - Date.parse(`${changed.replace(' ', 'T')}+08:00`) > days * 86_400_000);
  return ok({
    user: session.user,
    roles: session.user.userId === 1 ? ['admin'] : roleKeysOf(call),
    permissions: session.permissions,
    ...(version === '3.9' && {
      isDefaultModifyPwd: settingOf(call, 'sys.account.initPasswordModify') === '1' && !changed,
      isPasswordExpired: expired,
    }),
  });
}

function unlockScreen({ db, session, body }: Call) {
  const password = body.text('password');
  if (!password) throw new Refusal('密码不能为空');
  const user = db.users.find(({ userId }) => userId === session.user.userId);
  if (user?.password !== password) throw new Refusal('密码错误，请重新输入');
  return ok({ msg: '解锁成功' });
}

export const accountRoutes: Routes = {
  'GET /captchaImage': {
    open: true,
    handle: (call) => {
      if (!captchaEnabled(call)) return ok({ captchaEnabled: false });
      const uuid = randomBytes(16).toString('hex');
      call.cache.set(`captcha_codes:${uuid}`, CAPTCHA_CODE);
      return ok({ captchaEnabled: true, uuid, img: PIXEL });
    },
  },
  'POST /login': { open: true, handle: signIn },
  'POST /register': { open: true, handle: register },
  'GET /getInfo': { handle: userInfo },
  'GET /getRouters': { handle: ({ db, session }) => okData(routersOf(db, session.user.userId)) },
  'POST /unlockscreen': { handle: unlockScreen },
};

const belongsToOther = (call: Call, column: 'phonenumber' | 'email') => {
  const value = call.body.text(column);
  const { userId } = call.session.user;
  return Boolean(value) && call.db.users.some((row) => row[column] === value && row.delFlag === '0' && row.userId !== userId);
};

const ownRow = ({ db, session }: Call) => db.users.find(({ userId }) => userId === session.user.userId);

function updateProfile(call: Call) {
  const { session, body } = call;
  const name = session.user.userName;
  const [email, phonenumber, nickName, sex] = ['email', 'phonenumber', 'nickName', 'sex'].map((field) => body.text(field));
  if (belongsToOther(call, 'phonenumber')) throw new Refusal(`修改用户'${name}'失败，手机号码已存在`);
  if (belongsToOther(call, 'email')) throw new Refusal(`修改用户'${name}'失败，邮箱账号已存在`);
  const row = ownRow(call);
  if (!row) throw new Refusal('修改个人信息异常，请联系管理员');
  // the session copies all sent values, null included; the row keeps values that were not sent
  Object.assign(session.user, { email, phonenumber, nickName, sex });
  Object.assign(row, email !== null && { email }, phonenumber !== null && { phonenumber }, nickName && { nickName }, sex && { sex });
  return ok();
}

function updatePassword(call: Call) {
  const [oldPassword, newPassword] = [call.body.text('oldPassword'), call.body.text('newPassword')];
  const row = ownRow(call);
  if (row?.password !== oldPassword) throw new Refusal('修改密码失败，旧密码错误');
  if (row.password === newPassword) throw new Refusal('新密码不能与旧密码相同');
  const pwdUpdateDate = timeText();
  Object.assign(row, { password: newPassword ?? '', pwdUpdateDate });
  Object.assign(call.session.user, { pwdUpdateDate });
  return ok();
}

export const profileRoutes: Routes = {
  'GET /system/user/profile': {
    handle: ({ db, session: { user } }) => {
      const postIds = db.userPosts.filter(({ userId }) => userId === user.userId).map(({ postId }) => postId);
      const postGroup = db.posts.filter(({ postId }) => postIds.includes(postId)).map(({ postName }) => postName);
      return ok({ data: user, roleGroup: user.roles.map(({ roleName }) => roleName).join(','), postGroup: postGroup.join(',') });
    },
  },
  'PUT /system/user/profile': { log: ['个人信息', 2], handle: updateProfile },
  'PUT /system/user/profile/updatePwd': { log: ['个人信息', 2], handle: updatePassword },
  'POST /system/user/profile/avatar': {
    log: ['用户头像', 2],
    handle: (call) => {
      const upload = call.uploads.find(({ field }) => field === 'avatarfile');
      if (!upload) throw new Refusal("Required part 'avatarfile' is not present.");
      const imgUrl = `/profile/avatar/${timeText().slice(0, 10).replaceAll('-', '/')}/${randomBytes(16).toString('hex')}.png`;
      call.files.set(imgUrl, upload.bytes);
      const row = ownRow(call);
      if (row) row.avatar = imgUrl;
      call.session.user.avatar = imgUrl;
      affected(row ? 1 : 0);
      return ok({ imgUrl });
    },
  },
};
