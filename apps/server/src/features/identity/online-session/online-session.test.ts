import { Online } from '@suyuan/contract';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';

describe('online users', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    // the first wait ends once the server listens for the end of sessions
    await (await server.as([])).get('/account/session/watch?seconds=30');
    return () => server.close();
  });

  const find = async (operator: Awaited<ReturnType<TestServer['as']>>, userName: string): Promise<Online> =>
    (await operator.get(`/monitor/online/list?userName=${userName}`)).body.rows[0];

  it('are real sessions, filtered by exact name and address, newest first, with harmless IDs', async () => {
    const operator = await server.as(['monitor:online:list']);
    const person = await server.as([]);
    const { body } = await operator.get('/monitor/online/list');
    expect(body.rows[0].userName).toBe(person.userName);
    for (const row of body.rows) expect(Online.strict().safeParse(row).error).toBeUndefined();
    const { tokenId, loginTime } = await find(operator, person.userName);
    expect(Math.abs(Date.now() - loginTime)).toBeLessThan(60_000);
    expect((await operator.get(`/monitor/online/list?userName=${person.userName.slice(0, -1)}`)).body.total).toBe(0);
    expect((await operator.get('/monitor/online/list?ipaddr=127.0.0.1&pageNum=1&pageSize=1')).body.rows).toHaveLength(1);
    const thief = await server.app.inject({ url: '/api/getInfo', headers: { authorization: `Bearer ${tokenId}` } });
    expect(thief.json().code).toBe(401);
    expect((await find(operator, operator.userName)).current).toBe(true);
  });

  it('are signed out at the next request, with an audit log entry', async () => {
    const operator = await server.as(['monitor:online:list', 'monitor:online:forceLogout']);
    const person = await server.as([]);
    const { tokenId } = await find(operator, person.userName);
    expect((await person.get('/getInfo')).body.code).toBe(200);
    expect((await operator.delete(`/monitor/online/${tokenId}`)).body.code).toBe(200);
    expect((await person.get('/getInfo')).body.code).toBe(401);
    expect((await operator.delete(`/monitor/online/${tokenId}`)).body.problem).toBe('notFound');
    const entry = await server.db
      .selectFrom('auditLog')
      .select(['businessType', 'status'])
      .where('title', '=', '在线用户')
      .orderBy('operId')
      .executeTakeFirst();
    expect(entry).toEqual({ businessType: 7, status: '0' });
  });

  it('are notified at once on an open page, and the wait is not counted as load', async () => {
    const operator = await server.as(['monitor:online:list', 'monitor:online:forceLogout', 'monitor:druid:list']);
    const person = await server.as([]);
    expect((await person.get('/account/session/watch')).body.code).toBe(200);
    const { tokenId } = await find(operator, person.userName);
    const [watchResponse, otherResponse] = [
      person.get('/account/session/watch?seconds=30'),
      operator.get('/account/session/watch?seconds=30'),
    ];
    expect((await operator.delete(`/monitor/online/${tokenId}`)).body.code).toBe(200);
    expect((await watchResponse).body).toMatchObject({
      code: 401,
      msg: '请求访问：/api/account/session/watch，认证失败，无法访问系统资源',
    });
    const ended = await operator.get(`/monitor/online/list?userName=${operator.userName}`);
    expect((await operator.delete(`/monitor/online/${ended.body.rows[0].tokenId}`)).body.code).toBe(200);
    await otherResponse;
    expect((await operator.get('/account/session/watch')).body.code).toBe(401);
  });

  it('receive the reason when their account was disabled', async () => {
    const keeper = await server.as(['system:user:edit']);
    const person = await server.as([]);
    expect((await person.get('/account/session/watch')).body.code).toBe(200);
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const watchResponse = person.get('/account/session/watch?seconds=30');
    // the session is looked up again when the request waits
    await until(() => JSON.stringify(sent.mock.calls.map(([query]) => query)).includes('select \\"device_id\\" from \\"session\\"'));
    sent.mockRestore();
    expect((await keeper.put('/system/user/changeStatus', { userId: person.userId, status: '1' })).body.code).toBe(200);
    expect((await watchResponse).body).toMatchObject({ code: 401, problem: 'accountClosed' });
    // the session row is gone, so access control no longer knows the user
    expect((await person.get('/account/session/watch')).body.problem).toBe('notSignedIn');
  });

  it('are signed out several at a time, all or none', async () => {
    const operator = await server.as(['monitor:online:list', 'monitor:online:batchLogout']);
    const [one, two] = [await server.as([]), await server.as([])];
    const ids = [(await find(operator, one.userName)).tokenId, (await find(operator, two.userName)).tokenId];
    expect((await operator.delete(`/monitor/online/batch/${ids[0]},${crypto.randomUUID()}`)).body.problem).toBe('notFound');
    expect((await one.get('/getInfo')).body.code).toBe(200);
    expect((await operator.delete(`/monitor/online/batch/${ids.join(',')}`)).body.code).toBe(200);
    for (const person of [one, two]) expect((await person.get('/getInfo')).body.code).toBe(401);
    expect((await operator.delete(`/monitor/online/${ids[0]}`)).body.code).toBe(403);
  });

  it('of other departments are hidden and cannot be changed', async () => {
    const narrow = await server.as(['monitor:online:list', 'monitor:online:forceLogout'], { deptId: 105, dataScope: '3' });
    const person = await server.as([]);
    const wide = await server.as(['monitor:online:list']);
    const { tokenId } = await find(wide, person.userName);
    expect(await find(narrow, person.userName)).toBeUndefined();
    expect((await narrow.delete(`/monitor/online/${tokenId}`)).body.problem).toBe('notFound');
    expect((await person.get('/getInfo')).body.code).toBe(200);
  });

  it('require the permission', async () => {
    const clerk = await server.as([]);
    expect((await clerk.get('/monitor/online/list')).body.code).toBe(403);
    expect((await clerk.delete(`/monitor/online/${crypto.randomUUID()}`)).body.code).toBe(403);
  });
});
