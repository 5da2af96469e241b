import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertRole, insertUser, unique } from '../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../test/test-server.ts';

describe('changes of permissions', () => {
  let server: TestServer;
  let admin: Client;
  const permissions = [
    'system:role:add',
    'system:role:edit',
    'system:role:remove',
    'system:role:query',
    'system:user:edit',
    'system:user:query',
  ];
  const ageConfirmation = (minutes: number) =>
    sql`update session set confirm_time = now() - make_interval(secs => ${minutes * 60 + 5}) where user_id = ${admin.userId}`.execute(
      server.db,
    );

  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.as(permissions);
    return () => server.close();
  });

  it('are rejected ten minutes after the password was confirmed, without effect', async () => {
    const { userId } = await insertUser(server.db, { deptId: 100 });
    const { roleId } = await insertRole(server.db, userId, [], '5');
    const changes: [string, () => Promise<{ body: { code: number; problem?: string } }>][] = [
      ['add', () => admin.post('/system/role', { roleName: `r${unique()}`, roleKey: `r${unique()}`, roleSort: 1, menuIds: [] })],
      ['edit', () => admin.put('/system/role', { roleId, roleName: `r${unique()}` })],
      ['data scope', () => admin.put('/system/role/dataScope', { roleId, dataScope: '5' })],
      ['status', () => admin.put('/system/role/changeStatus', { roleId, status: '1' })],
      ['take', () => admin.put('/system/role/authUser/cancel', { roleId, userId })],
      ['give', () => admin.put(`/system/role/authUser/selectAll?roleId=${roleId}&userIds=${userId}`)],
      ['roles of a user', () => admin.put(`/system/user/authRole?userId=${userId}&roleIds=`)],
      ['remove', () => admin.delete(`/system/role/${roleId}`)],
    ];
    const state = async () => [
      await server.db.selectFrom('role').selectAll().orderBy('roleId').execute(),
      await server.db.selectFrom('userRole').selectAll().orderBy('userId').orderBy('roleId').execute(),
    ];
    for (const [name, change] of changes) {
      await ageConfirmation(10);
      const before = await state();
      const { body } = await change();
      expect(body, name).toMatchObject({ code: 500, problem: 'passwordNeeded' });
      expect(await state(), name).toEqual(before);
      await ageConfirmation(9);
      expect((await change()).body.problem, name).not.toBe('passwordNeeded');
      await server.db
        .insertInto('userRole')
        .values({ userId, roleId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });

  it('need no password when a user is edited with the same roles', async () => {
    const { userId } = await insertUser(server.db, { deptId: 100 });
    const { roleId } = await insertRole(server.db, userId, [], '5');
    await ageConfirmation(60);
    expect((await admin.put('/system/user', { userId, nickName: '乙', roleIds: [roleId] })).body).toMatchObject({ code: 200 });
    expect((await admin.put('/system/user', { userId, nickName: '乙', roleIds: [] })).body).toMatchObject({ problem: 'passwordNeeded' });
  });
});
