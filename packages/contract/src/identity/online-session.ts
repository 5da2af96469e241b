import { z } from 'zod';
import { Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** A session of somebody who is signed in. */
export const Online = z.object({
  /** Names the session; opens nothing. */
  tokenId: z.uuid(),
  userName: z.string(),
  nickName: z.string(),
  deptName: z.string().nullable(),
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  /** Milliseconds since 1970, as the family has it here and nowhere else. */
  loginTime: z.int(),
  activeTime: Time,
  /** The session that asks. */
  current: z.boolean(),
});
export type Online = z.output<typeof Online>;

/** Who is signed in. Without `pageSize` the list is whole, as clients of the family expect that page in the browser. */
export const onlines = defineResource({
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

/** Session numbers, a comma list in a path. */
export const TokenIds = z.preprocess((ids) => (typeof ids === 'string' ? ids.split(',') : ids), z.array(z.uuid()).min(1).max(500));
