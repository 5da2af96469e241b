import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { f } from '../core/field-kinds.ts';
import { defineResource } from '../core/resource.ts';

export const signInLogs = defineResource({
  domain: 'monitor',
  name: 'logininfor',
  key: 'infoId',
  rest: 'sign-in-logs',
  ownWords: ['status'],
  log: '登录日志',
  operations: ['list', 'remove', 'export'],
  fields: {
    userName: f.text(50).stored(),
    ipaddr: f.code(128).stored(),
    loginLocation: f.serverText(),
    browser: f.serverText(),
    os: f.serverText(),
    /** `0` success, `1` failure. */
    status: f.flag().stored(),
    msg: f.serverText(),
    loginTime: f.time(),
  },
  filters: ['userName', 'ipaddr', 'status', 'created'],
  sortable: ['userName', 'loginTime'],
  columns: ['userName', 'status', 'msg', 'ipaddr', 'loginLocation', 'browser', 'os', 'loginTime'],
});

export const SignInLog = signInLogs.record;

export const clearSignInLog = defineEndpoint(signInLogs, 'DELETE /clean', {
  permission: 'remove',
  rest: 'POST /sign-in-logs/clear',
  log: 'clear',
});

/** RuoYi unlocks with GET, and logs it. */
export const unlockAccount = defineEndpoint(signInLogs, 'GET /unlock/:userName', {
  permission: 'unlock',
  rest: 'DELETE /sign-in-locks/:userName',
  params: { userName: z.string().max(200) },
  log: { title: '账户解锁', type: 'other' },
});
