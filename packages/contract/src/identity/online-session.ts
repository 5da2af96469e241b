import { z } from 'zod';
import { Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

export const Online = z.object({
  /** Not a credential. */
  tokenId: z.uuid(),
  userName: z.string(),
  nickName: z.string(),
  deptName: z.string().nullable(),
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  /** Milliseconds since 1970. RuoYi uses this format only here. */
  loginTime: z.int(),
  activeTime: Time,
  current: z.boolean(),
});
export type Online = z.output<typeof Online>;

/** Active sessions. Without `pageSize` the list is complete, because RuoYi clients page it in the browser. */
export const onlineSessions = defineResource({
  domain: 'monitor',
  name: 'online',
  key: 'tokenId',
  log: '在线用户',
  operations: ['list'],
  record: Online,
  input: z.object({}),
  filters: z.object({ ipaddr: text(128), userName: text(50) }).partial(),
  wire: { pagedWith: 'onlinePaging' },
  sortable: ['userName', 'loginTime', 'activeTime'],
});

export const TokenIds = z.preprocess((ids) => (typeof ids === 'string' ? ids.split(',') : ids), z.array(z.uuid()).min(1).max(500));
