import type { Role } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDepartment, insertRole, insertUser } from '../../../test/factories.ts';
import { openRoleFixture, type RoleFixture, roleInput, rolePath, rolePermissions } from '../../../test/role-fixture.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

describe('roles within a data scope', () => {
  let server: TestServer;
  let admin: Client;
  let add: RoleFixture['add'];
  let read: RoleFixture['read'];
  let menusOf: RoleFixture['menusOf'];
  let menuOf: RoleFixture['menuOf'];
  let branch: number;
  let manager: Client;
  let leaf: number;

  beforeAll(async () => {
    server = await startTestServer();
    ({ admin, add, read, menusOf, menuOf } = await openRoleFixture(server));
    const root = await insertDepartment(server.db);
    const middle = await insertDepartment(server.db, root);
    branch = middle.deptId;
    leaf = (await insertDepartment(server.db, middle)).deptId;
    manager = await server.as([...rolePermissions, 'system:user:list'], { deptId: branch, dataScope: '4' });
    return () => server.close();
  });

  it('are visible by the departments of their users, or to their creator while unused', async () => {
    const { roleId: near } = await insertRole(server.db, (await insertUser(server.db, { deptId: leaf })).userId, [], '5');
    const { roleId: far } = await insertRole(server.db, (await insertUser(server.db, { deptId: 102 })).userId, [], '5');
    const own = await add({}, manager);
    const ids = (await manager.get(`${rolePath}/list?pageSize=100`)).body.rows.map(({ roleId }: Role) => roleId);
    expect(ids).toEqual(expect.arrayContaining([near, own]));
    expect(ids).not.toContain(far);
    const foreign = [
      manager.get(`${rolePath}/${far}`),
      manager.get(`${rolePath}/deptTree/${far}`),
      manager.put(rolePath, { roleId: far, roleSort: 1 }),
      manager.put(`${rolePath}/dataScope`, { roleId: far, dataScope: '5' }),
      manager.put(`${rolePath}/changeStatus`, { roleId: far, status: '1' }),
      manager.delete(`${rolePath}/${own},${far}`),
      manager.get(`${rolePath}/authUser/allocatedList?roleId=${far}`),
      manager.put(`${rolePath}/authUser/selectAll?roleId=${far}&userIds=${manager.userId}`),
    ];
    for (const { body } of await Promise.all(foreign)) expect(body).toMatchObject({ code: 500, problem: 'notFound' });
    expect((await manager.get(`${rolePath}/${own}`)).body.code).toBe(200);
    const other = await server.as(rolePermissions, { deptId: 102, dataScope: '4' });
    expect((await other.get(`${rolePath}/${own}`)).body).toMatchObject({ problem: 'notFound' });
  });

  it('count only visible users, and hide their menus from users who do not see them', async () => {
    const { userId } = await insertUser(server.db, { deptId: leaf });
    const shared = await add({ menuIds: [await menuOf('system:user:remove')] });
    const far = (await insertUser(server.db, { deptId: 102 })).userId;
    await admin.put(`${rolePath}/authUser/selectAll?roleId=${shared}&userIds=${userId},${far}`);
    expect((await manager.get(`${rolePath}/${shared}`)).body.data.userCount).toBe(1);
    expect((await read(shared)).userCount).toBe(2);

    const tree = (await manager.get('/system/menu/treeselect')).body.data;
    const visibleMenuIds = tree.map(({ id }: { id: number }) => id);
    const [near, foreign] = [await add({ menuIds: visibleMenuIds }), await add({ menuIds: visibleMenuIds })];
    await admin.put(`${rolePath}/authUser/selectAll?roleId=${near}&userIds=${userId}`);
    await admin.put(`${rolePath}/authUser/selectAll?roleId=${foreign}&userIds=${far}`);
    const checked = async (roleId: number) => (await manager.get(`/system/menu/roleMenuTreeselect/${roleId}`)).body.checkedKeys;
    expect((await checked(near)).length).toBe(visibleMenuIds.length);
    expect((await manager.get(`/system/menu/roleMenuTreeselect/${foreign}`)).body).toMatchObject({ problem: 'notFound' });
  });

  it('show users with own-data scope only the roles that they created', async () => {
    const own = await server.as(rolePermissions, { deptId: branch, dataScope: '5' });
    expect((await own.get(`${rolePath}/list`)).body.total).toBe(0);
    const roleId = await add({}, own);
    expect((await own.get(`${rolePath}/list`)).body.rows).toMatchObject([{ roleId, dataScope: '5' }]);
  });

  it('grant no menu that the user lacks, and name it', async () => {
    const [heldMenuId, foreignMenuId] = [await menuOf('system:user:list'), await menuOf('system:user:remove')];
    const refused = await manager.post(rolePath, roleInput({ menuIds: [heldMenuId, foreignMenuId] }));
    expect(refused.body).toMatchObject({ code: 500, problem: 'roleMenusBeyondOwn', params: { names: ['system:user:remove'] } });
    const { menuId } = await server.db.selectFrom('menu').select('menuId').where('menuName', '=', '供应商新增').executeTakeFirstOrThrow();
    const english = await manager.post(rolePath, roleInput({ menuIds: [menuId] }), { 'accept-language': 'en-US' });
    expect(english.body.msg).toBe(
      'You cannot grant permissions you do not have: supplier: add. Choose from your own, or ask an administrator.',
    );
    const roleId = await add({ menuIds: [heldMenuId, 1] }, manager);
    expect((await manager.put(rolePath, { roleId, menuIds: [heldMenuId, foreignMenuId] })).body).toMatchObject({
      problem: 'roleMenusBeyondOwn',
    });
    expect(await menusOf(roleId)).toEqual([1, heldMenuId]);
  });

  it('keep menus that the user cannot see', async () => {
    const foreign = await menuOf('system:user:remove');
    const roleId = await add({}, manager);
    await admin.put(rolePath, { roleId, menuIds: [foreign] });
    expect((await manager.put(rolePath, { roleId, menuIds: [], roleSort: 3 })).body.code).toBe(200);
    expect(await menusOf(roleId)).toEqual([foreign]);
    expect((await manager.put(rolePath, { roleId, menuIds: [foreign] })).body.code).toBe(200);
  });

  it('grant no wider data scope than that of the user', async () => {
    const heldMenuId = await menuOf('system:user:list');
    expect((await manager.post(rolePath, roleInput({ dataScope: '1', menuIds: [heldMenuId] }))).body).toMatchObject({
      problem: 'roleScopeBeyondOwn',
    });
    const roleId = await add({ menuIds: [heldMenuId] }, manager);
    expect(await read(roleId)).toMatchObject({ dataScope: '5' });
    const setScope = async (dataScope: string, deptIds?: number[], by = manager) =>
      (await by.put(`${rolePath}/dataScope`, { roleId, dataScope, deptIds })).body.problem ?? 'none';
    expect(await setScope('1')).toBe('roleScopeBeyondOwn');
    expect(await setScope('3')).toBe('none');
    expect(await setScope('4')).toBe('none');
    expect(await setScope('2', [leaf, branch])).toBe('none');
    expect(await setScope('2', [leaf, 101])).toBe('referenceNotFound');
    expect((await admin.get(`${rolePath}/deptTree/${roleId}`)).body.checkedKeys).toEqual([leaf]);
    expect((await manager.put(rolePath, { roleId, dataScope: '1' })).body).toMatchObject({ problem: 'roleScopeBeyondOwn' });
    const narrow = await server.as(rolePermissions, { deptId: branch, dataScope: '3' });
    await server.db.updateTable('role').set({ createBy: narrow.userId }).where('roleId', '=', roleId).execute();
    expect(await setScope('4', undefined, narrow)).toBe('roleScopeBeyondOwn');
    expect(await setScope('3', undefined, narrow)).toBe('none');
    expect(await setScope('5', undefined, narrow)).toBe('none');
  });

  it('check the scope per granted permission, not by the widest role of the user', async () => {
    const mixed = await server.as(rolePermissions, { deptId: branch, dataScope: '1' });
    await insertRole(server.db, mixed.userId, ['system:user:list'], '3');
    const [wide, narrow] = [await menuOf('system:role:list'), await menuOf('system:user:list')];
    expect((await mixed.post(rolePath, roleInput({ dataScope: '1', menuIds: [wide] }))).body.code).toBe(200);
    expect((await mixed.post(rolePath, roleInput({ dataScope: '1', menuIds: [wide, narrow] }))).body).toMatchObject({
      problem: 'roleScopeBeyondOwn',
    });
  });

  it('cannot be enabled by or granted to users with fewer rights', async () => {
    const strong = await add({ menuIds: [await menuOf('system:user:remove')], status: '1' });
    const { userId } = await insertUser(server.db, { deptId: leaf });
    await admin.put(`${rolePath}/authUser/selectAll?roleId=${strong}&userIds=${userId},${manager.userId}`);
    for (const url of [`/changeStatus`, ''])
      expect((await manager.put(`${rolePath}${url}`, { roleId: strong, status: '0' })).body).toMatchObject({
        problem: 'roleMenusBeyondOwn',
      });
    await admin.put(`${rolePath}/changeStatus`, { roleId: strong, status: '0' });
    await admin.put(`${rolePath}/authUser/cancel`, { roleId: strong, userId: manager.userId });
    const other = (await insertUser(server.db, { deptId: leaf })).userId;
    const gift = await manager.put(`${rolePath}/authUser/selectAll?roleId=${strong}&userIds=${other}`);
    expect(gift.body).toMatchObject({ problem: 'roleMenusBeyondOwn' });
  });
});
