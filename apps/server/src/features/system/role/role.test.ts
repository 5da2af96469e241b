import { Role } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDept, insertRole, insertUser, unique } from '../../../test/factories.ts';
import { statementsOf } from '../../../test/statements.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const verbs = (root: string, names: string) => names.split(' ').map((verb) => `${root}:${verb}`);
const all = verbs('system:role', 'list query add edit remove export');
const path = '/system/role';

describe('roles', () => {
  let server: TestServer;
  let admin: Client;
  let keeper: Client;
  const named = (given: object = {}) => ({ roleName: `角色${unique()}`, roleKey: `key${unique()}`, roleSort: 5, status: '0', ...given });
  const add = async (given: object = {}, by = admin) => (await by.post(path, named(given))).body.data.roleId as number;
  const read = async (roleId: number) => (await admin.get(`${path}/${roleId}`)).body.data;
  const menusOf = async (roleId: number) =>
    (await server.db.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId).orderBy('menuId').execute()).map(
      ({ menuId }) => menuId,
    );
  const menuOf = async (perms: string) =>
    (await server.db.insertInto('menu').values({ menuName: perms, menuType: 'F', perms }).returning('menuId').executeTakeFirstOrThrow())
      .menuId;

  beforeAll(async () => {
    server = await startTestServer();
    keeper = await server.as(all);
    admin = await server.as([]);
    await server.db.insertInto('userRole').values({ userId: admin.userId, roleId: 1 }).execute();
    return () => server.close();
  });

  it('are listed by their place, in the family’s shape and nothing beyond it', async () => {
    const { body } = await keeper.get(`${path}/list?pageSize=100`);
    expect(Object.keys(body).sort()).toEqual(['code', 'msg', 'rows', 'total']);
    expect(body.rows.find(({ roleId }: Role) => roleId === 1)).toMatchObject({
      ...{ roleKey: 'admin', dataScope: '1', menuCheckStrictly: true, deptCheckStrictly: true, delFlag: '0', flag: false, admin: true },
      ...{ menuIds: null, deptIds: null, permissions: null, createBy: null, userCount: 1 },
    });
    for (const row of body.rows) expect(Role.strict().safeParse(row).error).toBeUndefined();
    const places = body.rows.map(({ roleSort }: Role) => roleSort);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect((await keeper.get(`${path}/optionselect`)).body.data.length).toBe(body.total);
  });

  it('are narrowed and ordered by what the contract names, and by nothing else', async () => {
    const roleId = await add({ roleName: '百分%角色', roleKey: 'find:me', status: '1' });
    for (const query of ['roleName=%25', 'roleKey=FIND', `roleId=${roleId}`, 'status=1', `roleName=%25&params[beginTime]=2020-01-01`])
      expect((await keeper.get(`${path}/list?${query}`)).body.rows, query).toMatchObject([{ roleId }]);
    expect((await keeper.get(`${path}/list?roleName=%25&params[endTime]=2020-01-01`)).body.total).toBe(0);
    const total = (await keeper.get(`${path}/list`)).body.total;
    for (const odd of ['and 1=0) or (1=1', '']) expect((await keeper.get(`${path}/list?params[dataScope]=${odd}`)).body.total).toBe(total);
    expect((await keeper.get(`${path}/list?orderByColumn=createTime&isAsc=descending&pageNum=1e15&pageSize=1e9`)).body.total).toBe(total);
    for (const column of ['menuIds', 'case when 1 then 1 end'])
      expect((await keeper.get(`${path}/list?orderByColumn=${encodeURIComponent(column)}`)).body.problem).toBe('invalidInput');
  });

  it('are exported under the family’s columns', async () => {
    const { type, body } = await keeper.post(`${path}/export`, 'status=0');
    expect(type).toContain('spreadsheetml');
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });

  it('are added with their menus, or with none where none are sent', async () => {
    const roleId = await add({ menuIds: ['1', 101, 1007], menuCheckStrictly: false, createBy: 'x', delFlag: '2', admin: true });
    expect(await menusOf(roleId)).toEqual([1, 101, 1007]);
    expect(await read(roleId)).toMatchObject({
      ...{ menuCheckStrictly: false, deptCheckStrictly: true, dataScope: '1', createBy: admin.userName, admin: false, userCount: 0 },
    });
    expect(await menusOf(await add())).toEqual([]);
    const { body } = await admin.post(path, named({ menuIds: [1, 999_999], roleName: '半个' }));
    expect(body).toMatchObject({ problem: 'referenceNotFound', params: { field: 'menuIds' } });
    expect((await admin.get(`${path}/list?roleName=${encodeURIComponent('半个')}`)).body.total).toBe(0);
  });

  it('say which field is wrong', async () => {
    const refusals: [object, string][] = [
      [{ roleName: '' }, 'roleName'],
      [{ roleName: '长'.repeat(31) }, 'roleName'],
      [{ roleKey: 'a b' }, 'roleKey'],
      [{ roleSort: null }, 'roleSort'],
      [{ status: '2' }, 'status'],
      [{ dataScope: '6' }, 'dataScope'],
      [{ menuIds: [0] }, 'menuIds'],
    ];
    for (const [given, field] of refusals)
      expect((await admin.post(path, named(given))).body).toMatchObject({ code: 500, problem: 'invalidInput', params: { field } });
  });

  it('take a name and a key once, also of two at once', async () => {
    const [roleName, roleKey] = ['只此一个', 'only:one'];
    const both = await Promise.all([1, 2].map(() => admin.post(path, named({ roleName }))));
    expect(both.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['none', 'roleNameTaken']);
    await add({ roleKey });
    expect((await admin.post(path, named({ roleKey }))).body).toMatchObject({ problem: 'roleKeyTaken', params: { field: 'roleKey' } });
  });

  it('change by what is named: flags and menus stay where nothing is said of them', async () => {
    const roleId = await add({ menuIds: [1, 101], menuCheckStrictly: false, deptCheckStrictly: false });
    const before = await read(roleId);
    expect((await admin.put(path, { ...before, roleSort: '9', menuIds: null, permissions: null })).body.code).toBe(200);
    expect(await read(roleId)).toMatchObject({ roleSort: 9, menuCheckStrictly: false, deptCheckStrictly: false, version: 2 });
    expect(await menusOf(roleId)).toEqual([1, 101]);
    expect((await admin.put(`${path}/changeStatus`, { roleId, status: 1 })).body.code).toBe(200);
    expect(await read(roleId)).toMatchObject({ status: '1', menuCheckStrictly: false, deptCheckStrictly: false });
    expect((await admin.put(path, { roleId, menuIds: [] })).body.code).toBe(200);
    expect(await menusOf(roleId)).toEqual([]);
    expect((await admin.put(path, { roleId, version: 1, roleSort: 1 })).body).toMatchObject({ problem: 'recordStale' });
    expect((await admin.put(path, { roleId: 999_999, roleSort: 1 })).body).toMatchObject({ problem: 'notFound' });
  });

  it('have the menus of one of two who save at once, and no mixture', async () => {
    const roleId = await add();
    await Promise.all(
      [
        [1, 101, 1007],
        [1, 103, 1016],
      ].map((menuIds) => admin.put(path, { roleId, menuIds })),
    );
    expect([
      [1, 101, 1007],
      [1, 103, 1016],
    ]).toContainEqual(await menusOf(roleId));
  });

  it('leave the administrator’s alone, whatever the body says of it', async () => {
    for (const body of [{ roleId: 1 }, { roleId: '1', roleKey: 'x', admin: false }]) {
      const answers = [
        admin.put(path, { ...body, roleName: 'x' }),
        admin.put(`${path}/dataScope`, { ...body, dataScope: '5', deptIds: [] }),
        admin.put(`${path}/changeStatus`, { ...body, status: '1' }),
        admin.put(`${path}/authUser/cancel`, { ...body, userId: admin.userId }),
      ];
      for (const { body: said } of await Promise.all(answers)) expect(said).toMatchObject({ code: 500, problem: 'roleIsAdmin' });
    }
    const roleId = await add();
    for (const call of ['selectAll', 'cancelAll'])
      expect((await admin.put(`${path}/authUser/${call}?roleId=1&userIds=${keeper.userId}`)).body).toMatchObject({
        problem: 'roleIsAdmin',
      });
    expect((await admin.delete(`${path}/${roleId},1`)).body).toMatchObject({ problem: 'roleIsAdmin' });
    expect(await read(roleId)).toBeDefined();
  });

  it('have the key admin once, in no spelling and no list a second time', async () => {
    const roleId = await add();
    for (const roleKey of ['admin', 'ADMIN', 'common,admin', ' Admin ']) {
      expect((await admin.post(path, named({ roleKey }))).body, roleKey).toMatchObject({ code: 500, params: { field: 'roleKey' } });
      expect((await admin.put(path, { roleId, roleKey })).body, roleKey).toMatchObject({ code: 500, params: { field: 'roleKey' } });
    }
  });

  it('go with their links, all or none, and stay while somebody holds one, which is named', async () => {
    const [free, used] = [await add({ menuIds: [1] }), await add({ roleName: '在用角色' })];
    await admin.put(`${path}/dataScope`, { roleId: free, dataScope: '2', deptIds: [101] });
    await admin.put(`${path}/authUser/selectAll?roleId=${used}&userIds=${keeper.userId}`);
    const { body } = await admin.delete(`${path}/${free},${used}`);
    expect(body).toMatchObject({ code: 500, problem: 'roleInUse', params: { roleName: '在用角色' } });
    expect(await read(free)).toBeDefined();
    for (const junk of ['1,abc', '-1', '9e99', '0x1', `${free},999999`, Array.from({ length: 501 }, () => free).join()])
      expect((await admin.delete(`${path}/${junk}`)).body.code, junk.slice(0, 20)).not.toBe(200);
    expect((await admin.delete(`${path}/${free},${free}`)).body.code).toBe(200);
    expect(await menusOf(free)).toEqual([]);
    expect((await admin.get(`${path}/${free}`)).body).toMatchObject({ problem: 'notFound' });
  });

  it('cannot be removed while somebody is being given one', async () => {
    for (let round = 0; round < 3; round++) {
      const roleId = await add();
      const [removal, gift] = await Promise.all([
        admin.delete(`${path}/${roleId}`),
        admin.put(`${path}/authUser/selectAll?roleId=${roleId}&userIds=${keeper.userId}`),
      ]);
      expect([removal.body.code, gift.body.code].sort()).toEqual([200, 500]);
    }
  });

  it('name the departments of their scope, checked as the tree of the family wants them', async () => {
    const { body } = await admin.get(`${path}/deptTree/2`);
    expect(Object.keys(body).sort()).toEqual(['checkedKeys', 'code', 'depts', 'msg']);
    expect(body).toMatchObject({ checkedKeys: [105], depts: [{ id: 100, label: '总部', disabled: false }] });
    expect((await admin.get('/system/dept/roleDeptTreeselect/2')).body.checkedKeys).toEqual([105]);
    const roleId = await add();
    const sent = { roleId, dataScope: 2, deptIds: [100, 101, '105'], deptCheckStrictly: false };
    expect((await admin.put(`${path}/dataScope`, sent)).body.code).toBe(200);
    expect(await read(roleId)).toMatchObject({ dataScope: '2', deptCheckStrictly: false, menuCheckStrictly: true });
    expect((await admin.get(`${path}/deptTree/${roleId}`)).body.checkedKeys).toEqual([100, 101, 105]);
    await admin.put(`${path}/dataScope`, { ...(await read(roleId)), dataScope: '4', deptIds: [] });
    expect((await admin.get(`${path}/deptTree/${roleId}`)).body.checkedKeys).toEqual([]);
  });

  it('are closed to strangers and to those without the permission', async () => {
    const reader = await server.as(['system:role:list']);
    expect((await reader.get(`${path}/list`)).body.code).toBe(200);
    for (const { body } of await Promise.all([
      reader.get(`${path}/2`),
      reader.get(`${path}/optionselect`),
      reader.get(`${path}/deptTree/2`),
    ]))
      expect(body).toMatchObject({ code: 403, params: { permission: 'system:role:query' } });
    for (const { body } of await Promise.all([
      reader.put(path, { roleId: 2 }),
      reader.put(`${path}/authUser/selectAll?roleId=2&userIds=1`),
    ]))
      expect(body).toMatchObject({ code: 403, params: { permission: 'system:role:edit' } });
    expect((await server.stranger.get(`${path}/list`)).body.code).toBe(401);
  });

  it('hold at the next request of whoever has them: menus, status, scope and the role itself', async () => {
    const { roleId } = await insertRole(server.db, (await insertUser(server.db)).userId, [], '1');
    const menuIds = [await menuOf('system:dept:list'), await menuOf('system:role:list')];
    await admin.put(path, { roleId, menuIds });
    const clerk = await server.as([], { deptId: 103 });
    const seen = async () => {
      const { body } = await clerk.get('/system/dept/list');
      return body.code === 200 ? body.data.length : body.code;
    };
    const by = (url: string, body: object = {}) => admin.put(`${path}${url}`, { roleId, ...body });
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
    expect((await clerk.get(`${path}/list`)).body.code).toBe(200);
    await by('/authUser/cancel', { userId: clerk.userId });
    expect((await clerk.get(`${path}/list`)).body.code).toBe(403);
  });

  describe('within a scope', () => {
    let branch: number;
    let manager: Client;
    let leaf: number;

    beforeAll(async () => {
      const root = await insertDept(server.db);
      const middle = await insertDept(server.db, root);
      branch = middle.deptId;
      leaf = (await insertDept(server.db, middle)).deptId;
      manager = await server.as([...all, 'system:user:list'], { deptId: branch, dataScope: '4' });
    });

    it('are seen by where their holders are, and by who made them while nobody holds them', async () => {
      const { roleId: near } = await insertRole(server.db, (await insertUser(server.db, { deptId: leaf })).userId, [], '5');
      const { roleId: far } = await insertRole(server.db, (await insertUser(server.db, { deptId: 102 })).userId, [], '5');
      const own = await add({}, manager);
      const ids = (await manager.get(`${path}/list?pageSize=100`)).body.rows.map(({ roleId }: Role) => roleId);
      expect(ids).toEqual(expect.arrayContaining([near, own]));
      expect(ids).not.toContain(far);
      const foreign = [
        manager.get(`${path}/${far}`),
        manager.get(`${path}/deptTree/${far}`),
        manager.put(path, { roleId: far, roleSort: 1 }),
        manager.put(`${path}/dataScope`, { roleId: far, dataScope: '5' }),
        manager.put(`${path}/changeStatus`, { roleId: far, status: '1' }),
        manager.delete(`${path}/${own},${far}`),
        manager.get(`${path}/authUser/allocatedList?roleId=${far}`),
        manager.put(`${path}/authUser/selectAll?roleId=${far}&userIds=${manager.userId}`),
      ];
      for (const { body } of await Promise.all(foreign)) expect(body).toMatchObject({ code: 500, problem: 'notFound' });
      expect((await manager.get(`${path}/${own}`)).body.code).toBe(200);
      const other = await server.as(all, { deptId: 102, dataScope: '4' });
      expect((await other.get(`${path}/${own}`)).body).toMatchObject({ problem: 'notFound' });
    });

    it('show nobody’s but their own making to who sees only what is theirs', async () => {
      const own = await server.as(all, { deptId: branch, dataScope: '5' });
      expect((await own.get(`${path}/list`)).body.total).toBe(0);
      const roleId = await add({}, own);
      expect((await own.get(`${path}/list`)).body.rows).toMatchObject([{ roleId, dataScope: '5' }]);
    });

    it('give no menu that the giver does not hold, and say which', async () => {
      const [held, foreign] = [await menuOf('system:user:list'), await menuOf('system:user:remove')];
      const refused = await manager.post(path, named({ menuIds: [held, foreign] }));
      expect(refused.body).toMatchObject({ code: 500, problem: 'roleMenusBeyondOwn', params: { names: 'system:user:remove' } });
      const roleId = await add({ menuIds: [held, 1] }, manager);
      expect((await manager.put(path, { roleId, menuIds: [held, foreign] })).body).toMatchObject({ problem: 'roleMenusBeyondOwn' });
      expect(await menusOf(roleId)).toEqual([1, held]);
    });

    it('leave what the giver cannot see as it is', async () => {
      const foreign = await menuOf('system:user:remove');
      const roleId = await add({}, manager);
      await admin.put(path, { roleId, menuIds: [foreign] });
      expect((await manager.put(path, { roleId, menuIds: [], roleSort: 3 })).body.code).toBe(200);
      expect(await menusOf(roleId)).toEqual([foreign]);
      expect((await manager.put(path, { roleId, menuIds: [foreign] })).body.code).toBe(200);
    });

    it('give no view of more than the giver has', async () => {
      const held = await menuOf('system:user:list');
      expect((await manager.post(path, named({ dataScope: '1', menuIds: [held] }))).body).toMatchObject({ problem: 'roleScopeBeyondOwn' });
      const roleId = await add({ menuIds: [held] }, manager);
      expect(await read(roleId)).toMatchObject({ dataScope: '5' });
      const scoped = async (dataScope: string, deptIds?: number[], by = manager) =>
        (await by.put(`${path}/dataScope`, { roleId, dataScope, deptIds })).body.problem ?? 'none';
      expect(await scoped('1')).toBe('roleScopeBeyondOwn');
      expect(await scoped('3')).toBe('none');
      expect(await scoped('4')).toBe('none');
      expect(await scoped('2', [leaf, branch])).toBe('none');
      expect(await scoped('2', [leaf, 101])).toBe('referenceNotFound');
      expect((await admin.get(`${path}/deptTree/${roleId}`)).body.checkedKeys).toEqual([leaf]);
      expect((await manager.put(path, { roleId, dataScope: '1' })).body).toMatchObject({ problem: 'roleScopeBeyondOwn' });
      const narrow = await server.as(all, { deptId: branch, dataScope: '3' });
      await server.db.updateTable('role').set({ createBy: narrow.userId }).where('roleId', '=', roleId).execute();
      expect(await scoped('4', undefined, narrow)).toBe('roleScopeBeyondOwn');
      expect(await scoped('3', undefined, narrow)).toBe('none');
      expect(await scoped('5', undefined, narrow)).toBe('none');
    });

    it('measure the view by each permission that comes along, not by the widest that the giver has', async () => {
      const mixed = await server.as(all, { deptId: branch, dataScope: '1' });
      await insertRole(server.db, mixed.userId, ['system:user:list'], '3');
      const [wide, narrow] = [await menuOf('system:role:list'), await menuOf('system:user:list')];
      expect((await mixed.post(path, named({ dataScope: '1', menuIds: [wide] }))).body.code).toBe(200);
      expect((await mixed.post(path, named({ dataScope: '1', menuIds: [wide, narrow] }))).body).toMatchObject({
        problem: 'roleScopeBeyondOwn',
      });
    });

    it('do not let somebody switch on, or be given, what is above them', async () => {
      const strong = await add({ menuIds: [await menuOf('system:user:remove')], status: '1' });
      const { userId } = await insertUser(server.db, { deptId: leaf });
      await admin.put(`${path}/authUser/selectAll?roleId=${strong}&userIds=${userId},${manager.userId}`);
      for (const url of [`/changeStatus`, ''])
        expect((await manager.put(`${path}${url}`, { roleId: strong, status: '0' })).body).toMatchObject({ problem: 'roleMenusBeyondOwn' });
      await admin.put(`${path}/changeStatus`, { roleId: strong, status: '0' });
      await admin.put(`${path}/authUser/cancel`, { roleId: strong, userId: manager.userId });
      const other = (await insertUser(server.db, { deptId: leaf })).userId;
      const gift = await manager.put(`${path}/authUser/selectAll?roleId=${strong}&userIds=${other}`);
      expect(gift.body).toMatchObject({ problem: 'roleMenusBeyondOwn' });
    });
  });

  describe('from the side of their holders', () => {
    const at = `${path}/authUser`;
    const idsOf = ({ body }: { body: { rows: { userId: number }[] } }) => body.rows.map(({ userId }) => userId);

    it('list who holds one and who does not, without secrets and without the removed', async () => {
      const roleId = await add();
      const [one, other, gone] = [await insertUser(server.db, { deptId: 103 }), await insertUser(server.db), await insertUser(server.db)];
      await admin.put(`${at}/selectAll?roleId=${roleId}&userIds=${one.userId}&userIds=${gone.userId}`);
      await server.db.updateTable('users').set({ delFlag: '2', phonenumber: '' }).where('userId', '=', gone.userId).execute();
      const { body } = await admin.get(`${at}/allocatedList?roleId=${roleId}`);
      expect(body).toMatchObject({
        code: 200,
        total: 1,
        rows: [{ userId: one.userId, userName: one.userName, dept: { deptName: '生产计划部' } }],
      });
      expect(Object.keys(body.rows[0])).not.toContain('password');
      const without = await admin.get(`${at}/unallocatedList?roleId=${roleId}&userName=${other.userName}`);
      expect(idsOf(without)).toEqual([other.userId]);
      expect(idsOf(await admin.get(`${at}/unallocatedList?roleId=${roleId}&pageSize=500`))).not.toContain(one.userId);
      expect((await admin.get(`${at}/allocatedList`)).body).toMatchObject({ problem: 'invalidInput', params: { field: 'roleId' } });
    });

    it('are given and taken by query, with commas or repeated, no body, and twice without harm', async () => {
      const roleId = await add();
      const [one, other] = [(await insertUser(server.db)).userId, (await insertUser(server.db)).userId];
      const call = (url: string) =>
        server.app.inject({
          ...{ method: 'PUT', url: `/api${at}/${url}` },
          headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json;charset=utf-8' },
        });
      for (let twice = 0; twice < 2; twice++)
        expect((await call(`selectAll?roleId=${roleId}&userIds=${one},${other}`)).json().code).toBe(200);
      expect(idsOf(await admin.get(`${at}/allocatedList?roleId=${roleId}`)).sort()).toEqual([one, other]);
      expect((await call(`cancelAll?roleId=${roleId}&userIds=${one}&userIds=${other}`)).json().code).toBe(200);
      expect((await admin.get(`${at}/allocatedList?roleId=${roleId}`)).body.total).toBe(0);
      for (const userIds of ['', '&userIds=', '&userIds=x', '&userIds=999999'])
        expect((await call(`selectAll?roleId=${roleId}${userIds}`)).json().code, userIds).toBe(500);
      const [title] = await server.db
        .selectFrom('operlog')
        .select(['title', 'businessType'])
        .where('operUrl', 'like', '%/cancelAll')
        .execute();
      expect(title).toEqual({ title: '角色管理', businessType: 4 });
    });

    it('are given once however many give them at once', async () => {
      const roleId = await add();
      const { userId } = await insertUser(server.db);
      const gifts = await Promise.all(Array.from({ length: 8 }, () => admin.put(`${at}/selectAll?roleId=${roleId}&userIds=${userId}`)));
      expect(gifts.map(({ body }) => body.code)).toEqual(Array(8).fill(200));
      expect((await admin.get(`${at}/allocatedList?roleId=${roleId}`)).body.total).toBe(1);
    });

    it('refuse the whole list for one person out of scope, and write nothing', async () => {
      const dept = await insertDept(server.db);
      const manager = await server.as(all, { deptId: dept.deptId, dataScope: '4' });
      const roleId = await add({}, manager);
      const [near, far] = [
        (await insertUser(server.db, { deptId: dept.deptId })).userId,
        (await insertUser(server.db, { deptId: 102 })).userId,
      ];
      expect((await manager.put(`${at}/selectAll?roleId=${roleId}&userIds=${near},${far}`)).body).toMatchObject({ problem: 'notFound' });
      expect((await admin.get(`${at}/allocatedList?roleId=${roleId}`)).body.total).toBe(0);
      await admin.put(`${at}/selectAll?roleId=${roleId}&userIds=${near},${far}`);
      expect((await manager.put(`${at}/cancelAll?roleId=${roleId}&userIds=${near},${far}`)).body).toMatchObject({ problem: 'notFound' });
      expect((await manager.put(`${at}/cancel`, { roleId, userId: far })).body).toMatchObject({ problem: 'notFound' });
      expect(idsOf(await manager.get(`${at}/allocatedList?roleId=${roleId}`))).toEqual([near]);
      expect((await admin.get(`${at}/allocatedList?roleId=${roleId}`)).body.total).toBe(2);
      expect((await manager.put(`${at}/selectAll?roleId=${roleId}&userIds=${manager.userId}`)).body).toMatchObject({
        problem: 'userIsSelf',
      });
    });
  });

  it('take as many statements for fifty as for one', async () => {
    for (let count = 0; count < 50; count++) await insertRole(server.db, admin.userId, [], '5');
    const least = async (url: string) => {
      // work in the background may send one of its own meanwhile; not three times
      const counts = [
        await statementsOf(() => keeper.get(url)),
        await statementsOf(() => keeper.get(url)),
        await statementsOf(() => keeper.get(url)),
      ];
      return Math.min(...counts);
    };
    expect(await least(`${path}/list?pageSize=500`)).toBe(3);
    expect(await least(`${path}/optionselect`)).toBe(2);
    expect(await least(`${path}/deptTree/2`)).toBe(4);
    expect(await least(`${path}/authUser/allocatedList?roleId=2&pageSize=500`)).toBe(4);
  });
});
