import { affected, type Call, ok, okData, type Routes } from './call.ts';
import { commandStats, redisInfo } from './redis-info.ts';
import { spreadsheetRoute } from './spreadsheet.ts';
import { filterRows, pageOf, removeRows } from './table.ts';

const onlineRoutes: Routes = {
  'GET /monitor/online/list': {
    permission: 'monitor:online:list',
    // paging and order are ignored
    handle: ({ access, parameters }) => {
      const [ipaddr, userName] = [parameters.text('ipaddr'), parameters.text('userName')];
      const sessions = access.sessions().filter((session) => !ipaddr || session.ipaddr === ipaddr);
      const rows = sessions
        .filter(({ user }) => !userName || user.userName === userName)
        .map(({ user, permissions: _, ...session }) => ({ ...session, userName: user.userName, deptName: user.dept?.deptName ?? null }));
      return { total: rows.length, rows, code: 200, msg: '查询成功' };
    },
  },
  'DELETE /monitor/online/:tokenId': {
    permission: 'monitor:online:forceLogout',
    log: ['在线用户', 7],
    handle: ({ access, variable }) => {
      access.signOut(variable('tokenId'));
      return ok();
    },
  },
};

const noAudit = { createBy: null, createTime: null, updateBy: null, updateTime: null, remark: null };

/** RuoYi reads a date at the end of a range as its first second, which excludes that day. */
const operLogsOf = (call: Call) => {
  const filters = { like: ['operIp', 'title', 'operName'], equal: ['businessType', 'status'], time: 'operTime' } as const;
  const rows = filterRows(call.db.operLogs, call, { ...filters, like: [...filters.like], equal: [...filters.equal] });
  const types = call.parameters.ids('businessTypes');
  return rows
    .filter(({ businessType }) => !types || types.includes(businessType))
    .toSorted((one, other) => other.operId - one.operId)
    .map((row) => ({ ...noAudit, ...row, businessTypes: null }));
};
const operLogColumns = ['operId', 'title', 'businessType', 'operName', 'operIp', 'status', 'operTime', 'costTime'] as const;

const loginLogsOf = (call: Call) =>
  filterRows(call.db.loginLogs, call, { like: ['ipaddr', 'userName'], equal: ['status'], time: 'loginTime' })
    .toSorted((one, other) => other.infoId - one.infoId)
    .map((row) => ({ ...noAudit, ...row }));
const loginLogColumns = ['infoId', 'userName', 'ipaddr', 'loginLocation', 'browser', 'os', 'status', 'msg', 'loginTime'] as const;

const logRoutes: Routes = {
  'GET /monitor/operlog/list': { permission: 'monitor:operlog:list', handle: (call) => pageOf(operLogsOf(call), call, operLogColumns) },
  ...spreadsheetRoute('/monitor/operlog/export', 'monitor:operlog:export', '操作日志', operLogsOf, {
    ...{ 操作序号: 'operId', 操作模块: 'title', 业务类型: 'businessType', 操作人员: 'operName', 操作时间: 'operTime' },
  }),
  'DELETE /monitor/operlog/clean': {
    permission: 'monitor:operlog:remove',
    log: ['操作日志', 9],
    handle: ({ db }) => {
      removeRows(db.operLogs, () => true);
      return ok();
    },
  },
  'DELETE /monitor/operlog/:operIds': {
    permission: 'monitor:operlog:remove',
    log: ['操作日志', 3],
    handle: ({ db, ids }) => affected(removeRows(db.operLogs, ({ operId }) => ids('operIds').includes(operId))),
  },
  'GET /monitor/logininfor/list': {
    permission: 'monitor:logininfor:list',
    handle: (call) => pageOf(loginLogsOf(call), call, loginLogColumns),
  },
  ...spreadsheetRoute('/monitor/logininfor/export', 'monitor:logininfor:export', '登录日志', loginLogsOf, {
    ...{ 序号: 'infoId', 用户账号: 'userName', 登录状态: 'status', 登录地址: 'ipaddr', 提示消息: 'msg', 访问时间: 'loginTime' },
  }),
  'DELETE /monitor/logininfor/clean': {
    permission: 'monitor:logininfor:remove',
    log: ['登录日志', 9],
    handle: ({ db }) => {
      removeRows(db.loginLogs, () => true);
      return ok();
    },
  },
  'DELETE /monitor/logininfor/:infoIds': {
    permission: 'monitor:logininfor:remove',
    log: ['登录日志', 3],
    handle: ({ db, ids }) => affected(removeRows(db.loginLogs, ({ infoId }) => ids('infoIds').includes(infoId))),
  },
  'GET /monitor/logininfor/unlock/:userName': {
    permission: 'monitor:logininfor:unlock',
    log: ['账户解锁', 0],
    handle: ({ cache, variable }) => {
      cache.delete(`pwd_err_cnt:${variable('userName')}`);
      return ok();
    },
  },
};

