import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Envelope, ruoyiClient } from './client.ts';
import { type RuoYi, startRuoYi } from './server.ts';
import { workbook } from './spreadsheet.ts';

type Rows = Record<string, unknown>[];

/** Behaviour of RuoYi-Vue 3.9.2 that clients must handle. Each case once broke the console. */
describe('the rules of a RuoYi server', () => {
  let ruoyi: RuoYi;
  let client: ReturnType<typeof ruoyiClient>;
  beforeEach(async () => {
    ruoyi = await startRuoYi();
    client = ruoyiClient(ruoyi.url);
    await client.signIn('admin');
    return () => ruoyi.stop();
  });
  const put = (address: string, json: object) => client.send(`PUT ${address}`, { json });
  const userOf = async (userId: number) =>
    (await client.send(`GET /system/user/${userId}`)) as Envelope & { data: Record<string, unknown> };
  const ry = { userId: 2, userName: 'ry', nickName: '若依', roleIds: [2], postIds: [2], deptId: 105 };

  it.each([
    ['PUT /system/role', { roleId: 2, roleName: '改名', roleKey: 'common', roleSort: 2, menuIds: null }],
    ['PUT /system/role', { roleId: 2, roleName: '改名', roleKey: 'common', roleSort: 2 }],
    ['POST /system/role', { roleName: '改名', roleKey: 'x', roleSort: 3 }],
    ['PUT /system/role/dataScope', { roleId: 2, roleName: '改名', dataScope: '5' }],
  ])('refuses %s without its array, and saves nothing', async (call, json) => {
    expect(await client.send(call, { json })).toEqual({ code: 500, msg: 'Cannot read the array length because "<local4>" is null' });
    expect(ruoyi.db.roles.map(({ roleName }) => roleName)).toEqual(['超级管理员', '普通角色']);
  });

  it('reads an absent flag of a role as false', async () => {
    await put('/system/role/changeStatus', { roleId: 2, status: '1' });
    const { data } = await client.send('GET /system/role/2');
    expect(data).toMatchObject({ status: '1', menuCheckStrictly: false, deptCheckStrictly: false, roleName: '普通角色' });
  });

  it('removes roles and posts of a user that is saved without them', async () => {
    const { roleIds: _, postIds: __, ...partial } = ry;
    expect((await put('/system/user', partial)).code).toBe(200);
    expect(await userOf(2)).toMatchObject({ roleIds: [], postIds: [] });
  });

  it('keeps what is null, clears by an empty text, and clears a department by null', async () => {
    const before = (await userOf(2)).data;
    await put('/system/user', { ...ry, email: null, phonenumber: '', remark: '', nickName: '', deptId: null });
    const { data } = await userOf(2);
    expect(data).toMatchObject({ email: before.email, phonenumber: '', remark: '', nickName: before.nickName, deptId: null, dept: null });
  });

  it('requires the user name, and never changes it', async () => {
    const { userName: _, ...partial } = ry;
    expect((await put('/system/user', partial)).msg).toBe('用户账号不能为空');
    await put('/system/user', { ...ry, userName: 'renamed' });
    expect((await userOf(2)).data.userName).toBe('ry');
  });

  it('takes authRole without roles as none', async () => {
    await client.send('PUT /system/user/authRole?userId=2&roleIds=');
    const { roles } = await client.send('GET /system/user/authRole/2');
    expect((roles as Rows).map(({ flag }) => flag)).toEqual([false]);
  });

  it('imports at once, whatever other parameters say', async () => {
    const { bytes } = await workbook('用户数据', { 登录名称: 'name', 用户名称: 'nick' }, [{ name: 'sunny', nick: '晴' }]);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'user.xlsx');
    const { msg } = await client.send('POST /system/user/importData?dryRun=1&background=1', { form });
    expect(msg).toBe('恭喜您，数据已全部导入成功！共 1 条，数据如下：<br/>1、账号 sunny 导入成功');
    const again = await client.send('POST /system/user/importData', { form });
    expect(again.msg).toBe('很抱歉，导入失败！共 1 条数据格式不正确，错误如下：<br/>1、账号 sunny 已存在');
    await client.signIn('sunny', '123456');
    expect((await client.send('GET /getInfo')).code).toBe(200);
  });

  it.each([
    ['/system/user/list?roleId=1', 2],
    ['/system/notice/list?status=1', 3],
    ['/monitor/jobLog/list?jobId=99', 2],
  ])('ignores the filter of %s', async (address, total) => {
    expect((await client.send(`GET ${address}`)).total).toBe(total);
  });

  it('refuses an order by a column that it does not have', async () => {
    const { code, msg } = await client.send('GET /monitor/jobLog/list?orderByColumn=costTime&isAsc=desc');
    expect(code).toBe(500);
    expect(msg).toContain("Unknown column 'cost_time' in 'order clause'");
  });

  it('loses the last day of a range without a time on the logs, not on users', async () => {
    const { loginLogs } = ruoyi.db;
    const day = String(loginLogs.at(-1)?.loginTime).slice(0, 10);
    // shortly after midnight some entries are of the day before
    const earlierLogs = loginLogs.filter(({ loginTime }) => !loginTime.startsWith(day));
    expect(earlierLogs.length).toBeLessThan(loginLogs.length);
    const totalOf = async (list: string, end: string) => (await client.send(`GET ${list}?params[endTime]=${end}&userName=`)).total;
    expect(await totalOf('/monitor/logininfor/list', day)).toBe(earlierLogs.length);
    expect(await totalOf('/monitor/logininfor/list', encodeURIComponent(`${day} 23:59:59`))).toBe(loginLogs.length);
    expect(await totalOf('/system/user/list', '2026-01-05')).toBe(2);
  });

  it('deletes a log for good; only the clearing itself is logged', async () => {
    await client.send('DELETE /monitor/operlog/clean');
    const { rows } = await client.send('GET /monitor/operlog/list');
    expect((rows as Rows).map(({ title, businessType }) => [title, businessType])).toEqual([['操作日志', 9]]);
  });

  it('reads only the notices that are named', async () => {
    const unread = async () => (await client.send('GET /system/notice/listTop')).unreadCount;
    expect(await unread()).toBe(3);
    await client.send('POST /system/notice/markReadAll?ids=all');
    expect(await unread()).toBe(3);
    await client.send('POST /system/notice/markReadAll?ids=1,2');
    expect(await unread()).toBe(1);
  });

  it('lets nobody sign in with a password of more than 20 characters', async () => {
    const password = 'a'.repeat(21);
    expect((await put('/system/user/resetPwd', { userId: 2, password })).code).toBe(200);
    expect(await client.send('POST /login', { json: { username: 'ry', password } })).toEqual({ code: 500, msg: '用户不存在/密码错误' });
  });

  it('locks an account after five wrong passwords, until it is unlocked', async () => {
    const signIn = async (password: string) => (await client.send('POST /login', { json: { username: 'ry', password } })).msg;
    for (let attempt = 0; attempt < 5; attempt++) expect(await signIn('wrong-one')).toBe('用户不存在/密码错误');
    expect(await signIn('admin123')).toBe('密码输入错误5次，帐户锁定10分钟');
    await client.send('GET /monitor/logininfor/unlock/ry');
    expect(await signIn('admin123')).toBe('操作成功');
  });

  it('stores a new job paused, needs its state in a change, and logs a run', async () => {
    const job = { jobName: '备份', jobGroup: 'DEFAULT', invokeTarget: 'ryTask.ryNoParams', cronExpression: '0 0 1 * * ?' };
    await client.send('POST /monitor/job', { json: { ...job, status: '0' } });
    const { rows } = await client.send('GET /monitor/job/list?jobName=备份');
    const [added] = rows as [Record<string, unknown>];
    expect(added).toMatchObject({ status: '1', nextValidTime: expect.stringMatching(/ 01:00:00$/) });
    expect((await put('/monitor/job', { ...job, jobId: added.jobId })).msg).toContain('SysJob.getStatus()" is null');
    await put('/monitor/job/run', { jobId: added.jobId, jobGroup: 'DEFAULT' });
    expect((await client.send('GET /monitor/jobLog/list?jobName=备份')).total).toBe(1);
    expect((await put('/monitor/job/run', { jobId: added.jobId, jobGroup: 'OTHER' })).msg).toBe('任务不存在或已过期！');
  });

  it('empties the options of a generated table that is saved without `params`', async () => {
    await client.send('POST /tool/gen/importTable?tables=sys_post&tplWebType=element-plus');
    const read = async () => (await client.send('GET /tool/gen/6')).data as { info: Record<string, unknown> };
    const { info } = await read();
    await put('/tool/gen', { ...info, params: { parentMenuId: 3 } });
    expect((await read()).info).toMatchObject({ options: '{"parentMenuId":3}', parentMenuId: 3 });
    await put('/tool/gen', info);
    expect((await read()).info).toMatchObject({ options: '{}', parentMenuId: 0 });
  });

  it('ends all sessions when the whole cache is cleared', async () => {
    expect((await client.send('GET /monitor/cache/getKeys/login_tokens:')).data).toHaveLength(1);
    await client.send('DELETE /monitor/cache/clearCacheAll');
    expect((await client.send('GET /getInfo')).code).toBe(401);
  });
});

