import { Role } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../../test/count-statements.ts';
import { insertRole, insertUser } from '../../../test/factories.ts';
import { openRoleFixture, type RoleFixture, roleInput, rolePath, rolePermissions } from '../../../test/role-fixture.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

describe('roles', () => {
  let server: TestServer;
  let admin: Client;
  let keeper: Client;
  let add: RoleFixture['add'];
  let read: RoleFixture['read'];
  let menusOf: RoleFixture['menusOf'];
  let menuOf: RoleFixture['menuOf'];

  beforeAll(async () => {
    server = await startTestServer();
    keeper = await server.as(rolePermissions);
    ({ admin, add, read, menusOf, menuOf } = await openRoleFixture(server));
    return () => server.close();
  });

  it('are listed in order, in exactly the RuoYi format', async () => {
    const { body } = await keeper.get(`${rolePath}/list?pageSize=100`);
    expect(Object.keys(body).sort()).toEqual(['code', 'msg', 'rows', 'total']);
    expect(body.rows.find(({ roleId }: Role) => roleId === 1)).toMatchObject({
      ...{ roleKey: 'admin', dataScope: '1', menuCheckStrictly: true, deptCheckStrictly: true, delFlag: '0', flag: false, admin: true },
      ...{ menuIds: null, deptIds: null, permissions: null, createBy: null, userCount: 1 },
    });
    for (const row of body.rows) expect(Role.strict().safeParse(row).error).toBeUndefined();
    const places = body.rows.map(({ roleSort }: Role) => roleSort);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect((await keeper.get(`${rolePath}/optionselect`)).body.data.length).toBe(body.total);
  });

  it('are filtered and sorted only by the fields of the contract', async () => {
    const roleId = await add({ roleName: '百分%角色', roleKey: 'find:me', status: '1' });
    for (const query of ['roleName=%25', 'roleKey=FIND', `roleId=${roleId}`, 'status=1', `roleName=%25&params[beginTime]=2020-01-01`])
      expect((await keeper.get(`${rolePath}/list?${query}`)).body.rows, query).toMatchObject([{ roleId }]);
    expect((await keeper.get(`${rolePath}/list?roleName=%25&params[endTime]=2020-01-01`)).body.total).toBe(0);
    const total = (await keeper.get(`${rolePath}/list`)).body.total;
    for (const odd of ['and 1=0) or (1=1', ''])
      expect((await keeper.get(`${rolePath}/list?params[dataScope]=${odd}`)).body.total).toBe(total);
    expect((await keeper.get(`${rolePath}/list?orderByColumn=createTime&isAsc=descending&pageNum=1e15&pageSize=1e9`)).body.total).toBe(
      total,
    );
    for (const column of ['menuIds', 'case when 1 then 1 end'])
      expect((await keeper.get(`${rolePath}/list?orderByColumn=${encodeURIComponent(column)}`)).body.problem).toBe('invalidInput');
  });

  it('are exported with the RuoYi columns', async () => {
    const { type, body } = await keeper.post(`${rolePath}/export`, 'status=0');
    expect(type).toContain('spreadsheetml');
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });

  it('are added with their menus, or without menus when none are sent', async () => {
    const roleId = await add({ menuIds: ['1', 101, 1007], menuCheckStrictly: false, createBy: 'x', delFlag: '2', admin: true });
    expect(await menusOf(roleId)).toEqual([1, 101, 1007]);
    expect(await read(roleId)).toMatchObject({
      ...{ menuCheckStrictly: false, deptCheckStrictly: true, dataScope: '1', createBy: admin.userName, admin: false, userCount: 0 },
    });
    expect(await menusOf(await add())).toEqual([]);
    const { body } = await admin.post(rolePath, roleInput({ menuIds: [1, 999_999], roleName: '半个' }));
    expect(body).toMatchObject({ problem: 'referenceNotFound', params: { field: 'menuIds' } });
    expect((await admin.get(`${rolePath}/list?roleName=${encodeURIComponent('半个')}`)).body.total).toBe(0);
  });

  it('report the invalid field', async () => {
    const refusals: [object, string][] = [
      [{ roleName: '' }, 'roleName'],
      [{ roleName: '长'.repeat(31) }, 'roleName'],
      [{ roleKey: 'a b' }, 'roleKey'],
      [{ roleSort: null }, 'roleSort'],
      [{ status: '2' }, 'status'],
      [{ dataScope: '6' }, 'dataScope'],
      [{ menuIds: [0] }, 'menuIds'],
    ];
    for (const [overrides, field] of refusals)
      expect((await admin.post(rolePath, roleInput(overrides))).body).toMatchObject({
        code: 500,
        problem: 'invalidInput',
        params: { field },
      });
  });

  it('have a unique name and key, also for two at once', async () => {
    const [roleName, roleKey] = ['只此一个', 'only:one'];
    const both = await Promise.all([1, 2].map(() => admin.post(rolePath, roleInput({ roleName }))));
    expect(both.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['none', 'roleNameTaken']);
    await add({ roleKey });
    expect((await admin.post(rolePath, roleInput({ roleKey }))).body).toMatchObject({
      problem: 'roleKeyTaken',
      params: { field: 'roleKey' },
    });
  });

  it('keep flags and menus that an edit omits', async () => {
    const roleId = await add({ menuIds: [1, 101], menuCheckStrictly: false, deptCheckStrictly: false });
    const before = await read(roleId);
    expect((await admin.put(rolePath, { ...before, roleSort: '9', menuIds: null, permissions: null })).body.code).toBe(200);
    expect(await read(roleId)).toMatchObject({ roleSort: 9, menuCheckStrictly: false, deptCheckStrictly: false, version: 2 });
    expect(await menusOf(roleId)).toEqual([1, 101]);
    expect((await admin.put(`${rolePath}/changeStatus`, { roleId, status: 1 })).body.code).toBe(200);
    expect(await read(roleId)).toMatchObject({ status: '1', menuCheckStrictly: false, deptCheckStrictly: false });
    expect((await admin.put(rolePath, { roleId, menuIds: [] })).body.code).toBe(200);
    expect(await menusOf(roleId)).toEqual([]);
    expect((await admin.put(rolePath, { roleId, version: 1, roleSort: 1 })).body).toMatchObject({ problem: 'recordStale' });
    expect((await admin.put(rolePath, { roleId: 999_999, roleSort: 1 })).body).toMatchObject({ problem: 'notFound' });
  });

  it('have the menus of one of two parallel saves, and no mixture', async () => {
    const roleId = await add();
    await Promise.all(
      [
        [1, 101, 1007],
        [1, 103, 1016],
      ].map((menuIds) => admin.put(rolePath, { roleId, menuIds })),
    );
    expect([
      [1, 101, 1007],
      [1, 103, 1016],
    ]).toContainEqual(await menusOf(roleId));
  });

  it('protect the administrator role from any edit', async () => {
    for (const body of [{ roleId: 1 }, { roleId: '1', roleKey: 'x', admin: false }]) {
      const answers = [
        admin.put(rolePath, { ...body, roleName: 'x' }),
        admin.put(`${rolePath}/dataScope`, { ...body, dataScope: '5', deptIds: [] }),
        admin.put(`${rolePath}/changeStatus`, { ...body, status: '1' }),
        admin.put(`${rolePath}/authUser/cancel`, { ...body, userId: admin.userId }),
      ];
      for (const { body: response } of await Promise.all(answers)) expect(response).toMatchObject({ code: 500, problem: 'roleIsAdmin' });
    }
    const roleId = await add();
    for (const call of ['selectAll', 'cancelAll'])
      expect((await admin.put(`${rolePath}/authUser/${call}?roleId=1&userIds=${keeper.userId}`)).body).toMatchObject({
        problem: 'roleIsAdmin',
      });
    expect((await admin.delete(`${rolePath}/${roleId},1`)).body).toMatchObject({ problem: 'roleIsAdmin' });
    expect(await read(roleId)).toBeDefined();
  });

  it('reserve the key admin in any spelling or list', async () => {
    const roleId = await add();
    for (const roleKey of ['admin', 'ADMIN', 'common,admin', ' Admin ']) {
      expect((await admin.post(rolePath, roleInput({ roleKey }))).body, roleKey).toMatchObject({ code: 500, params: { field: 'roleKey' } });
      expect((await admin.put(rolePath, { roleId, roleKey })).body, roleKey).toMatchObject({ code: 500, params: { field: 'roleKey' } });
    }
  });

  it('are deleted with their links, all or none, and stay with a message while a user has one', async () => {
    const [free, used] = [await add({ menuIds: [1] }), await add({ roleName: '在用角色' })];
    await admin.put(`${rolePath}/dataScope`, { roleId: free, dataScope: '2', deptIds: [101] });
    await admin.put(`${rolePath}/authUser/selectAll?roleId=${used}&userIds=${keeper.userId}`);
    const { body } = await admin.delete(`${rolePath}/${free},${used}`);
    expect(body).toMatchObject({ code: 500, problem: 'roleInUse', params: { roleName: '在用角色' } });
    expect(await read(free)).toBeDefined();
    for (const junk of ['1,abc', '-1', '9e99', '0x1', `${free},999999`, Array.from({ length: 501 }, () => free).join()])
      expect((await admin.delete(`${rolePath}/${junk}`)).body.code, junk.slice(0, 20)).not.toBe(200);
    expect((await admin.delete(`${rolePath}/${free},${free}`)).body.code).toBe(200);
    expect(await menusOf(free)).toEqual([]);
    expect((await admin.get(`${rolePath}/${free}`)).body).toMatchObject({ problem: 'notFound' });
  });

  it('cannot be deleted while they are being granted', async () => {
    for (let round = 0; round < 3; round++) {
      const roleId = await add();
      const [removal, gift] = await Promise.all([
        admin.delete(`${rolePath}/${roleId}`),
        admin.put(`${rolePath}/authUser/selectAll?roleId=${roleId}&userIds=${keeper.userId}`),
      ]);
      expect([removal.body.code, gift.body.code].sort()).toEqual([200, 500]);
    }
  });

  it('return the departments of their scope, checked in the format of the RuoYi tree', async () => {
    const { body } = await admin.get(`${rolePath}/deptTree/2`);
    expect(Object.keys(body).sort()).toEqual(['checkedKeys', 'code', 'depts', 'msg']);
    expect(body).toMatchObject({ checkedKeys: [105], depts: [{ id: 100, label: '总部', disabled: false }] });
    expect((await admin.get('/system/dept/roleDeptTreeselect/2')).body.checkedKeys).toEqual([105]);
    const roleId = await add();
    const sent = { roleId, dataScope: 2, deptIds: [100, 101, '105'], deptCheckStrictly: false };
    expect((await admin.put(`${rolePath}/dataScope`, sent)).body.code).toBe(200);
    expect(await read(roleId)).toMatchObject({ dataScope: '2', deptCheckStrictly: false, menuCheckStrictly: true });
    expect((await admin.get(`${rolePath}/deptTree/${roleId}`)).body.checkedKeys).toEqual([100, 101, 105]);
    await admin.put(`${rolePath}/dataScope`, { ...(await read(roleId)), dataScope: '4', deptIds: [] });
    expect((await admin.get(`${rolePath}/deptTree/${roleId}`)).body.checkedKeys).toEqual([]);
  });

  it('require sign-in and the permission', async () => {
    const reader = await server.as(['system:role:list']);
    expect((await reader.get(`${rolePath}/list`)).body.code).toBe(200);
    for (const { body } of await Promise.all([
      reader.get(`${rolePath}/2`),
      reader.get(`${rolePath}/optionselect`),
      reader.get(`${rolePath}/deptTree/2`),
    ]))
      expect(body).toMatchObject({ code: 403, params: { permission: 'system:role:query' } });
    for (const { body } of await Promise.all([
      reader.put(rolePath, { roleId: 2 }),
      reader.put(`${rolePath}/authUser/selectAll?roleId=2&userIds=1`),
    ]))
      expect(body).toMatchObject({ code: 403, params: { permission: 'system:role:edit' } });
    expect((await server.stranger.get(`${rolePath}/list`)).body.code).toBe(401);
  });

  it('apply changes of menus, status, scope and assignment at the next request', async () => {
    const { roleId } = await insertRole(server.db, (await insertUser(server.db)).userId, [], '1');
    const menuIds = [await menuOf('system:dept:list'), await menuOf('system:role:list')];
    await admin.put(rolePath, { roleId, menuIds });
    const clerk = await server.as([], { deptId: 103 });
    const seen = async () => {
      const { body } = await clerk.get('/system/dept/list');
      return body.code === 200 ? body.data.length : body.code;
    };
    const by = (url: string, body: object = {}) => admin.put(`${rolePath}${url}`, { roleId, ...body });
    expect(await seen()).toBe(403);
    await by(`/authUser/selectAll?roleId=${roleId}&userIds=${clerk.userId}`);
    expect(await seen()).toBeGreaterThan(5);
    await by('/dataScope', { dataScope: '3' });
    expect(await seen()).toBe(1);
    await by('/dataScope', { dataScope: '2', deptIds: [104, 105] });
    expect(await seen()).toBe(2);
    await by('/changeStatus', { status: '1' });
    expect(await seen()).toBe(403);
    await by('/changeStatus', { status: '0' });
    expect(await seen()).toBe(2);
    await by('', { menuIds: menuIds.slice(1) });
    expect(await seen()).toBe(403);
    expect((await clerk.get(`${rolePath}/list`)).body.code).toBe(200);
    await by('/authUser/cancel', { userId: clerk.userId });
    expect((await clerk.get(`${rolePath}/list`)).body.code).toBe(403);
  });

  it('take the same number of SQL statements for fifty as for one', async () => {
    for (let count = 0; count < 50; count++) await insertRole(server.db, admin.userId, [], '5');
    const least = async (url: string) => {
      // a cache may load again in one sample, but not in all three
      const counts = [
        await countStatements(() => keeper.get(url)),
        await countStatements(() => keeper.get(url)),
        await countStatements(() => keeper.get(url)),
      ];
      return Math.min(...counts);
    };
    expect(await least(`${rolePath}/list?pageSize=500`)).toBe(2);
    expect(await least(`${rolePath}/optionselect`)).toBe(1);
    expect(await least(`${rolePath}/deptTree/2`)).toBe(3);
    expect(await least(`${rolePath}/authUser/allocatedList?roleId=2&pageSize=500`)).toBe(3);
  });
});
