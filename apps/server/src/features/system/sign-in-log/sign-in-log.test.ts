import { SignInLog } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as signInLogService from './sign-in-log.service.ts';

describe('sign-in log', () => {
  let server: TestServer;
  let guard: Client;
  const record = (overrides: object) =>
    signInLogService.record(server.db, {
      ...{
        userName: 'li',
        ipaddr: '127.0.0.1',
        loginLocation: '内网IP',
        browser: 'Chrome120',
        os: 'Windows10',
        status: '0',
        msg: '登录成功',
      },
      ...overrides,
    });

  beforeAll(async () => {
    server = await startTestServer();
    guard = await server.as(['monitor:logininfor:list', 'monitor:logininfor:export']);
    return () => server.close();
  });

  it('records browser, system and location', async () => {
    const headers = {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0',
    };
    await server.stranger.post('/login', { username: 'stranger', password: 'x' }, headers);
    const { body } = await guard.get('/monitor/logininfor/list?userName=stranger');
    expect(body).toMatchObject({
      total: 1,
      rows: [{ userName: 'stranger', ipaddr: '127.0.0.1', loginLocation: '内网IP', browser: 'Edge142', os: 'Windows10', status: '1' }],
    });
    expect(body.rows[0].msg).toContain('验证码');
    const english = (await guard.get('/monitor/logininfor/list?userName=stranger', { 'accept-language': 'en' })).body.rows[0];
    expect(english).toMatchObject({ loginLocation: 'Internal network', msg: expect.stringContaining('aptcha') });
    expect(SignInLog.strict().safeParse(body.rows[0]).error).toBeUndefined();
  });

  it('is filtered by name, address, result and time, newest first, and sorted on request', async () => {
    await record({ userName: 'wang', ipaddr: '10.1.2.3' });
    await record({ userName: 'zhao', ipaddr: '10.1.2.4', status: '1' });
    const names = async (query: string) =>
      (await guard.get(`/monitor/logininfor/list?${query}`)).body.rows.map((row: { userName: string }) => row.userName);
    expect(await names('ipaddr=10.1.2')).toEqual(['zhao', 'wang']);
    expect(await names('ipaddr=10.1.2&orderByColumn=userName&isAsc=ascending')).toEqual(['wang', 'zhao']);
    expect(await names('ipaddr=10.1.2&status=1')).toEqual(['zhao']);
    expect(await names('ipaddr=10.1.2&params[endTime]=2020-01-01')).toEqual([]);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(await names(`ipaddr=10.1.2&params%5BbeginTime%5D=${today}&params%5BendTime%5D=${today}`)).toHaveLength(2);
    expect((await guard.get('/monitor/logininfor/list?orderByColumn=msg')).body.problem).toBe('invalidInput');
  });

  it('includes the last second of a range in the RuoYi format', async () => {
    const late = { userName: 'late', ipaddr: '10.9.9.9', loginLocation: '', browser: '', os: '', status: '0', msg: '' };
    await server.db
      .insertInto('signInLog')
      .values({ ...late, loginTime: '2026-01-05 23:59:59.6+08' })
      .execute();
    const namesOnDay = async (day: string) => {
      const range = `params[beginTime]=${day} 00:00:00&params[endTime]=${day} 23:59:59`;
      return (await guard.get(`/monitor/logininfor/list?userName=late&${encodeURI(range)}`)).body.total;
    };
    expect([await namesOnDay('2026-01-04'), await namesOnDay('2026-01-05'), await namesOnDay('2026-01-06')]).toEqual([0, 1, 0]);
  });

  it('truncates text to the column length', async () => {
    await record({ userName: `long${'x'.repeat(100)}`, msg: 'y'.repeat(400) });
    const [row] = (await guard.get('/monitor/logininfor/list?userName=long')).body.rows;
    expect([row.userName.length, row.msg.length]).toEqual([50, 255]);
  });

  it('is exported, and requires the permission', async () => {
    expect((await guard.post('/monitor/logininfor/export', 'status=0')).type).toContain('spreadsheetml');
    const clerk = await server.as([]);
    for (const answer of [await clerk.get('/monitor/logininfor/list'), await clerk.post('/monitor/logininfor/export', '')])
      expect(answer.body).toMatchObject({ code: 403 });
  });

  it('deletes rows all or none, or clears them, with an audit log entry', async () => {
    const keeper = await server.as(['monitor:logininfor:list', 'monitor:logininfor:remove']);
    for (const userName of ['gone', 'gone', 'stays']) await record({ userName });
    const idsOf = async (userName: string) =>
      (await keeper.get(`/monitor/logininfor/list?userName=${userName}`)).body.rows.map((row: { infoId: number }) => row.infoId);
    const [first, second] = await idsOf('gone');
    expect((await keeper.delete(`/monitor/logininfor/${first},99999999`)).body.problem).toBe('notFound');
    expect(await idsOf('gone')).toHaveLength(2);
    expect((await keeper.delete(`/monitor/logininfor/${first},${second}`)).body).toMatchObject({ code: 200 });
    expect([await idsOf('gone'), (await idsOf('stays')).length]).toEqual([[], 1]);
    for (const url of ['/monitor/logininfor/clean', `/monitor/logininfor/${(await idsOf('stays'))[0]}`])
      expect((await guard.delete(url)).body).toMatchObject({ code: 403 });
    expect((await keeper.delete('/monitor/logininfor/clean')).body).toMatchObject({ code: 200 });
    expect((await keeper.get('/monitor/logininfor/list')).body.total).toBe(0);
    const acts = await server.db
      .selectFrom('auditLog')
      .select(['title', 'businessType', 'status'])
      .where('operName', '=', keeper.userName)
      .orderBy('operId')
      .execute();
    expect(acts).toEqual([
      { title: '登录日志', businessType: 3, status: '1' },
      { title: '登录日志', businessType: 3, status: '0' },
      { title: '登录日志', businessType: 9, status: '0' },
    ]);
  });
});