describe('a limited user of a RuoYi server', () => {
  let ruoyi: RuoYi;
  let client: ReturnType<typeof ruoyiClient>;
  beforeAll(async () => {
    ruoyi = await startRuoYi({ commonPermissions: ['system:user:list', 'system:user:query', 'system:role:list', 'system:dept:list'] });
    client = ruoyiClient(ruoyi.url);
    await client.signIn('ry');
  });
  afterAll(() => ruoyi?.stop());

  it('has the menus of its permissions only', async () => {
    const { data } = await client.send('GET /getRouters');
    const paths = (data as { path: string; children: { path: string }[] }[]).map(({ path, children }) => [
      path,
      children.map((child) => child.path),
    ]);
    expect(paths).toEqual([['/system', ['user', 'role', 'dept']]]);
  });

  it('sees only what is in its data scope', async () => {
    const namesIn = (rows: unknown, key: string) => (rows as Rows).map((row) => row[key]);
    expect(namesIn((await client.send('GET /system/user/list')).rows, 'userName')).toEqual(['ry']);
    expect(namesIn((await client.send('GET /system/role/list')).rows, 'roleKey')).toEqual(['common']);
    expect(namesIn((await client.send('GET /system/dept/list')).data, 'deptId')).toEqual([100, 101, 105]);
    expect((await client.send('GET /system/user/1')).msg).toBe('没有权限访问用户数据！');
  });

  it.each(['GET /monitor/server', 'PUT /system/user', 'DELETE /system/user/2', 'GET /monitor/online/list'])('may not %s', async (call) => {
    expect(await client.send(call)).toEqual({ code: 403, msg: '没有权限，请联系管理员授权' });
  });
});
