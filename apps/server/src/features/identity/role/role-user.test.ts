import { beforeAll, describe, expect, it } from 'vitest';
import { insertDepartment, insertUser } from '../../../test/factories.ts';
import { openRoleFixture, type RoleFixture, rolePath, rolePermissions } from '../../../test/role-fixture.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { openTraceFixture, stepOf } from '../../../test/trace-fixture.ts';

describe('users of roles', () => {
  let server: TestServer;
  let admin: Client;
  let add: RoleFixture['add'];
  const holdersPath = `${rolePath}/authUser`;
  const idsOf = ({ body }: { body: { rows: { userId: number }[] } }) => body.rows.map(({ userId }) => userId);

  beforeAll(async () => {
    server = await startTestServer();
    ({ admin, add } = await openRoleFixture(server));
    return () => server.close();
  });

  it('are listed with and without the role, without secrets and deleted users', async () => {
    const roleId = await add();
    const [one, other, deletedUser] = [
      await insertUser(server.db, { deptId: 103 }),
      await insertUser(server.db),
      await insertUser(server.db),
    ];
    await admin.put(`${holdersPath}/selectAll?roleId=${roleId}&userIds=${one.userId}&userIds=${deletedUser.userId}`);
    await server.db.updateTable('users').set({ delFlag: '2', phonenumber: '' }).where('userId', '=', deletedUser.userId).execute();
    const { body } = await admin.get(`${holdersPath}/allocatedList?roleId=${roleId}`);
    expect(body).toMatchObject({
      code: 200,
      total: 1,
      rows: [{ userId: one.userId, userName: one.userName, dept: { deptName: '生产计划部' } }],
    });
    expect(Object.keys(body.rows[0])).not.toContain('password');
    const nonHolders = await admin.get(`${holdersPath}/unallocatedList?roleId=${roleId}&userName=${other.userName}`);
    expect(idsOf(nonHolders)).toEqual([other.userId]);
    expect(idsOf(await admin.get(`${holdersPath}/unallocatedList?roleId=${roleId}&pageSize=500`))).not.toContain(one.userId);
    expect((await admin.get(`${holdersPath}/allocatedList`)).body).toMatchObject({ problem: 'invalidInput', params: { field: 'roleId' } });
  });

  it('keep a role that trace steps assign to its users', async () => {
    const [free, roleId] = [await add(), await add({ roleName: '质检员' })];
    const desk = await openTraceFixture(server);
    for (const templateName of ['乳品', '饮品'])
      await desk.template({ templateName, steps: [stepOf('出厂检验', { filler: 'role', roleId })] });
    // the answer names the blocking role and one of its templates
    expect((await admin.delete(`${rolePath}/${free},${roleId}`)).body).toMatchObject({
      ...{ problem: 'roleFillsSteps', params: { roleName: '质检员', templateName: '乳品' } },
      msg: '角色“质检员”在溯源模板“乳品”里负责填写环节，不能删除；先在模板里把那些环节改由别人填写',
    });
    expect((await admin.delete(`${rolePath}/${free}`)).body.code).toBe(200);
  });

  it('get and lose roles by comma or repeated parameters without a body, and repeats are harmless', async () => {
    const roleId = await add();
    const [one, other] = [(await insertUser(server.db)).userId, (await insertUser(server.db)).userId];
    const call = (url: string) =>
      server.app.inject({
        ...{ method: 'PUT', url: `/api${holdersPath}/${url}` },
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json;charset=utf-8' },
      });
    for (let twice = 0; twice < 2; twice++)
      expect((await call(`selectAll?roleId=${roleId}&userIds=${one},${other}`)).json().code).toBe(200);
    expect(idsOf(await admin.get(`${holdersPath}/allocatedList?roleId=${roleId}`)).sort()).toEqual([one, other]);
    expect((await call(`cancelAll?roleId=${roleId}&userIds=${one}&userIds=${other}`)).json().code).toBe(200);
    expect((await admin.get(`${holdersPath}/allocatedList?roleId=${roleId}`)).body.total).toBe(0);
    for (const userIds of ['', '&userIds=', '&userIds=x', '&userIds=999999'])
      expect((await call(`selectAll?roleId=${roleId}${userIds}`)).json().code, userIds).toBe(500);
    const [title] = await server.db
      .selectFrom('auditLog')
      .select(['title', 'businessType'])
      .where('operUrl', 'like', '%/cancelAll')
      .orderBy('operId')
      .execute();
    expect(title).toEqual({ title: '角色管理', businessType: 4 });
  });

  it('get a role once from parallel requests', async () => {
    const roleId = await add();
    const { userId } = await insertUser(server.db);
    const gifts = await Promise.all(
      Array.from({ length: 8 }, () => admin.put(`${holdersPath}/selectAll?roleId=${roleId}&userIds=${userId}`)),
    );
    expect(gifts.map(({ body }) => body.code)).toEqual(Array(8).fill(200));
    expect((await admin.get(`${holdersPath}/allocatedList?roleId=${roleId}`)).body.total).toBe(1);
  });

  it('are all unchanged when one user of the list is out of scope', async () => {
    const department = await insertDepartment(server.db);
    const manager = await server.as(rolePermissions, { deptId: department.deptId, dataScope: '4' });
    const roleId = await add({}, manager);
    const [near, far] = [
      (await insertUser(server.db, { deptId: department.deptId })).userId,
      (await insertUser(server.db, { deptId: 102 })).userId,
    ];
    expect((await manager.put(`${holdersPath}/selectAll?roleId=${roleId}&userIds=${near},${far}`)).body).toMatchObject({
      problem: 'notFound',
    });
    expect((await admin.get(`${holdersPath}/allocatedList?roleId=${roleId}`)).body.total).toBe(0);
    await admin.put(`${holdersPath}/selectAll?roleId=${roleId}&userIds=${near},${far}`);
    expect((await manager.put(`${holdersPath}/cancelAll?roleId=${roleId}&userIds=${near},${far}`)).body).toMatchObject({
      problem: 'notFound',
    });
    expect((await manager.put(`${holdersPath}/cancel`, { roleId, userId: far })).body).toMatchObject({ problem: 'notFound' });
    expect(idsOf(await manager.get(`${holdersPath}/allocatedList?roleId=${roleId}`))).toEqual([near]);
    expect((await admin.get(`${holdersPath}/allocatedList?roleId=${roleId}`)).body.total).toBe(2);
    expect((await manager.put(`${holdersPath}/selectAll?roleId=${roleId}&userIds=${manager.userId}`)).body).toMatchObject({
      problem: 'userIsSelf',
    });
  });
});
