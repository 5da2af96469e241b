// Over 300 lines: the menu tree has many rules, each with its refusals
import { Menu, type ServerRoute } from '@suyuan/contract';
import { enUS } from '@suyuan/contract/words/en-US';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../../test/count-statements.ts';
import { insertRole, insertUser, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const all = ['list', 'query', 'add', 'edit', 'remove'].map((verb) => `system:menu:${verb}`);
type Row = Record<string, unknown> & { menuId: number; parentId: number; menuName: string; path: string };
interface Node {
  id: number;
  label: string;
  path?: string;
  perms?: string;
  children?: Node[];
}

describe('menus', () => {
  let server: TestServer;
  let admin: Client;
  const input = (overrides: object = {}) => {
    const name = `m${unique()}`;
    return { menuName: name, parentId: 0, menuType: 'C', orderNum: 1, path: name, component: 'manage/batch/index', ...overrides };
  };
  const add = async (overrides: object = {}, by = admin) => (await by.post('/system/menu', input(overrides))).body.data?.menuId as number;
  const read = async (menuId: number, by = admin) => (await by.get(`/system/menu/${menuId}`)).body.data as Row;
  const refusalOf = async (overrides: object, by = admin) => (await by.post('/system/menu', input(overrides))).body;
  const routes = async (by = admin) => (await by.get('/getRouters')).body.data as ServerRoute[];

  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.as([]);
    await server.db.insertInto('userRole').values({ userId: admin.userId, roleId: 1 }).execute();
    return () => server.close();
  });

  it('are listed completely and flat, in tree order, in the RuoYi format', async () => {
    const rows = (await admin.get('/system/menu/list')).body.data as Row[];
    expect(Menu.strict().safeParse(rows[0]).error).toBeUndefined();
    expect(rows.find(({ menuId }) => menuId === 100)).toMatchObject({
      parentName: null,
      parentId: 1,
      path: 'user',
      component: 'system/user/index',
      isFrame: '1',
      isCache: '0',
      perms: 'system:user:list',
      routeName: '',
      children: [],
    });
    const order = rows.map(({ parentId, orderNum, menuId }) => [parentId, orderNum as number, menuId] as const);
    expect(order).toEqual([...order].sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]));
    const matches = (await admin.get(`/system/menu/list?menuName=${encodeURIComponent('用户')}&status=0&visible=`)).body.data as Row[];
    expect(matches.length).toBeGreaterThan(3);
    expect(matches.every(({ menuName, status }) => menuName.includes('用户') && status === '0')).toBe(true);
    expect((await admin.get('/system/menu/list?menuName=%25')).body.data).toEqual([]);
  });

  it('are a selection tree with buttons, with matches at the top when their parent does not match', async () => {
    const tree = (await admin.get('/system/menu/treeselect')).body.data as Node[];
    const system = tree.find(({ id }) => id === 1);
    expect(system).toMatchObject({ label: '系统管理', disabled: false });
    const user = system?.children?.find(({ id }) => id === 100);
    expect(user).toMatchObject({ path: '/system/user' });
    expect(user?.children?.map(({ id }) => id)).toContain(1000);
    expect(user?.children?.[0]).not.toHaveProperty('children');
    const matches = (await admin.get(`/system/menu/treeselect?menuName=${encodeURIComponent('用户查询')}`)).body.data as Node[];
    expect(matches).toEqual([{ id: 1000, label: '用户查询', disabled: false, perms: 'system:user:query' }]);
  });

  it('have an English label: pages by path, buttons by resource and action', async () => {
    const missing = ({ path, perms, label, children = [] }: Node): string[] => {
      const [domain, name, act] = perms?.split(':') ?? [];
      const dotted = path?.replaceAll('/', '.');
      const isTranslated = path
        ? [`shell.menu${dotted}`, `${dotted?.slice(1)}.title`, dotted?.slice(1)].some((key) => key && key in enUS)
        : `system.menu.verb.${act}` in enUS && [`${domain}.${name}`, `${domain}.${name}.title`].some((key) => key in enUS);
      return [...(isTranslated ? [] : [`${label} ${path ?? perms}`]), ...children.flatMap(missing)];
    };
    expect(((await admin.get('/system/menu/treeselect')).body.data as Node[]).flatMap(missing)).toEqual([]);
  });

  it('of a role are checked without parents in strict mode, and with parents otherwise', async () => {
    const { userId } = await insertUser(server.db);
    const { roleId } = await insertRole(server.db, userId, [], '1');
    await server.db
      .insertInto('roleMenu')
      .values([1, 100, 1000].map((menuId) => ({ roleId, menuId })))
      .execute();
    const { body } = await admin.get(`/system/menu/roleMenuTreeselect/${roleId}`);
    expect(body).toMatchObject({ code: 200, checkedKeys: [1000] });
    expect(body.menus.length).toBeGreaterThan(2);
    await server.db.updateTable('role').set({ menuCheckStrictly: false }).where('roleId', '=', roleId).execute();
    expect((await admin.get(`/system/menu/roleMenuTreeselect/${roleId}`)).body.checkedKeys).toEqual([1, 100, 1000]);
    expect((await admin.get('/system/menu/roleMenuTreeselect/999999')).body).toMatchObject({ problem: 'notFound' });
  });

  it('change the next responses of getRouters and getInfo', async () => {
    const planner = await server.as(['manage:batch:list']);
    const [role] = await server.db.selectFrom('userRole').select('roleId').where('userId', '=', planner.userId).execute();
    const directory = await add({ menuType: 'M', component: null, menuName: '车间', path: `yard${unique()}` });
    const page = await add({ parentId: directory, menuName: '看板', perms: 'yard:board:list', isCache: '1', query: '{"day":"today"}' });
    await server.db
      .insertInto('roleMenu')
      .values([directory, page].map((menuId) => ({ roleId: role?.roleId ?? 0, menuId })))
      .execute();
    const yard = (await routes(planner)).find(({ meta }) => meta?.title === '车间');
    expect(yard?.children).toMatchObject([{ meta: { title: '看板', noCache: true }, query: '{"day":"today"}', hidden: false }]);
    expect((await planner.get('/getInfo')).body.permissions).toContain('yard:board:list');

    await admin.put('/system/menu', {
      menuId: page,
      menuName: '看板二',
      visible: '1',
      perms: 'yard:board:see',
      isCache: 0,
      routeName: 'YardBoard',
    });
    const after = (await routes(planner)).find(({ meta }) => meta?.title === '车间');
    expect(after?.children).toMatchObject([{ name: 'YardBoard', hidden: true, meta: { title: '看板二', noCache: false } }]);
    expect((await planner.get('/getInfo')).body.permissions).toContain('yard:board:see');

    await admin.put('/system/menu', { menuId: page, status: '1' });
    expect((await planner.get('/getInfo')).body.permissions).not.toContain('yard:board:see');
    expect((await routes(planner)).some(({ meta }) => meta?.title === '车间')).toBe(false);
  });

  it('accept the whole record of a client, and keep fields that the client omits', async () => {
    const menuId = await add({ routeName: `R${unique()}`, query: '{"a":"1"}', remark: '第一行' });
    const before = await read(menuId);
    const { body } = await admin.put('/system/menu', { ...before, children: [], createTime: 'x', params: {}, updateBy: null, isFrame: 1 });
    expect(body.code).toBe(200);
    const after = await read(menuId);
    expect(after).toEqual({ ...before, version: 2, updateBy: admin.userName, updateTime: after.updateTime });
    // older RuoYi consoles send neither route names nor queries
    await admin.put('/system/menu', { menuId, menuName: before.menuName, parentId: 0, menuType: 'C', orderNum: '2', path: before.path });
    expect(await read(menuId)).toMatchObject({ routeName: before.routeName, query: before.query, orderNum: 2 });
    await admin.put('/system/menu', { menuId, query: null, routeName: null, icon: null, perms: null, component: null });
    expect(await read(menuId)).toMatchObject({ routeName: '', query: null, icon: '#', perms: '', component: null });
  });

  it('reject an edit or a move of an outdated version', async () => {
    const menuId = await add();
    const change = async (version: number) => (await admin.put('/system/menu', { menuId, version, remark: `of ${version}` })).body;
    const both = await Promise.all([change(1), change(1)]);
    expect(both.map(({ problem = 'none' }) => problem).sort()).toEqual(['none', 'recordStale']);
    await admin.put('/system/menu/updateSort', { menuIds: `${menuId}`, orderNums: '7' });
    expect(await change(2)).toMatchObject({ problem: 'recordStale' });
    expect(await change(3)).toMatchObject({ code: 200 });
    expect(await read(menuId)).toMatchObject({ orderNum: 7, remark: 'of 3', version: 4 });
  });

  it('have unique names and routes among siblings', async () => {
    const parent = await add({ menuType: 'M', component: null });
    const twin = input({ parentId: parent });
    await admin.post('/system/menu', twin);
    expect(await refusalOf({ ...twin, path: 'other' })).toMatchObject({ problem: 'menuNameTaken', params: { field: 'menuName' } });
    expect(await refusalOf({ parentId: parent, path: twin.path.toUpperCase(), routeName: `R${unique()}` })).toMatchObject({
      problem: 'menuRouteTaken',
      params: { field: 'path', menuName: twin.menuName },
    });
    // under another parent the name is free; the path is free with another route name, but not at the top level
    const elsewhere = await add({ menuType: 'M', component: null });
    expect(await refusalOf({ ...twin, parentId: elsewhere })).toMatchObject({ problem: 'menuRouteTaken' });
    expect(await add({ ...twin, parentId: elsewhere, routeName: `Own${unique()}` })).toBeGreaterThan(0);
    expect(await refusalOf({ path: twin.path, routeName: `Own${unique()}` })).toMatchObject({ problem: 'menuRouteTaken' });
    // buttons are not compared
    expect(await add({ parentId: elsewhere, menuType: 'F', path: '', component: null, perms: 'a:b:c' })).toBeGreaterThan(0);
  });

  it('accept a name or a route from only one of two users at once', async () => {
    const name = input();
    const named = await Promise.all([1, 2].map((n) => admin.post('/system/menu', { ...name, path: `${name.path}${n}` })));
    expect(named.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['menuNameTaken', 'none']);
    const path = `p${unique()}`;
    const routed = await Promise.all([1, 2].map(() => admin.post('/system/menu', input({ path }))));
    expect(routed.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['menuRouteTaken', 'none']);
  });

  it('never move below themselves, even when two users move them at once', async () => {
    const [upper, lower] = [await add({ menuType: 'M', component: null }), await add({ menuType: 'M', component: null })];
    expect((await admin.put('/system/menu', { menuId: upper, parentId: upper })).body).toMatchObject({ problem: 'menuBelowItself' });
    const both = await Promise.all([
      admin.put('/system/menu', { menuId: upper, parentId: lower }),
      admin.put('/system/menu', { menuId: lower, parentId: upper }),
    ]);
    expect(both.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['menuBelowItself', 'none']);
  });

  it('are placed below a directory or a page only', async () => {
    for (const parentId of [999_999, 1000])
      expect(await refusalOf({ parentId }), String(parentId)).toMatchObject({ problem: 'menuParentWrong', params: { field: 'parentId' } });
    const parent = await add();
    await add({ parentId: parent, menuType: 'F', path: '', component: null });
    expect((await admin.put('/system/menu', { menuId: parent, menuType: 'F', path: '' })).body).toMatchObject({
      problem: 'menuButtonWithChildren',
    });
  });

  it('link to http, https or the own host, and to no other scheme', async () => {
    for (const path of ['https://www.example.cn/a?b=c', 'http://10.0.0.8:81', '{host}', '{host}/manual'])
      expect(
        await add({ path: `${path}${path.includes('{host}') ? '' : `#${unique()}`}`, isFrame: '0', menuType: 'M', component: null }),
        path,
      ).toBeGreaterThan(0);
    for (const path of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'jav\tascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,<script>1</script>',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.example',
      '\\\\evil.example',
      'ftp://x',
      'http:evil',
      'https://user:pw@evil.example',
      '{host}.evil.example',
      '{host}@evil.example',
      'page',
    ]) {
      const body = await refusalOf({ path, isFrame: '0', menuType: 'M', component: null });
      expect([body.code, body.params?.field], path).toEqual([500, 'path']);
      if (path !== 'page') expect((await refusalOf({ path, isFrame: '1' })).params?.field, path).toBe('path');
    }
    expect(await refusalOf({ path: '' })).toMatchObject({ problem: 'menuPathMissing' });
  });

  it('reject an invalid type, flag, query or permission', async () => {
    const invalidInputs: [given: object, field: string][] = [
      [{ menuType: 'X' }, 'menuType'],
      [{ visible: '2' }, 'visible'],
      [{ isFrame: 'yes' }, 'isFrame'],
      [{ orderNum: null }, 'orderNum'],
      [{ menuName: '' }, 'menuName'],
      [{ menuName: 'x'.repeat(51) }, 'menuName'],
      [{ query: 'a=1' }, 'query'],
      [{ query: '[1]' }, 'query'],
      [{ icon: '"><script>' }, 'icon'],
      [{ perms: 'a b' }, 'perms'],
      [{ component: '<img>' }, 'component'],
    ];
    for (const [overrides, field] of invalidInputs)
      expect(await refusalOf(overrides), field).toMatchObject({ problem: 'invalidInput', params: { field } });
    const named = await add({ menuName: '<img src=x onerror=alert(1)>' });
    expect((await read(named)).menuName).toBe('<img src=x onerror=alert(1)>');
  });

  it('are reordered all or none', async () => {
    const [one, two] = [await add(), await add()];
    expect((await admin.put('/system/menu/updateSort', { menuIds: `${one},${two}`, orderNums: '9,8' })).body.code).toBe(200);
    expect([(await read(one)).orderNum, (await read(two)).orderNum]).toEqual([9, 8]);
    const wrong: [menuIds: string, orderNums: string, problem: string][] = [
      [`${one},999999`, '1,2', 'notFound'],
      [`${one},${two}`, '1', 'menuOrderUneven'],
      [`${one},${one}`, '1,2', 'menuOrderUneven'],
      [`${one},x`, '1,2', 'invalidInput'],
      [`${one}`, '-1', 'invalidInput'],
      ['', '', 'invalidInput'],
    ];
    for (const [menuIds, orderNums, problem] of wrong)
      expect((await admin.put('/system/menu/updateSort', { menuIds, orderNums })).body, `${menuIds} ${orderNums}`).toMatchObject({
        problem,
      });
    expect([(await read(one)).orderNum, (await read(two)).orderNum]).toEqual([9, 8]);
    const [logged] = await server.db
      .selectFrom('auditLog')
      .select('businessType')
      .where('title', '=', '保存菜单排序')
      .limit(1)
      .orderBy('operId')
      .execute();
    expect(logged?.businessType).toBe(2);
  });

  it('are named in a refusal in the language of the reader', async () => {
    const { menuId } = await server.db.selectFrom('menu').select('menuId').where('menuName', '=', '系统管理').executeTakeFirstOrThrow();
    const { body } = await admin.delete(`/system/menu/${menuId}`, { 'accept-language': 'en-US' });
    expect([body.problem, body.msg]).toEqual(['menuHasChildren', expect.stringContaining('“System”')]);
    const refusalOf = async (menuName: string) => {
      const menu = await server.db.selectFrom('menu').select('menuId').where('menuName', '=', menuName).executeTakeFirstOrThrow();
      return (await admin.delete(`/system/menu/${menu.menuId}`, { 'accept-language': 'en-US' })).body.msg;
    };
    // a page whose title has no entry in the menu's texts, and a button that a role has
    expect(await refusalOf('数据监控')).toContain('“Database”');
    const { menuId: button } = await server.db
      .selectFrom('menu')
      .select('menuId')
      .where('menuName', '=', '供应商新增')
      .executeTakeFirstOrThrow();
    const { userId } = await insertUser(server.db);
    const { roleId } = await insertRole(server.db, userId, [], '1');
    await server.db.insertInto('roleMenu').values({ roleId, menuId: button }).execute();
    expect(await refusalOf('供应商新增')).toContain('“supplier: add”');
  });

  it('are deleted all or none, and stay with a warning while they have children or roles', async () => {
    const parent = await add();
    const button = await add({ parentId: parent, menuType: 'F', path: '', component: null, perms: 'a:b:d' });
    expect((await admin.delete(`/system/menu/${parent}`)).body).toMatchObject({ code: 601, problem: 'menuHasChildren' });
    const { userId } = await insertUser(server.db);
    const { roleId } = await insertRole(server.db, userId, [], '1');
    await server.db.insertInto('roleMenu').values({ roleId, menuId: button }).execute();
    expect((await admin.delete(`/system/menu/${button}`)).body).toMatchObject({ code: 601, problem: 'menuInUse' });
    await server.db.deleteFrom('roleMenu').where('roleId', '=', roleId).execute();
    expect((await admin.delete(`/system/menu/${button}`)).body.code).toBe(200);
    const gone = await add();
    expect((await admin.delete(`/system/menu/${gone}`)).body.code).toBe(200);
    expect((await admin.delete(`/system/menu/${parent},${gone}`)).body).toMatchObject({ problem: 'notFound' });
    expect((await admin.delete(`/system/menu/${parent},x`)).body).toMatchObject({ problem: 'invalidInput' });
    expect((await admin.delete(`/system/menu/${parent}`)).body.code).toBe(200);
    expect((await admin.delete(`/system/menu/${parent}`)).body).toMatchObject({ problem: 'notFound' });
  });

  it('of others are hidden from users other than the administrator, for reading and writing', async () => {
    const keeper = await server.as(all);
    const ownMenus = (await keeper.get('/system/menu/list')).body.data as Row[];
    expect(ownMenus.map(({ perms }) => perms).sort()).toEqual([...all].sort());
    expect((await keeper.get('/system/menu/treeselect')).body.data).toHaveLength(all.length);
    for (const answer of [
      await keeper.get('/system/menu/100'),
      await keeper.put('/system/menu', { menuId: 100, menuName: 'x' }),
      await keeper.put('/system/menu/updateSort', { menuIds: `${ownMenus[0]?.menuId},100`, orderNums: '1,2' }),
      await keeper.delete('/system/menu/100'),
    ])
      expect(answer.body).toMatchObject({ code: 500, problem: 'notFound' });
    const createdId = await add({}, keeper);
    expect((await read(createdId, keeper)).createBy).toBe(keeper.userName);
  });

  it('grant no permission that the user lacks', async () => {
    const keeper = await server.as(all);
    const [own] = (await keeper.get('/system/menu/list')).body.data as Row[];
    for (const perms of ['system:user:resetPwd', '*:*:*', `${own?.perms},system:role:edit`])
      expect((await keeper.put('/system/menu', { menuId: own?.menuId, perms })).body, perms).toMatchObject({
        code: 500,
        problem: 'menuPermissionNotHeld',
        params: { field: 'perms' },
      });
    expect((await keeper.put('/system/menu', { menuId: own?.menuId, perms: own?.perms, orderNum: 5 })).body.code).toBe(200);
    expect((await refusalOf({ perms: 'system:user:resetPwd' }, keeper)).problem).toBe('menuPermissionNotHeld');
  });

  it('restore no permission that an administrator disabled, and widen no data scope', async () => {
    const keeper = await server.as([...all, 'system:post:list']);
    const rows = (await keeper.get('/system/menu/list')).body.data as Row[];
    const menuId = rows.find(({ perms }) => perms === 'system:post:list')?.menuId;
    await admin.put('/system/menu', { menuId, status: '1' });
    expect((await keeper.get('/system/post/list')).body.code).toBe(403);
    expect((await keeper.put('/system/menu', { menuId, status: '0' })).body).toMatchObject({ problem: 'menuPermissionNotHeld' });
    expect((await keeper.put('/system/menu', { menuId, orderNum: 9 })).body.code).toBe(200);
    expect((await keeper.get('/system/post/list')).body.code).toBe(403);
    // the menu belongs to a role with scope "all"; users are granted by a role limited to the own department
    await insertRole(server.db, keeper.userId, ['system:user:list'], '3');
    const wide = rows.find(({ perms }) => perms === 'system:menu:query')?.menuId;
    const refusal = (await keeper.put('/system/menu', { menuId: wide, perms: 'system:menu:query,system:user:list' })).body;
    expect(refusal).toMatchObject({ problem: 'menuPermissionNotHeld', params: { field: 'perms', permission: 'system:user:list' } });
    expect((await keeper.post('/system/menu', input({ perms: 'system:user:list' }))).body.code).toBe(200);
  });

  it('require the permission', async () => {
    const clerk = await server.as([]);
    for (const answer of [
      await clerk.get('/system/menu/list'),
      await clerk.get('/system/menu/100'),
      await clerk.post('/system/menu', input()),
      await clerk.put('/system/menu', { menuId: 100 }),
      await clerk.put('/system/menu/updateSort', {}),
      await clerk.delete('/system/menu/100'),
    ])
      expect(answer.body).toMatchObject({ code: 403, problem: 'forbidden' });
    expect((await clerk.get('/system/menu/treeselect')).body).toMatchObject({ code: 200, data: [] });
  });

  it('take the same number of SQL statements for two thousand menus', async () => {
    const urls = ['/system/menu/list', '/system/menu/treeselect', '/system/menu/roleMenuTreeselect/2', '/getRouters'];
    const countEach = async () => {
      const counts: number[] = [];
      for (const url of urls) counts.push(await countStatements(() => admin.get(url)));
      return counts;
    };
    // the first may fill memory
    await countEach();
    const few = await countEach();
    const rows = Array.from({ length: 2000 }, (_, index) => ({
      menuName: `大${index}`,
      parentId: index % 20 === 0 ? 0 : 1,
      menuType: 'C',
      path: `bulk${index}`,
      orderNum: index,
    }));
    await server.db.insertInto('menu').values(rows).execute();
    // memory answers once it knows the new menus
    await expect.poll(async () => (await countEach()).map((count, index) => Math.max(count, few[index] ?? 0))).toEqual(few);
    expect(Math.max(...few)).toBeLessThanOrEqual(4);
    expect((await admin.get('/system/menu/list')).body.data.length).toBeGreaterThan(2000);
  });
});