const cacheNames: [name: string, remark: string][] = [
  ['login_tokens:', '用户信息'],
  ['sys_config:', '配置信息'],
  ['sys_dict:', '数据字典'],
  ['captcha_codes:', '验证码'],
  ['repeat_submit:', '防重提交'],
  ['rate_limit:', '限流处理'],
  ['pwd_err_cnt:', '密码错误次数'],
];
const permission = 'monitor:cache:list';

const cacheRoutes: Routes = {
  'GET /monitor/cache': { permission, handle: ({ cache }) => okData({ info: redisInfo, dbSize: cache.size, commandStats }) },
  'GET /monitor/cache/getNames': {
    permission,
    handle: () => okData(cacheNames.map(([cacheName, remark]) => ({ cacheName, cacheKey: '', cacheValue: '', remark }))),
  },
  'GET /monitor/cache/getKeys/:cacheName': { permission, handle: ({ cache, variable }) => okData(cache.keys(variable('cacheName'))) },
  'GET /monitor/cache/getValue/:cacheName/:cacheKey': {
    permission,
    handle: ({ cache, variable }) => {
      const [name, key] = [variable('cacheName'), variable('cacheKey')];
      const value = cache.get(key);
      return okData({
        ...{ cacheName: name.replaceAll(':', ''), cacheKey: key.replaceAll(name, ''), remark: '' },
        cacheValue: value === undefined ? null : JSON.stringify(value),
      });
    },
  },
  'DELETE /monitor/cache/clearCacheName/:cacheName': {
    permission,
    handle: ({ cache, variable }) => {
      cache.deleteByPrefix(variable('cacheName'));
      return ok();
    },
  },
  'DELETE /monitor/cache/clearCacheKey/:cacheKey': {
    permission,
    handle: ({ cache, variable }) => {
      cache.delete(variable('cacheKey'));
      return ok();
    },
  },
  // also ends all sessions
  'DELETE /monitor/cache/clearCacheAll': {
    permission,
    handle: ({ cache }) => {
      cache.deleteByPrefix('');
      return ok();
    },
  },
};

const serverInfo = {
  cpu: { cpuNum: 4, total: 400, sys: 1.25, used: 3.5, wait: 0.25, free: 95 },
  mem: { total: 15.61, used: 6.4, free: 9.21, usage: 41 },
  jvm: {
    ...{ total: 512, max: 3996, free: 300.12, used: 211.88, usage: 41.38, name: 'OpenJDK 64-Bit Server VM', version: '17.0.15' },
    ...{ home: '/usr/lib/jvm/java-17-openjdk-amd64', startTime: '2026-01-06 08:00:00', runTime: '0天3小时12分钟' },
    inputArgs: '[-Xms512m, -Dname=ruoyi-admin.jar]',
  },
  sys: { computerName: 'vm', computerIp: '192.0.2.1', userDir: '/opt/ruoyi', osName: 'Linux', osArch: 'amd64' },
  sysFiles: [
    { dirName: '/', sysTypeName: 'ext4', typeName: '/', total: '98.3 GB', free: '60.1 GB', used: '38.2 GB', usage: 38.86 },
    { dirName: '/data', sysTypeName: 'xfs', typeName: '/data', total: '500.0 GB', free: '41.0 GB', used: '459.0 GB', usage: 91.8 },
  ],
};

export const monitorRoutes: Routes = {
  ...onlineRoutes,
  ...logRoutes,
  ...cacheRoutes,
  'GET /monitor/server': { permission: 'monitor:server:list', handle: () => okData(serverInfo) },
};
