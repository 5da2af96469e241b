import { z } from 'zod';
import { Flag, Id, Moment, Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** `status` 0 success, 1 failure. */
export const SignInLog = z.object({
  infoId: Id,
  userName: z.string(),
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  status: Flag,
  msg: z.string(),
  loginTime: Time,
});

export const signInLogs = defineResource({
  domain: 'monitor',
  name: 'logininfor',
  key: 'infoId',
  ownWords: ['status'],
  log: '登录日志',
  operations: ['list', 'remove', 'export'],
  record: SignInLog,
  input: z.object({}),
  filters: z.object({ ipaddr: text(128), userName: text(50), status: Flag, beginTime: Moment, endTime: Moment }).partial(),
  sortable: ['userName', 'loginTime'],
});
