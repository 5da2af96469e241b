// Over 300 lines: every endpoint of RuoYi's system and account pages, in one run of its clients
import { createCanvas } from '@napi-rs/canvas';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import * as sessionService from '../../features/identity/session/session.service.ts';
import { insertCaptcha } from '../../test/captcha.ts';
import { insertUserWithPassword, unique } from '../../test/factories.ts';
import { type RuoyiClient, ruoyiClient, type Shape, shapes, shapeViolations } from '../../test/ruoyi-client.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';

const PASSWORD = 'seven quiet rivers meet here';
const phone = () => `138${String(unique()).slice(-8).padStart(8, '0')}`;

/** The requests of RuoYi-Vue3 and RuoYi-Antdv, and the response keys that they read. */
describe('RuoYi client', () => {
  let server: TestServer;
  let admin: RuoyiClient;

  const ok = async (answer: ReturnType<RuoyiClient['get']>) => {
    const { body } = await answer;
    expect(body, JSON.stringify(body)).toMatchObject({ code: 200, msg: expect.any(String) });
    return body;
  };
  const expectFailure = async (answer: ReturnType<RuoyiClient['get']>) => expect((await answer).body.code).not.toBe(200);
  const expectShape = (value: unknown, shape: Shape) => expect(shapeViolations(value, shape)).toEqual([]);
  /** Expects exactly four keys, and at least one row of the given shape. */
  const expectListShape = (body: { rows: unknown[] }, shape: Shape) => {
    expect(Object.keys(body).sort()).toEqual(['code', 'msg', 'rows', 'total']);
    expect(body.rows.length).toBeGreaterThan(0);
    expectShape(body, { code: 'number', msg: 'text', total: 'number', rows: [shape] });
  };
  const sheetOf = async (answer: ReturnType<RuoyiClient['form']>) => {
    const { status, type, body } = await answer;
    expect([status, type]).toEqual([200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']);
    return (await readXlsx(body)).sheets[0];
  };
  const clientOf = async (userId: number) =>
    ruoyiClient(
      server,
      (await sessionService.open(server.db, { userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' })).token,
    );

  beforeAll(async () => {
    server = await startTestServer();
    const signedIn = await server.as([]);
    await server.db.insertInto('userRole').values({ userId: signedIn.userId, roleId: 1 }).execute();
    admin = ruoyiClient(server, signedIn.token);
    return () => server.close();
  });

  it('signs in, loads user and menus, locks and unlocks, and signs out with either method', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    // the browser still stores an expired token
    const stale = ruoyiClient(server, 'a'.repeat(64));
    const picture = await ok(stale.get('/captchaImage'));
    expectShape(picture, { captchaEnabled: 'flag', uuid: 'text', img: 'text' });
    for (const leave of ['post', 'delete'] as const) {
      const { uuid, text: code } = await insertCaptcha(server.installation);
      const signedIn = await ok(stale.post('/login', { username: userName, password: PASSWORD, code, uuid, rememberMe: true }));
      expect(Object.keys(signedIn).sort()).toEqual(['code', 'msg', 'token']);
      const client = ruoyiClient(server, signedIn.token);
      const info = await ok(client.get('/getInfo'));
      expectShape(info, { user: shapes.user, roles: ['text'], permissions: ['text'] });
      expectShape(info, { pwdChrtype: 'text', isDefaultModifyPwd: 'flag', isPasswordExpired: 'flag' });
      expect((await ok(client.get('/getRouters'))).data).toEqual([]);
      await ok(client.post('/unlockscreen', { password: PASSWORD }));
      expect((await client.post('/unlockscreen', { password: 'x' })).body).toMatchObject({ code: 500 });
      expect(Object.keys(await ok(client[leave]('/logout'))).sort()).toEqual(['code', 'msg']);
      expect((await client.get('/getInfo')).body).toEqual({
        code: 401,
        msg: expect.any(String),
        problem: 'notSignedIn',
        params: { path: '/api/getInfo' },
      });
      await ok(client[leave]('/logout'));
    }
    expect((await stale.post('/register', { username: 'anew', password: PASSWORD, code: '', uuid: '' })).body).toMatchObject({ code: 500 });
  });

  it('reads its permitted pages as router records', async () => {
    const { data } = await ok(admin.get('/getRouters'));
    expectShape(data, [shapes.router]);
    expect(JSON.stringify(data)).not.toMatch(/"name":""|"query":""|"children":\[\]/);
    expect(data.find(({ path }: { path: string }) => path === '/system')).toMatchObject({
      name: 'System',
      hidden: false,
      redirect: 'noRedirect',
      component: 'Layout',
      alwaysShow: true,
      meta: { icon: 'system', noCache: false, link: null },
      children: expect.arrayContaining([expect.objectContaining({ name: 'User', path: 'user', component: 'system/user/index' })]),
    });
  });

  describe('user management', () => {
    const form = () => ({
      userId: undefined,
      deptId: 103,
      userName: `kept${unique()}`,
      nickName: '王五',
      password: PASSWORD,
      phonenumber: phone(),
      email: '',
      sex: undefined,
      status: '0',
      remark: undefined,
      postIds: [1],
      roleIds: [2],
    });
    const add = async (overrides = {}) => {
      const sent = { ...form(), ...overrides };
      await ok(admin.post('/system/user', sent));
      const { rows } = await ok(admin.get('/system/user/list', { pageNum: 1, pageSize: 10, userName: sent.userName }));
      return rows[0] as { userId: number; userName: string };
    };

    it('lists, filters and sorts users in both dialects', async () => {
      const { userName } = await add();
      const { userName: other } = await add({ deptId: 105 });
      const vue = await ok(
        admin.get('/system/user/list', {
          pageNum: 1,
          pageSize: 10,
          userName: '',
          phonenumber: undefined,
          status: 0,
          deptId: '103',
          params: { beginTime: '2020-01-01', endTime: '2999-12-31' },
        }),
      );
      expectListShape(vue, shapes.user);
      expect(vue.rows.map((row: { userName: string }) => row.userName)).toContain(userName);
      expect(vue.rows.map((row: { userName: string }) => row.userName)).not.toContain(other);
      // Antdv sends the short spellings, and empty values for a cleared order
      const order = async (query: object) =>
        (await ok(admin.get('/system/user/list', { pageSize: '500', ...query }))).rows.map((row: { userName: string }) => row.userName);
      const [up, down] = [
        await order({ orderByColumn: 'userName', isAsc: 'ascending' }),
        await order({ orderByColumn: 'userName', isAsc: 'desc' }),
      ];
      expect(down).toEqual([...up].reverse());
      expect(await order({ orderByColumn: 'userName', isAsc: 'asc' })).toEqual(up);
      expect(await order({ orderByColumn: '', isAsc: null })).toEqual(expect.arrayContaining(up));
    });

    it('adds a user from a form with its choices, and sends the whole record back to edit it', async () => {
      for (const url of ['/system/user/', '/system/user']) {
        const choices = await ok(admin.get(url));
        expectShape(choices, { roles: [shapes.role], posts: [shapes.post] });
        expect(choices).not.toHaveProperty('data');
      }
      const { userId } = await add();
      const read = await ok(admin.get(`/system/user/${userId}`));
      expectShape(read, { data: shapes.user, postIds: ['number'], roleIds: ['number'], roles: [shapes.role], posts: [shapes.post] });
      expect(read).toMatchObject({ postIds: [1], roleIds: [2] });
      // content of the edit form: the record with an empty `password`, and its links
      await ok(
        admin.put('/system/user', {
          ...read.data,
          password: '',
          postIds: read.postIds,
          roleIds: read.roleIds,
          deptId: '104',
          sex: 1,
          remark: null,
          children: [],
          params: {},
        }),
      );
      expect((await ok(admin.get(`/system/user/${userId}/`))).data).toMatchObject({ deptId: 104, sex: '1', admin: false });
      await ok(admin.put('/system/user/changeStatus', { userId: String(userId), status: 1 }));
      await ok(admin.put('/system/user/resetPwd', { userId, password: `another ${PASSWORD}` }));
      await ok(admin.delete(`/system/user/${userId}`));
      expect((await admin.get(`/system/user/${userId}`)).body).toMatchObject({ code: 500 });
    });

    it('assigns roles by query parameters, and removes several users in one request', async () => {
      const [{ userId }, { userId: other }] = [await add(), await add()];
      const read = await ok(admin.get(`/system/user/authRole/${userId}`));
      expectShape(read, { user: shapes.user, roles: [shapes.role] });
      expect(read.roles.filter(({ flag }: { flag: boolean }) => flag).map(({ roleId }: { roleId: number }) => roleId)).toEqual([2]);
      const [second, third] = read.roles.map(({ roleId }: { roleId: number }) => roleId).filter((roleId: number) => roleId > 2);
      const readRoleIds = async () => (await ok(admin.get(`/system/user/${userId}`))).roleIds;
      await ok(admin.put(`/system/user/authRole?userId=${userId}&roleIds=2,${second}`));
      expect(await readRoleIds()).toEqual([2, second]);
      await ok(admin.put(`/system/user/authRole?userId=${userId}&roleIds=${second}&roleIds=${third}`));
      expect(await readRoleIds()).toEqual([second, third].sort((one, two) => one - two));
      await ok(admin.put(`/system/user/authRole?userId=${userId}&roleIds=`));
      expect(await readRoleIds()).toEqual([]);
      await ok(admin.delete(`/system/user/${userId},${other}`));
    });

    it('selects departments from a tree', async () => {
      const { data } = await ok(admin.get('/system/user/deptTree'));
      expectShape(data, [shapes.node]);
      expect(data[0]).toMatchObject({ id: 100, disabled: false, children: expect.any(Array) });
    });

    it('exports users with bracket keys, and imports a sheet with either updateSupport position', async () => {
      const { userName } = await add();
      const sheet = await sheetOf(
        admin.form('/system/user/export', {
          pageNum: 1,
          pageSize: 1,
          userName: 'kept',
          status: undefined,
          params: { beginTime: '2020-01-01', endTime: '2999-12-31' },
        }),
      );
      expect(sheet?.name).toBe('用户数据');
      expect(sheet?.rows.length).toBeGreaterThan(2);
      const none = await sheetOf(admin.form('/system/user/export', { params: { beginTime: '2999-01-01' } }));
      expect(none?.rows).toHaveLength(1);
      const template = await admin.form('/system/user/importTemplate');
      expect((await readXlsx(template.body)).sheets[0]?.rows[0]).toEqual([
        '部门编号',
        '登录名称',
        '用户名称',
        '用户邮箱',
        '手机号码',
        '用户性别',
        '账号状态',
      ]);
      const rows = [
        ['登录名称', '用户名称', '部门编号', '用户性别', '账号状态'],
        [userName, '改过的', 103, '女', '正常'],
      ];
      const bytes = await writeXlsx({ sheets: [{ name: '用户数据', rows }] });
      const sent = (fields: Record<string, string> = {}) => {
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(bytes)]), 'users.xlsx');
        for (const [name, value] of Object.entries(fields)) form.append(name, value);
        return form;
      };
      for (const refused of [
        admin.multipart('/system/user/importData?updateSupport=0', sent()),
        admin.multipart('/system/user/importData', sent({ updateSupport: '0' })),
      ])
        expect((await refused).body).toMatchObject({ code: 500, msg: expect.stringContaining(userName) });
      expect((await ok(admin.multipart('/system/user/importData?updateSupport=1', sent()))).msg).toContain('<br/>');
      await ok(admin.multipart('/system/user/importData', sent({ updateSupport: '1' })));
    });

    it('edits its own profile, password and avatar', async () => {
      const { userId } = await insertUserWithPassword(server.db, PASSWORD);
      const self = await clientOf(userId);
      const profile = await ok(self.get('/system/user/profile'));
      expectShape(profile, { data: shapes.user, roleGroup: 'text', postGroup: 'text' });
      await ok(self.put('/system/user/profile', { ...profile.data, nickName: '自己', phonenumber: phone(), email: '', sex: 2 }));
      expect((await ok(self.get('/system/user/profile'))).data).toMatchObject({
        nickName: '自己',
        sex: '2',
        userName: profile.data.userName,
      });
      const next = 'eight loud rivers part there';
      await ok(self.put('/system/user/profile/updatePwd', { oldPassword: PASSWORD, newPassword: next }));
      await ok(
        self.put(`/system/user/profile/updatePwd?oldPassword=${encodeURIComponent(next)}&newPassword=${encodeURIComponent(PASSWORD)}`),
      );
      const form = new FormData();
      form.append('avatarfile', new Blob([new Uint8Array(createCanvas(8, 8).toBuffer('image/png'))]), 'avatar.png');
      const { imgUrl } = await ok(self.multipart('/system/user/profile/avatar', form));
      expect(imgUrl).toMatch(/^\/profile\/avatar\/\d{4}\/\d\d\/\d\d\/[\da-f]{32}\.png$/);
      expect(await ruoyiClient(server).get(imgUrl)).toMatchObject({ status: 200, type: 'image/png' });
    });
  });

  it('manages roles with their menus, departments and users', async () => {
    const key = `family${unique()}`;
    const form = {
      roleId: undefined,
      roleName: key,
      roleKey: key,
      roleSort: '7',
      status: '0',
      menuIds: [1, 100, 1000],
      deptIds: [],
      menuCheckStrictly: true,
      deptCheckStrictly: true,
      remark: undefined,
    };
    await ok(admin.post('/system/role', form));
    const list = await ok(
      admin.get('/system/role/list', {
        pageNum: 1,
        pageSize: 10,
        roleName: '',
        roleKey: key,
        status: undefined,
        params: { beginTime: '2020-01-01', endTime: '2999-01-01' },
      }),
    );
    expectListShape(list, shapes.role);
    const { roleId } = list.rows[0];
    const { data } = await ok(admin.get(`/system/role/${roleId}`));
    expectShape(data, shapes.role);

    const menus = await ok(admin.get(`/system/menu/roleMenuTreeselect/${roleId}`));
    expectShape(menus, { menus: [shapes.node], checkedKeys: ['number'] });
    expect(menus.checkedKeys).toEqual([1000]);
    await ok(admin.put('/system/role', { ...data, menuIds: ['1', '101'], deptIds: null, roleSort: '8', menuCheckStrictly: 1 }));
    expect((await ok(admin.get(`/system/menu/roleMenuTreeselect/${roleId}`))).checkedKeys).toEqual([101]);

    const departments = await ok(admin.get(`/system/role/deptTree/${roleId}`));
    expectShape(departments, { depts: [shapes.node], checkedKeys: ['number'] });
    const setDataScope = async (scopeFields: object) => {
      const { data: fetched } = await ok(admin.get(`/system/role/${roleId}`));
      await ok(admin.put('/system/role/dataScope', { ...fetched, dataScope: '2', ...scopeFields }));
    };
    await setDataScope({ deptIds: [100, 101, '105'], deptCheckStrictly: true });
    expect((await ok(admin.get(`/system/role/deptTree/${roleId}`))).checkedKeys).toEqual([105]);
    await setDataScope({ deptIds: [100, 101, 105], deptCheckStrictly: false });
    expect((await ok(admin.get(`/system/role/deptTree/${roleId}`))).checkedKeys.sort()).toEqual([100, 101, 105]);

    await ok(admin.put('/system/role/changeStatus', { roleId, status: '1' }));
    expect((await ok(admin.get(`/system/role/${roleId}`))).data).toMatchObject({
      status: '1',
      menuCheckStrictly: true,
      deptCheckStrictly: false,
    });
    await ok(admin.put('/system/role/changeStatus', { roleId, status: '0' }));
    expectShape((await ok(admin.get('/system/role/optionselect'))).data, [shapes.role]);

    const people = await Promise.all([1, 2, 3].map(() => insertUserWithPassword(server.db, PASSWORD, { hash: '-' })));
    const [one, two, three] = people.map(({ userId }) => userId) as [number, number, number];
    const person = {
      userId: 'number',
      userName: 'text',
      nickName: 'text',
      email: 'text?',
      phonenumber: 'text?',
      status: 'text',
      createTime: 'time',
      deptId: 'number?',
    };
    const holders = async () => {
      const allocated = await ok(
        admin.get('/system/role/authUser/allocatedList', {
          pageNum: 1,
          pageSize: 10,
          roleId: String(roleId),
          userName: undefined,
          phonenumber: '',
        }),
      );
      expectShape(allocated.rows, [person]);
      return allocated.rows.map(({ userId }: { userId: number }) => userId);
    };
    expectListShape(await ok(admin.get('/system/role/authUser/unallocatedList', { pageNum: 1, pageSize: 10, roleId })), person);
    await ok(admin.put(`/system/role/authUser/selectAll?roleId=${roleId}&userIds=${one},${two}`));
    await ok(admin.put(`/system/role/authUser/selectAll?roleId=${roleId}&userIds=${two}&userIds=${three}`));
    expect((await holders()).sort()).toEqual([one, two, three].sort());
    await ok(admin.put('/system/role/authUser/cancel', { userId: one, roleId: String(roleId) }));
    await ok(admin.put(`/system/role/authUser/cancelAll?roleId=${roleId}&userIds=${two},${three}`));
    expect(await holders()).toEqual([]);

    expect((await sheetOf(admin.form('/system/role/export', { pageNum: 1, pageSize: 10, roleName: key })))?.rows[0]).toEqual([
      '角色序号',
      '角色名称',
      '角色权限',
      '角色排序',
      '数据范围',
      '角色状态',
    ]);
    await ok(admin.delete(`/system/role/${roleId}`));
  });

  it('manages menus', async () => {
    const name = `菜单${unique()}`;
    // Antdv supports neither routeName nor query
    await ok(
      admin.post('/system/menu', {
        menuId: undefined,
        parentId: 0,
        menuName: name,
        icon: 'build',
        menuType: 'M',
        orderNum: '9',
        isFrame: '1',
        isCache: '0',
        visible: '0',
        status: '0',
        path: `p${unique()}`,
        component: undefined,
        perms: undefined,
      }),
    );
    const { data } = await ok(admin.get('/system/menu/list', { menuName: name, visible: '', status: 0 }));
    expectShape(data, [shapes.menu]);
    expect(data).toHaveLength(1);
    expectShape((await ok(admin.get('/system/menu/list'))).data, [shapes.menu]);
    expectShape((await ok(admin.get('/system/menu/treeselect'))).data, [shapes.node]);
    const { data: read } = await ok(admin.get(`/system/menu/${data[0].menuId}`));
    expectShape(read, shapes.menu);
    await ok(admin.put('/system/menu', { ...read, orderNum: 11, isFrame: 1, children: [], query: null, perms: null, component: null }));
    await ok(admin.put('/system/menu/updateSort', { menuIds: `1,${read.menuId}`, orderNums: '1,12' }));
    expect((await ok(admin.get(`/system/menu/${read.menuId}/`))).data).toMatchObject({ orderNum: 12, isFrame: '1' });
    expect((await admin.delete('/system/menu/1')).body).toMatchObject({ code: 601 });
    await ok(admin.delete(`/system/menu/${read.menuId}`));
  });

  it('manages departments', async () => {
    const name = `部门${unique()}`;
    await ok(
      admin.post('/system/dept', {
        deptId: undefined,
        parentId: 101,
        deptName: name,
        orderNum: '9',
        leader: undefined,
        phone: undefined,
        email: undefined,
        status: '0',
      }),
    );
    const { data } = await ok(admin.get('/system/dept/list', { deptName: name, status: undefined }));
    expectShape(data, [shapes.dept]);
    const [{ deptId }] = data;
    const { data: read } = await ok(admin.get(`/system/dept/${deptId}`));
    expectShape(read, shapes.dept);
    expect(read).toMatchObject({ parentName: '华东公司', ancestors: '0,100,101' });
    await ok(admin.put('/system/dept', { ...read, leader: '', phone: '', email: null, orderNum: 3, children: [], params: {} }));
    await ok(admin.put('/system/dept/updateSort', { deptIds: `${deptId},103`, orderNums: '4,1' }));
    const without = (await ok(admin.get(`/system/dept/list/exclude/${deptId}`))).data;
    expectShape(without, [shapes.dept]);
    expect(without.map((each: { deptId: number }) => each.deptId)).not.toContain(deptId);
    expectShape((await ok(admin.get('/system/dept/treeselect'))).data, [shapes.node]);
    expectShape(await ok(admin.get('/system/dept/roleDeptTreeselect/2')), { depts: [shapes.node], checkedKeys: ['number'] });
    await ok(admin.delete(`/system/dept/${deptId}`));
  });

  it('manages posts', async () => {
    const code = `p${unique()}`;
    await ok(
      admin.post('/system/post', { postId: undefined, postCode: code, postName: code, postSort: 0, status: '0', remark: undefined }),
    );
    const list = await ok(admin.get('/system/post/list', { pageNum: 1, pageSize: 10, postCode: code, postName: '', status: undefined }));
    expectListShape(list, shapes.post);
    const { data } = await ok(admin.get(`/system/post/${list.rows[0].postId}`));
    expectShape(data, shapes.post);
    await ok(admin.put('/system/post', { ...data, postSort: '3', status: 1, flag: false, remark: null }));
    expectShape((await ok(admin.get('/system/post/optionselect'))).data, [shapes.post]);
    expect((await sheetOf(admin.form('/system/post/export', { postCode: code })))?.rows).toHaveLength(2);
    await ok(admin.delete(`/system/post/${data.postId}`));
  });

  it('manages dictionaries and their entries', async () => {
    const key = `d${unique()}`;
    await ok(admin.post('/system/dict/type', { dictId: undefined, dictName: key, dictType: key, status: '0', remark: undefined }));
    const types = await ok(
      admin.get('/system/dict/type/list', {
        pageNum: 1,
        pageSize: 10,
        dictName: key,
        params: { beginTime: '2020-01-01', endTime: '2999-01-01' },
      }),
    );
    expectListShape(types, shapes.dictType);
    const { data: type } = await ok(admin.get(`/system/dict/type/${types.rows[0].dictId}`));
    expectShape(type, shapes.dictType);
    await ok(admin.put('/system/dict/type', { ...type, remark: 'x' }));
    expectShape((await ok(admin.get('/system/dict/type/optionselect'))).data, [shapes.dictType]);

    // Antdv's form has neither class
    await ok(
      admin.post('/system/dict/data', { dictCode: undefined, dictLabel: '甲', dictValue: 1, dictSort: '0', dictType: key, status: '0' }),
    );
    await ok(
      admin.post('/system/dict/data', {
        dictLabel: '乙',
        dictValue: '2',
        dictSort: 1,
        dictType: key,
        cssClass: undefined,
        listClass: 'primary',
        status: '0',
      }),
    );
    const entries = await ok(admin.get('/system/dict/data/list', { dictType: key, dictLabel: undefined, status: '' }));
    expectListShape(entries, shapes.dictData);
    const { data: entry } = await ok(admin.get(`/system/dict/data/${entries.rows[0].dictCode}`));
    expectShape(entry, shapes.dictData);
    await ok(admin.put('/system/dict/data', { ...entry, dictLabel: '丙' }));
    const { data: inUse } = await ok(admin.get(`/system/dict/data/type/${key}`));
    expectShape(inUse, [shapes.dictData]);
    expect(inUse.map(({ dictLabel }: { dictLabel: string }) => dictLabel)).toEqual(['丙', '乙']);
    expect((await ok(admin.get('/system/dict/data/type/no_such'))).data).toEqual([]);
    await sheetOf(admin.form('/system/dict/data/export', { dictType: key }));
    await sheetOf(admin.form('/system/dict/type/export', { dictName: key }));
    await ok(admin.delete(`/system/dict/data/${entries.rows.map(({ dictCode }: { dictCode: number }) => dictCode).join()}`));
    await expectFailure(admin.get(`/system/dict/data/${entry.dictCode}`));
    await ok(admin.delete('/system/dict/type/refreshCache'));
    await ok(admin.delete(`/system/dict/type/${type.dictId}`));
  });

  it('manages settings', async () => {
    const key = `family.k${unique()}`;
    await ok(
      admin.post('/system/config', {
        configId: undefined,
        configName: key,
        configKey: key,
        configValue: 5,
        configType: 'N',
        remark: undefined,
      }),
    );
    const list = await ok(
      admin.get('/system/config/list', {
        pageNum: 1,
        pageSize: 10,
        configKey: key,
        configType: '',
        params: { beginTime: '2020-01-01', endTime: '2999-01-01' },
      }),
    );
    expectListShape(list, shapes.config);
    const { data } = await ok(admin.get(`/system/config/${list.rows[0].configId}`));
    expectShape(data, shapes.config);
    await ok(admin.put('/system/config', { ...data, configValue: '6', updateTime: null }));
    expect(await ok(admin.get(`/system/config/configKey/${encodeURIComponent(key)}`))).toEqual({ code: 200, msg: '6', data: '6' });
    expect((await ok(admin.get('/system/config/configKey/no.such'))).msg).toBe('');
    await sheetOf(admin.form('/system/config/export', { configKey: key }));
    await ok(admin.delete('/system/config/refreshCache'));
    await ok(admin.delete(`/system/config/${data.configId}`));
    await expectFailure(admin.get(`/system/config/${data.configId}`));
  });

  it('manages notices and reads them at the bell', async () => {
    const noticeTitle = `告示${unique()}`;
    await ok(admin.post('/system/notice', { noticeId: undefined, noticeTitle, noticeType: '1', noticeContent: '<p>x</p>', status: '0' }));
    const list = await ok(
      admin.get('/system/notice/list', { pageNum: 1, pageSize: 5, noticeTitle, noticeType: '1', createBy: undefined, status: 0 }),
    );
    expectListShape(list, shapes.notice);
    const { data } = await ok(admin.get(`/system/notice/${list.rows[0].noticeId}`));
    expectShape(data, shapes.notice);
    const reader = await clientOf((await insertUserWithPassword(server.db, PASSWORD, { hash: '-' })).userId);
    const bell = await ok(reader.get('/system/notice/listTop'));
    expectShape(bell, { unreadCount: 'number', data: [shapes.notice] });
    expect(bell.data[0]).toMatchObject({ noticeTitle, noticeContent: null, isRead: false });
    expectShape((await ok(reader.get(`/system/notice/${data.noticeId}`))).data, shapes.notice);
    await ok(reader.post(`/system/notice/markRead?noticeId=${data.noticeId}`));
    await ok(reader.post(`/system/notice/markReadAll?ids=${bell.data.map(({ noticeId }: { noticeId: number }) => noticeId).join()}`));
    await ok(reader.post('/system/notice/markReadAll?ids='));
    expect((await ok(reader.get('/system/notice/listTop'))).data[0].isRead).toBe(true);
    const readers = await ok(
      admin.get('/system/notice/readUsers/list', { pageNum: 1, pageSize: 10, noticeId: String(data.noticeId), searchValue: '' }),
    );
    expectListShape(readers, shapes.reader);
    await ok(admin.put('/system/notice', { ...data, noticeTitle: `${noticeTitle}改`, status: 1 }));
    await ok(admin.delete(`/system/notice/${data.noticeId}`));
    await expectFailure(admin.get(`/system/notice/${data.noticeId}`));
  });

  it('finds the RuoYi columns in every spreadsheet, in their order', async () => {
    const columns: [noun: string, titles: string[]][] = [
      ['role', ['角色序号', '角色名称', '角色权限', '角色排序', '数据范围', '角色状态']],
      ['post', ['岗位序号', '岗位编码', '岗位名称', '岗位排序', '状态']],
      ['dict/type', ['字典主键', '字典名称', '字典类型', '状态']],
      ['dict/data', ['字典编码', '字典排序', '字典标签', '字典键值', '字典类型', '是否默认', '状态']],
      ['config', ['参数主键', '参数名称', '参数键名', '参数键值', '系统内置']],
    ];
    for (const [noun, titles] of columns) {
      const [titleRow = []] = (await sheetOf(admin.form(`/system/${noun}/export`)))?.rows ?? [];
      expect(
        titleRow.filter((title) => titles.includes(String(title))),
        noun,
      ).toEqual(titles);
    }
  });

  it('uploads and downloads files', async () => {
    const picture = () => new Blob([new Uint8Array(createCanvas(4, 4).toBuffer('image/png'))]);
    const one = new FormData();
    one.append('file', picture(), '图.png');
    const sent = await ok(admin.multipart('/common/upload', one));
    expectShape(sent, { url: 'text', fileName: 'text', newFileName: 'text', originalFilename: 'text' });
    expect(sent.fileName.split('/').pop()).toBe(sent.newFileName);
    const several = new FormData();
    for (const name of ['a.png', 'b.png']) several.append('files', picture(), name);
    const both = await ok(admin.multipart('/common/uploads', several));
    expectShape(both, { urls: 'text', fileNames: 'text', newFileNames: 'text', originalFilenames: 'text' });
    expect(both.fileNames.split(',')).toHaveLength(2);
    const file = await admin.get('/common/download/resource', { resource: sent.fileName });
    expect(file.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/filename\*=utf-8''/i),
      'download-filename': expect.any(String),
    });
    expect(file.headers['access-control-expose-headers']).toMatch(/Content-Disposition.*download-filename/i);
  });
});
