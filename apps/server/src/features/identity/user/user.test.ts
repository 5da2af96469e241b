import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as userService from './user.service.ts';

describe('user profile', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('shows the user with department and roles, and no secret', async () => {
    const clerk = await server.as([]);
    const { body } = await clerk.get('/system/user/profile');
    expect(body).toMatchObject({ code: 200, data: { userName: clerk.userName, dept: { deptName: '总部' } }, postGroup: '' });
    expect(body.roleGroup).toBe(body.data.roles[0].roleName);
    expect(JSON.stringify(body)).not.toContain('"password"');
  });

  it('changes only the four profile fields', async () => {
    const clerk = await server.as([]);
    const sent = {
      nickName: '李明',
      phonenumber: '13800001234',
      email: 'li@example.cn',
      sex: 1,
      userName: 'root',
      deptId: 1,
      status: '1',
      roleIds: [1],
      admin: true,
    };
    expect((await clerk.put('/system/user/profile', sent)).body).toMatchObject({ code: 200 });
    const { data } = (await clerk.get('/system/user/profile')).body;
    expect(data).toMatchObject({ nickName: '李明', phonenumber: '13800001234', email: 'li@example.cn', sex: '1' });
    expect(data).toMatchObject({ userName: clerk.userName, deptId: 100, status: '0', admin: false });
    expect((await clerk.put('/system/user/profile', { email: '', phonenumber: null })).body).toMatchObject({ code: 200 });
    expect((await clerk.get('/system/user/profile')).body.data).toMatchObject({ nickName: '李明', email: '', phonenumber: '' });
  });

  it('stores an unknown gender as unknown, as RuoYi clients send it', async () => {
    const clerk = await server.as([]);
    for (const sex of ['3', '', 3]) {
      await clerk.put('/system/user/profile', { sex: '1' });
      expect((await clerk.put('/system/user/profile', { sex })).body).toMatchObject({ code: 200 });
      expect((await clerk.get('/system/user/profile')).body.data.sex).toBe('2');
    }
  });

  it('rejects invalid fields, each with one message', async () => {
    const clerk = await server.as([]);
    const refusals: [object, string][] = [
      [{ nickName: '<script>' }, '用户昵称的格式不对；应为不含 < 和 > 的文字'],
      [{ nickName: '' }, '用户昵称未填写；填写后再提交'],
      [{ phonenumber: '12345678901' }, '手机号码的格式不对；应为 11 位手机号，如 13800001234'],
      [{ email: 'nobody' }, '邮箱的格式不对；应为邮箱地址，如 li@example.cn'],
      [{ sex: 'female' }, '性别不在可选范围内；可选：0、1、2'],
    ];
    for (const [sent, msg] of refusals)
      expect((await clerk.put('/system/user/profile', sent)).body).toMatchObject({ code: 500, problem: 'invalidInput', msg });
    expect((await clerk.get('/system/user/profile')).body.data).toMatchObject({ nickName: clerk.userName });
    expect((await server.stranger.put('/system/user/profile', { nickName: 'x' })).body).toMatchObject({ code: 401 });
  });

  describe('accounts created by the operator', () => {
    const refusal = (userName: string, roleKey: string) =>
      userService.addByOperator(server.db, { userName, roleKey }).then(
        () => ({ problem: 'none' }),
        ({ problem, params }) => ({ problem, params }),
      );
    const find = (userName: string) => server.db.selectFrom('users').selectAll().where('userName', '=', userName).executeTakeFirst();

    it('get a unique password that is stored only as a hash and must be changed', async () => {
      const first = await userService.addByOperator(server.db, { userName: 'printer', roleKey: 'printing' });
      const second = await userService.addByOperator(server.db, { userName: 'printer2', roleKey: 'printing' });
      expect(first.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
      expect(first.password).not.toBe(second.password);
      const row = await find('printer');
      expect(row).toMatchObject({ pwdUpdateDate: null, status: '0', password: expect.stringMatching(/^\$argon2id\$/) });
      expect(await userService.read(server.db, row?.userId ?? 0)).toMatchObject({ roles: [{ roleKey: 'printing' }], admin: false });
    });

    it('are rejected for a duplicate or invalid name or an unknown role, and leave nothing behind', async () => {
      await userService.addByOperator(server.db, { userName: 'once', roleKey: 'analyst' });
      expect(await refusal('ONCE', 'analyst')).toMatchObject({ problem: 'userNameTaken', params: { userName: 'ONCE' } });
      expect(await refusal('a b', 'analyst')).toMatchObject({ problem: 'userNameWrong' });
      expect(await refusal('fine', 'wizard')).toMatchObject({
        problem: 'roleUnknown',
        params: { known: expect.arrayContaining(['planner']) },
      });
      expect(await find('fine')).toBeUndefined();
      const both = await Promise.all([refusal('twin', 'analyst'), refusal('twin', 'analyst')]);
      expect(both.map(({ problem }) => problem).sort()).toEqual(['none', 'userNameTaken']);
    });

    it('include the administrator, whose password reset ends all sessions', async () => {
      await expect(userService.resetAdminPassword(server.db)).rejects.toMatchObject({ problem: 'notFound' });
    });
  });
});
