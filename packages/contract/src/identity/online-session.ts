import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { f } from '../core/field-kinds.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';

/** Active sessions. Without `pageSize` the list is complete, because RuoYi clients page it in the browser. */
export const onlineSessions = defineResource({
  domain: 'monitor',
  name: 'online',
  key: 'tokenId',
  rest: 'online-sessions',
  log: '在线用户',
  operations: ['list'],
  fields: {
    /** Not a credential. */
    tokenId: f.of('code', z.uuid()).stored(),
    userName: f.text(50).stored(),
    nickName: f.serverText().onlyWith('onlinePaging'),
    deptName: f.serverText().optional(),
    ipaddr: f.code(128).stored(),
    loginLocation: f.serverText(),
    browser: f.serverText(),
    os: f.serverText(),
    /** Milliseconds since 1970. RuoYi uses this format only here. */
    loginTime: f.serverNumber().stored(),
    activeTime: f.time().onlyWith('onlinePaging'),
    current: f.boolean().computed(),
  },
  filters: ['userName', 'ipaddr'],
  sortable: ['userName', 'loginTime', 'activeTime'],
  columns: ['userName', 'nickName', 'ipaddr', 'loginLocation', 'browser', 'os', 'deptName', 'loginTime', 'activeTime'],
  wire: { pagedWith: 'onlinePaging', pageSize: 500 },
});

export const Online = onlineSessions.record;
export type Online = RecordOf<typeof onlineSessions>;

export const TokenIds = z.preprocess((ids) => (typeof ids === 'string' ? ids.split(',') : ids), z.array(z.uuid()).min(1).max(500));

export const endOnlineSession = defineEndpoint(onlineSessions, 'DELETE /:tokenId', {
  permission: 'forceLogout',
  params: { tokenId: z.uuid() },
  log: 'forceOut',
});
/** Ends all of these sessions or none. */
export const endOnlineSessions = defineEndpoint(onlineSessions, 'DELETE /batch/:tokenIds', {
  permission: 'batchLogout',
  rest: false,
  params: { tokenIds: TokenIds },
  log: 'forceOut',
});
