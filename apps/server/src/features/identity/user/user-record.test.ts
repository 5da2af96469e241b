/** Over 300 lines: each endpoint of `/system/user` has specific refusals, tested under five data scopes. */
import { PasswordReset, User } from '@suyuan/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../../test/count-statements.ts';
import { insertDepartment, insertRole, insertUser, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts';
import * as sessionService from '../session/session.service.ts';

const all = ['list', 'query', 'add', 'edit', 'remove', 'export', 'import', 'resetPwd'].map((verb) => `system:user:${verb}`);
const PASSWORD = 'seven quiet rivers meet here';
const phone = () => `139${String(unique()).slice(-8).padStart(8, '0')}`;

describe('users', () => {
  let server: TestServer;
  let desk: Client;
  /** Roles without rights, which any actor may assign. */
  let [one, two, three] = [0, 0, 0];
  const input = (overrides: object = {}) => ({
    userName: `staff${unique()}`,
    nickName: '李明',
    password: PASSWORD,
    deptId: 103,
    ...overrides,
  });
  const add = async (overrides: object = {}, by = desk) => (await by.post('/system/user', input(overrides))).body.data.userId as number;
  const read = async (userId: number, by = desk) => (await by.get(`/system/user/${userId}`)).body;
  const row = (userId: number) => server.db.selectFrom('users').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow();
  /** Opens a session without the sign-in page. */
  const token = async (userId: number) =>
    (await sessionService.open(server.db, { userId, ipaddr: '', browser: '', os: '', loginLocation: '' })).token;
  const isSignedIn = async (sessionToken: string) => {
    const reply = await server.app.inject({ url: '/api/getInfo', headers: { authorization: `Bearer ${sessionToken}` } });
    return reply.json().code === 200;
  };
  /** A user with the administrator role. */
  const administrator = async () => {
    const client = await server.as([]);
    await server.db.insertInto('userRole').values({ userId: client.userId, roleId: 1 }).execute();
    return client;
  };
  const roleIdsOf = async (userId: number) =>
    (await server.db.selectFrom('userRole').select('roleId').where('userId', '=', userId).orderBy('roleId').execute()).map(
      ({ roleId }) => roleId,
    );

  beforeAll(async () => {
    server = await startTestServer();
    desk = await server.as(all);
    const { userId: holder } = await insertUser(server.db);
    const empty = async () => (await insertRole(server.db, holder, [], '1')).roleId;
    [one, two, three] = [await empty(), await empty(), await empty()];
    await insertUser(server.db, { userName: 'admin' });
    await server.db.updateTable('users').set({ userId: 1 }).where('userName', '=', 'admin').execute();
    await server.db.insertInto('userRole').values({ userId: 1, roleId: 1 }).execute();
    return () => server.close();
  });

  it('are listed with department and roles, without passwords and deleted users', async () => {
    const userId = await add({ nickName: '赵六', roleIds: [one, two], postIds: [2, 1], phonenumber: phone() });
    const { body } = await desk.get(`/system/user/list?nickName=${encodeURIComponent('赵六')}`);
    expect(body).toMatchObject({
      code: 200,
      total: 1,
      rows: [{ userId, dept: { deptName: '生产计划部', ancestors: '0,100,101' }, roles: [{ roleId: one }, { roleId: two }] }],
    });
    expect(User.strict().safeParse(body.rows[0]).error).toBeUndefined();
    expect(body.rows[0]).toMatchObject({ postNames: ['负责人', '主管'], pwdUpdateDate: null, createBy: desk.userName, admin: false });
    await desk.delete(`/system/user/${userId}`);
    expect((await desk.get(`/system/user/list?userId=${userId}`)).body.total).toBe(0);
    expect(await read(userId)).toMatchObject({ code: 500, problem: 'notFound' });
  });

  it('are filtered by each field as text, and by a department with all its children', async () => {
    const root = await insertDepartment(server.db);
    const leaf = await insertDepartment(server.db, await insertDepartment(server.db, root));
    const number = phone();
    const userId = await add({ deptId: leaf.deptId, nickName: '百分%号', phonenumber: number, status: '1' });
    const total = async (query: string) => (await desk.get(`/system/user/list?${query}`)).body.total;
    const below = `deptId=${root.deptId}`;
    expect(await total(below)).toBe(1);
    const hits = [`userId=${userId}`, `phonenumber=${number.slice(3)}`, 'status=1', `nickName=${encodeURIComponent('%')}`];
    for (const filter of [...hits, 'params%5BbeginTime%5D=2020-01-01', 'params[dataScope]=and 1=0', "remark=' or 1=1", 'userName='])
      expect(await total(`${below}&${filter}`), filter).toBe(1);
    for (const filter of ['status=0', 'nickName=_', 'params%5BendTime%5D=2020-01-01', `roleId=${one}`, "userName=' or pg_sleep(3)--"])
      expect(await total(`${below}&${filter}`), filter).toBe(0);
    for (const order of ['password', 'case when 1 then 1 end', 'createTime desc'])
      expect((await desk.get(`/system/user/list?orderByColumn=${encodeURIComponent(order)}`)).body.problem).toBe('invalidInput');
    expect((await desk.get('/system/user/list?pageSize=1000000000&pageNum=1e15')).body.code).toBe(200);
  });

  it('are read with their options, and without a key as options only, with or without a slash', async () => {
    const userId = await add({ roleIds: [one], postIds: [4] });
    const body = await read(userId);
    expect(body).toMatchObject({ code: 200, data: { userId, roleIds: [one], postIds: [4] }, roleIds: [one], postIds: [4] });
    expect(body.roles.find(({ roleId }: { roleId: number }) => roleId === one)).toMatchObject({ admin: false, flag: true });
    expect(body.roles.map(({ roleId }: { roleId: number }) => roleId)).not.toContain(1);
    expect(JSON.stringify(body)).not.toMatch(/argon2|"password"/);
    for (const url of ['/system/user/', '/system/user']) {
      const choices = (await desk.get(url)).body;
      expect(choices).toMatchObject({ code: 200, posts: [{ postCode: 'director' }, {}, {}, {}] });
      expect(choices.roles.length).toBeGreaterThan(5);
      expect(choices.data).toBeUndefined();
    }
    expect((await (await administrator()).get('/system/user/1')).body.roles[0]).toMatchObject({ roleId: 1, flag: true });
  });

  it('accept the whole record of a client, and change only editable fields', async () => {
    const userId = await add({ roleIds: [one], postIds: [1], email: 'a@example.cn', remark: 'x' });
    const { data } = await read(userId);
    const before = await row(userId);
    const sent = {
      ...data,
      userName: 'another',
      password: '',
      nickName: '新名',
      deptId: null,
      sex: 1,
      roleIds: [String(two)],
      postIds: [],
      remark: '',
    };
    expect(
      (await desk.put('/system/user', { ...sent, delFlag: '2', createBy: 'x', createTime: '1999-01-01', admin: true })).body.code,
    ).toBe(200);
    const after = (await read(userId)).data;
    expect(after).toMatchObject({ userName: data.userName, nickName: '新名', deptId: null, dept: null, sex: '1', email: 'a@example.cn' });
    expect(after).toMatchObject({ roleIds: [two], postIds: [], remark: null, updateBy: desk.userName, admin: false, delFlag: '0' });
    expect(await row(userId)).toMatchObject({ password: before.password, createTime: before.createTime, createBy: desk.userId });
    await desk.put('/system/user', { userId, nickName: '又一' });
    expect((await read(userId)).data).toMatchObject({ roleIds: [two], email: 'a@example.cn' });
  });

  it('are rejected at the field for a duplicate name, phone or email, or a missing password', async () => {
    const existing = { userName: `once${unique()}`, phonenumber: phone(), email: `mail${unique()}@example.cn` };
    await add(existing);
    const refusals: [object, string, string][] = [
      [{ userName: existing.userName.toUpperCase() }, 'userNameTaken', 'userName'],
      [{ phonenumber: existing.phonenumber }, 'userPhoneTaken', 'phonenumber'],
      [{ email: existing.email.toUpperCase() }, 'userEmailTaken', 'email'],
      [{ password: '' }, 'invalidInput', 'password'],
      [{ password: 'short' }, 'passwordWeak', 'password'],
      [{ userName: 'a b' }, 'invalidInput', 'userName'],
      [{ nickName: '<script>' }, 'invalidInput', 'nickName'],
      [{ phonenumber: '12345' }, 'invalidInput', 'phonenumber'],
      [{ deptId: 999_999 }, 'referenceNotFound', 'deptId'],
      [{ postIds: [999_999] }, 'referenceNotFound', 'postIds'],
      [{ roleIds: [999_999] }, 'roleNotGrantable', 'roleIds'],
    ];
    const count = async () => (await desk.get('/system/user/list')).body.total;
    const before = await count();
    for (const [fault, problem, field] of refusals)
      expect((await desk.post('/system/user', input(fault))).body, JSON.stringify(fault)).toMatchObject({
        code: 500,
        problem,
        params: { field },
      });
    expect(await count()).toBe(before);
    const other = await add({ phonenumber: phone() });
    expect((await desk.put('/system/user', { userId: other, phonenumber: existing.phonenumber })).body).toMatchObject({
      problem: 'userPhoneTaken',
    });
    const clerk = await server.as([]);
    expect((await clerk.put('/system/user/profile', { email: existing.email })).body).toMatchObject({
      code: 500,
      problem: 'userEmailTaken',
    });
  });

  it('are added once by twenty parallel requests, and edited once per version', async () => {
    const same = input();
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.post('/system/user', same)));
    expect(answers.map(({ body }) => body.problem ?? 'none').sort()).toEqual([
      'none',
      ...Array.from({ length: 19 }, () => 'userNameTaken'),
    ]);
    const userId = answers.find(({ body }) => body.code === 200)?.body.data.userId;
    const { version } = (await read(userId)).data;
    const both = await Promise.all(['甲', '乙'].map((nickName) => desk.put('/system/user', { userId, nickName, version, roleIds: [one] })));
    expect(both.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['none', 'recordStale']);
  });

  it('are stored with gender unknown when the dictionary lacks the value', async () => {
    for (const sex of ['3', '', 3]) expect((await read(await add({ sex }))).data.sex, JSON.stringify(sex)).toBe('2');
  });

  it('are deleted all or none, never the current user or the built-in administrator', async () => {
    const [first, second] = [await add({ roleIds: [one], postIds: [1] }), await add()];
    const sessionToken = await token(first);
    expect((await desk.delete(`/system/user/${first},${desk.userId}`)).body).toMatchObject({ problem: 'userIsSelf' });
    expect((await desk.delete(`/system/user/${first},1`)).body).toMatchObject({ code: 500, problem: 'userIsAdmin' });
    expect((await desk.delete(`/system/user/${first},999999`)).body).toMatchObject({ problem: 'notFound' });
    for (const junk of ['1,abc', '-1', '9e99', '0x1', Array.from({ length: 501 }, (_, index) => index + 1).join(',')])
      expect((await desk.delete(`/system/user/${junk}`)).body.problem, junk).toBe('invalidInput');
    expect(await isSignedIn(sessionToken)).toBe(true);
    const { userName } = await row(first);
    expect((await desk.delete(`/system/user/${first},${second},${first}`)).body.code).toBe(200);
    expect(await isSignedIn(sessionToken)).toBe(false);
    expect(await roleIdsOf(first)).toEqual([]);
    expect((await row(second)).delFlag).toBe('2');
    expect((await desk.post('/system/user', input({ userName }))).body.code).toBe(200);
  });

  it('get a password reset that ends their sessions and requires a change', async () => {
    const userId = await add();
    const sessionToken = await token(userId);
    await server.db.updateTable('users').set({ pwdUpdateDate: '2026-01-01', status: '1' }).where('userId', '=', userId).execute();
    const reset = (body: object, by = desk) => by.put('/system/user/resetPwd', body).then((reply) => reply.body);
    const { password } = await row(userId);
    expect(await reset({ userId, password: 'short' })).toMatchObject({ problem: 'passwordWeak', params: { field: 'password' } });
    expect(await reset({ userId })).toMatchObject({ problem: 'invalidInput', params: { field: 'password' } });
    expect(await reset({ userId: 1, password: PASSWORD })).toMatchObject({ problem: 'userIsAdmin' });
    expect(await reset({ userId: desk.userId, password: PASSWORD })).toMatchObject({ problem: 'userIsSelf' });
    expect((await row(userId)).password).toBe(password);
    const answer = await reset({ userId, password: PASSWORD });
    expect(answer).toEqual({ code: 200, msg: '操作成功' });
    expect(await row(userId)).toMatchObject({ pwdUpdateDate: null, status: '1', password: expect.stringMatching(/^\$argon2id\$/) });
    expect((await row(userId)).password).not.toBe(password);
    expect(await isSignedIn(sessionToken)).toBe(false);
    const log = await server.db.selectFrom('auditLog').selectAll().where('operName', '=', desk.userName).orderBy('operId').execute();
    expect(JSON.stringify(log)).not.toContain('rivers');
    expect(log.some(({ title, operUrl, status }) => title === '用户管理' && operUrl.endsWith('resetPwd') && status === '0')).toBe(true);
    expect(PasswordReset.safeParse({ userId: '3', password: 12 }).success).toBe(false);
  });

  it('keep their password when the user who resets it has fewer rights or a narrower scope', async () => {
    const reset = async (userId: number, by: Client) => (await by.put('/system/user/resetPwd', { userId, password: PASSWORD })).body;
    const desks = await Promise.all(
      (['1', '3'] as const).map((dataScope) => server.as(['system:user:resetPwd'], { deptId: 103, dataScope })),
    );
    const [wide, narrow] = desks as [Client, Client];
    const planner = await server.as(['manage:batch:approve'], { deptId: 103, dataScope: '5' });
    for (const [userId, by] of [
      [planner.userId, wide],
      [wide.userId, narrow],
    ] as const) {
      const before = await row(userId);
      expect(await reset(userId, by)).toMatchObject({ problem: 'userBeyondActor', params: { userName: before.userName } });
      expect(await row(userId)).toEqual(before);
    }
    expect(await isSignedIn(planner.token)).toBe(true);
    expect(await reset(narrow.userId, wide)).toMatchObject({ code: 200 });
    expect(await reset(planner.userId, await administrator())).toMatchObject({ code: 200 });
  });

  it('are protected when they became administrators during a waiting reset', async () => {
    const userId = await add();
    const { password } = await row(userId);
    const { reset } = await server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('userId').where('userId', '=', userId).forUpdate().execute();
      await tx.insertInto('userRole').values({ userId, roleId: 1 }).execute();
      const pendingReset = desk.put('/system/user/resetPwd', { userId, password: `${PASSWORD} too` });
      await waitForBlockedTransaction(server.db);
      return { reset: pendingReset };
    });
    expect((await reset).body).toMatchObject({ problem: 'userAboveActor' });
    expect((await row(userId)).password).toBe(password);
  });

  it('are signed out at once when disabled, and can sign in again when enabled', async () => {
    const userId = await add();
    const sessionToken = await token(userId);
    const changeStatus = async (payload: object) => (await desk.put('/system/user/changeStatus', payload)).body;
    expect(await changeStatus({ userId: String(userId), status: 1 })).toMatchObject({ code: 200 });
    expect(await isSignedIn(sessionToken)).toBe(false);
    expect((await row(userId)).status).toBe('1');
    expect(await changeStatus({ userId, status: '0' })).toMatchObject({ code: 200 });
    expect((await row(userId)).status).toBe('0');
    expect(await changeStatus({ userId: desk.userId, status: '1' })).toMatchObject({ problem: 'userIsSelf' });
    expect(await changeStatus({ userId: 1, status: '1' })).toMatchObject({ problem: 'userIsAdmin' });
    expect((await desk.put('/system/user', { userId: desk.userId, status: '1' })).body).toMatchObject({ problem: 'userIsSelf' });
  });

  it('are enabled or disabled several at once, all or none', async () => {
    const userIds = [await add(), await add()];
    const [first = 0] = userIds;
    const sessionToken = await token(first);
    const changeStatus = async (payload: object) => (await desk.put('/system/user/changeStatus', payload)).body;
    const states = () => Promise.all(userIds.map(async (userId) => (await row(userId)).status));
    for (const [foreign, problem] of [
      [999_999, 'notFound'],
      [1, 'userIsAdmin'],
      [desk.userId, 'userIsSelf'],
    ] as const)
      expect(await changeStatus({ userIds: [...userIds, foreign], status: '1' })).toMatchObject({ problem });
    expect(await states()).toEqual(['0', '0']);
    expect(await isSignedIn(sessionToken)).toBe(true);
    expect(await changeStatus({ userIds: [...userIds, first], status: '1' })).toMatchObject({ code: 200 });
    expect(await states()).toEqual(['1', '1']);
    expect(await isSignedIn(sessionToken)).toBe(false);
    expect(await changeStatus({ userIds: userIds.join(','), status: '0' })).toMatchObject({ code: 200 });
    expect(await states()).toEqual(['0', '0']);
    for (const nobody of [{ status: '1' }, { status: '1', userIds: [] }])
      expect(await changeStatus(nobody)).toMatchObject({ problem: 'invalidInput', params: { field: 'userId' } });
  });

  it('get roles by query without a body: repeated, as a comma list, or none', async () => {
    const userId = await add();
    const grant = (query: string, by = desk) => by.put(`/system/user/authRole?${query}`).then(({ body }) => body);
    expect(await grant(`userId=${userId}&roleIds=${one},${two}`)).toMatchObject({ code: 200 });
    expect(await roleIdsOf(userId)).toEqual([one, two]);
    expect(await grant(`userId=${userId}&roleIds=${two}&roleIds=${three}`)).toMatchObject({ code: 200 });
    expect(await roleIdsOf(userId)).toEqual([two, three]);
    const { body } = await desk.get(`/system/user/authRole/${userId}`);
    expect(body).toMatchObject({ code: 200, user: { userId } });
    const flagged = body.roles.filter(({ flag }: { flag: boolean }) => flag).map(({ roleId }: { roleId: number }) => roleId);
    expect(flagged).toEqual([two, three]);
    expect(await grant(`userId=${userId}&roleIds=`)).toMatchObject({ code: 200 });
    expect(await roleIdsOf(userId)).toEqual([]);
    await grant(`userId=${userId}&roleIds=${one}`);
    expect(await grant(`userId=${userId}`)).toMatchObject({ problem: 'invalidInput', params: { field: 'roleIds' } });
    expect(await roleIdsOf(userId)).toEqual([one]);
    expect(await grant('userId=1&roleIds=2')).toMatchObject({ problem: 'userIsAdmin' });
    const log = await server.db
      .selectFrom('auditLog')
      .select('businessType')
      .where('operUrl', 'like', '%authRole')
      .orderBy('operId')
      .execute();
    expect(new Set(log.map(({ businessType }) => businessType))).toEqual(new Set([4]));
  });

  it('get no role beyond the rights of the granting user, and only administrators change administrators', async () => {
    const [userId, chief] = [await add(), await administrator()];
    const put = async (by: Client, id: number, roleIds: number[]) => (await by.put('/system/user', { userId: id, roleIds })).body;
    expect(await put(desk, userId, [1])).toMatchObject({ problem: 'roleNotGrantable', params: { roleId: 1 } });
    expect((await desk.post('/system/user', input({ roleIds: [1] }))).body).toMatchObject({ problem: 'roleNotGrantable' });
    expect((await desk.put(`/system/user/authRole?userId=${userId}&roleIds=1`)).body).toMatchObject({ problem: 'roleNotGrantable' });
    const own = await roleIdsOf(desk.userId);
    expect(await put(desk, desk.userId, [...own, one])).toMatchObject({ problem: 'userIsSelf' });
    expect(await put(desk, desk.userId, own)).toMatchObject({ code: 200 });
    expect(await put(chief, userId, [1])).toMatchObject({ code: 200 });
    for (const call of [
      put(desk, userId, []),
      desk.put('/system/user/resetPwd', { userId, password: PASSWORD }).then(({ body }) => body),
      desk.put('/system/user/changeStatus', { userId, status: '1' }).then(({ body }) => body),
      desk.delete(`/system/user/${userId}`).then(({ body }) => body),
    ])
      expect(await call).toMatchObject({ code: 500, problem: 'userAboveActor' });
    expect(await roleIdsOf(userId)).toEqual([1]);
    // the planner's role has permissions that the desk lacks
    expect((await desk.post('/system/user', input({ roleIds: [100] }))).body).toMatchObject({ problem: 'roleMenusBeyondOwn' });
    expect((await chief.post('/system/user', input({ roleIds: [100] }))).body).toMatchObject({ code: 200 });
    expect(await put(chief, userId, [])).toMatchObject({ code: 200 });
  });

  describe('outside the data scope of the user', () => {
    const scopes = ['1', '2', '3', '4', '5'] as const;

    it('are listed, read and changed according to the five scopes only', async () => {
      const top = await insertDepartment(server.db);
      const own = await insertDepartment(server.db, top);
      const leaf = await insertDepartment(server.db, own);
      const chosenDepartment = await insertDepartment(server.db, top);
      const people = {
        top: await add({ deptId: top.deptId }),
        own: await add({ deptId: own.deptId }),
        leaf: await add({ deptId: leaf.deptId }),
        chosen: await add({ deptId: chosenDepartment.deptId }),
        none: await add({ deptId: null }),
      };
      const visiblePlaces = {
        1: ['top', 'own', 'leaf', 'chosen', 'none'],
        2: ['chosen'],
        3: ['own'],
        4: ['own', 'leaf'],
        5: [] as string[],
      };
      for (const dataScope of scopes) {
        const reader = await server.as(all, { deptId: own.deptId, dataScope });
        const { roleId } = await server.db
          .selectFrom('userRole')
          .select('roleId')
          .where('userId', '=', reader.userId)
          .executeTakeFirstOrThrow();
        if (dataScope === '2') await server.db.insertInto('roleDepartment').values({ roleId, deptId: chosenDepartment.deptId }).execute();
        const listed = (await reader.get('/system/user/list?pageSize=500')).body.rows.map(({ userId }: User) => userId);
        for (const [place, userId] of Object.entries(people)) {
          const within = visiblePlaces[dataScope].includes(place);
          const about = `scope ${dataScope}, ${place}`;
          expect(listed.includes(userId), about).toBe(within);
          const refused = within ? undefined : 'notFound';
          expect((await read(userId, reader)).problem, about).toBe(refused);
          expect((await reader.get(`/system/user/authRole/${userId}`)).body.problem, about).toBe(refused);
          expect((await reader.put('/system/user', { userId, remark: 'x' })).body.problem, about).toBe(refused);
          expect((await reader.put('/system/user/changeStatus', { userId, status: '0' })).body.problem, about).toBe(refused);
          expect((await reader.put('/system/user/resetPwd', { userId, password: PASSWORD })).body.problem, about).toBe(refused);
          expect((await reader.put(`/system/user/authRole?userId=${userId}&roleIds=`)).body.problem, about).toBe(refused);
          if (!within) expect((await reader.delete(`/system/user/${userId}`)).body.problem, about).toBe('notFound');
        }
        const tree = JSON.stringify((await reader.get('/system/user/deptTree')).body.data);
        for (const [place, { deptId }] of Object.entries({ top, own, leaf, chosen: chosenDepartment }))
          expect(tree.includes(`"id":${deptId},`), `tree of scope ${dataScope}, ${place}`).toBe(visiblePlaces[dataScope].includes(place));
        if (dataScope === '5') expect(listed).toEqual([reader.userId]);
      }
    });

    it('cannot be reached by a move out of scope, foreign roles, or a list with one foreign key', async () => {
      const [here, there] = [await insertDepartment(server.db), await insertDepartment(server.db)];
      const manager = await server.as(all, { deptId: here.deptId, dataScope: '4' });
      const colleague = await insertUser(server.db, { deptId: here.deptId });
      const { roleId: local } = await insertRole(server.db, colleague.userId, [], '5');
      const stranger = await insertUser(server.db, { deptId: there.deptId });
      const { roleId: foreign } = await insertRole(server.db, stranger.userId, [], '1');
      const mine = await add({ deptId: here.deptId, roleIds: [local] }, manager);
      const put = async (changes: object) => (await manager.put('/system/user', { userId: mine, ...changes })).body;
      for (const [deptId, problem] of [
        [there.deptId, 'referenceNotFound'],
        [null, 'userDeptMissing'],
      ] as const) {
        const refusal = { problem, params: { field: 'deptId' } };
        expect(await put({ deptId })).toMatchObject(refusal);
        expect((await manager.post('/system/user', input({ deptId }))).body).toMatchObject(refusal);
      }
      expect(await put({ roleIds: [local, foreign] })).toMatchObject({ problem: 'roleNotGrantable', params: { roleId: foreign } });
      expect((await read(mine, manager)).roles.map(({ roleId }: { roleId: number }) => roleId)).not.toContain(foreign);
      expect((await manager.delete(`/system/user/${mine},${stranger.userId}`)).body).toMatchObject({ problem: 'notFound' });
      expect((await row(mine)).delFlag).toBe('0');
      expect(await roleIdsOf(mine)).toEqual([local]);
    });

    it('cannot be reached by a move of the own account to another department', async () => {
      const [here, there] = [await insertDepartment(server.db), await insertDepartment(server.db)];
      const officer = await server.as(all, { deptId: here.deptId, dataScope: '1' });
      const move = async (deptId: number | null) => (await officer.put('/system/user', { userId: officer.userId, deptId })).body;
      for (const deptId of [there.deptId, null])
        expect(await move(deptId)).toMatchObject({ problem: 'userIsSelf', params: { field: 'deptId' } });
      expect(await move(here.deptId)).toMatchObject({ code: 200 });
      expect((await row(officer.userId)).deptId).toBe(here.deptId);
    });
  });

  it('are exported with the RuoYi titles, as in the list', async () => {
    const nickName = `=HYPERLINK(${unique()})`;
    await add({ nickName, sex: '1', status: '1' });
    const { type, body } = await desk.post('/system/user/export', `nickName=${encodeURIComponent(nickName)}&pageSize=1`);
    expect(type).toContain('spreadsheetml');
    const [sheet] = (await readXlsx(body)).sheets;
    expect(sheet?.name).toBe('用户数据');
    expect(sheet?.rows[0]).toEqual([
      ...[
        '用户序号',
        '登录名称',
        '用户名称',
        '用户邮箱',
        '手机号码',
        '用户性别',
        '账号状态',
        '最后登录IP',
        '最后登录时间',
        '部门名称',
        '部门负责人',
      ],
    ]);
    expect(sheet?.rows).toHaveLength(2);
    const [, , name, , , sex, status, , , department] = sheet?.rows[1] ?? [];
    expect([name, sex, status, department]).toEqual([`'${nickName}`, '女', '停用', '生产计划部']);
  });

  it('are listed and exported with the same number of SQL statements for two hundred as for two', async () => {
    const { deptId } = await insertDepartment(server.db);
    const fill = (count: number) =>
      server.db
        .insertInto('users')
        .values(Array.from({ length: count }, () => ({ userName: `many${unique()}`, nickName: 'x', password: '-', deptId })))
        .execute();
    const list = () => desk.get(`/system/user/list?deptId=${deptId}&pageSize=500`);
    const exported = () => desk.post('/system/user/export', `deptId=${deptId}`);
    await fill(2);
    const few = [await countStatements(list), await countStatements(exported)];
    await fill(198);
    expect((await list()).body.rows).toHaveLength(200);
    const many = [await countStatements(list), await countStatements(exported)];
    // a new connection can change the count by one
    for (const [index, count] of many.entries()) expect(count).toBeLessThan((few[index] ?? 0) + 3);
    expect(few[0]).toBeLessThan(8);
  });

  it('require sign-in, and the permission of each action', async () => {
    const reader = await server.as(['system:user:list']);
    expect((await server.stranger.get('/system/user/list')).body).toMatchObject({ code: 401 });
    expect((await reader.get('/system/user/list')).body.code).toBe(200);
    expect((await reader.get('/system/user/deptTree')).body.code).toBe(200);
    for (const call of [
      reader.get('/system/user/'),
      reader.get(`/system/user/${desk.userId}`),
      reader.post('/system/user', input()),
      reader.put('/system/user', { userId: desk.userId }),
      reader.put('/system/user/resetPwd', { userId: desk.userId, password: PASSWORD }),
      reader.put('/system/user/changeStatus', { userId: desk.userId, status: '1' }),
      reader.put('/system/user/authRole?userId=3&roleIds=2'),
      reader.delete(`/system/user/${desk.userId}`),
      reader.post('/system/user/export', ''),
    ])
      expect((await call).body).toMatchObject({ code: 403, problem: 'forbidden' });
  });
});
