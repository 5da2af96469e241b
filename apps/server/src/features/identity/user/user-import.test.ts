import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../../test/count-statements.ts';
import { insertDepartment, insertUser, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as settingService from '../../system/setting/setting.service.ts';

const TITLES = ['部门编号', '登录名称', '用户名称', '用户邮箱', '手机号码', '用户性别', '账号状态'];
type Cell = string | number;

describe('user import', () => {
  let server: TestServer;
  let desk: Client;
  const url = '/system/user/importData';
  const phone = () => `137${String(unique()).slice(-8).padStart(8, '0')}`;
  const sheetOf = async (rows: Cell[][]) => Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: [TITLES, ...rows] }] }));
  const upload = async (rows: Cell[][], query = '', by = desk) => (await by.upload(`${url}${query}`, 'u.xlsx', await sheetOf(rows))).body;
  const find = (userName: string) => server.db.selectFrom('users').selectAll().where('userName', '=', userName).executeTakeFirst();
  const name = () => `row${unique()}`;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await server.as(['list', 'import', 'query'].map((verb) => `system:user:${verb}`));
    return () => server.close();
  });

  it('has a template with the RuoYi titles for any signed-in user', async () => {
    const { body } = await (await server.as([])).post('/system/user/importTemplate', '');
    expect((await readXlsx(body)).sheets[0]?.rows[0]).toEqual(TITLES);
  });

  it('adds users without a password until an administrator sets one', async () => {
    const [one, two, number] = [name(), name(), phone()];
    const body = await upload([
      [103, one, '甲', 'a1@example.cn', Number(number), '女', '停用'],
      ['', two, '乙', '', '', '', ''],
    ]);
    expect(body).toMatchObject({ code: 200, data: { count: 2, updated: 0, bad: 0 } });
    expect(body.msg).toBe(`导入完成，共 2 条：<br/>1、用户 ${one} 已新增<br/>2、用户 ${two} 已新增`);
    expect(await find(one)).toMatchObject({ deptId: 103, email: 'a1@example.cn', phonenumber: number, sex: '1', status: '1' });
    expect(await find(two)).toMatchObject({
      deptId: null,
      sex: '2',
      status: '0',
      password: '!',
      pwdUpdateDate: null,
      createBy: desk.userId,
    });
    const login = await server.app.inject({ method: 'POST', url: '/api/login', payload: { username: two, password: '!' } });
    expect(login.json().token).toBeUndefined();
  });

  it('sets the configured initial password when it is strong enough', async () => {
    const userName = name();
    await settingService.set(server.db, 'sys.user.initPassword', 'seven quiet rivers meet here');
    await upload([['', userName, '甲', '', '', '', '']]);
    await settingService.set(server.db, 'sys.user.initPassword', '123456');
    expect(await find(userName)).toMatchObject({ password: expect.stringMatching(/^\$argon2id\$/), pwdUpdateDate: null });
    const weak = name();
    await upload([['', weak, '甲', '', '', '', '']]);
    expect((await find(weak))?.password).toBe('!');
  });

  it('keeps the valid rows, and reports each invalid row as escaped text in RuoYi HTML', async () => {
    const [goodName, takenName] = [name(), name()];
    await insertUser(server.db, { userName: takenName });
    const odd = '<img src=x onerror=alert(1)>';
    const body = await upload([
      ['', goodName, '甲', '', '', '', ''],
      ['', takenName, '乙', '', '', '', ''],
      ['', odd, '丙', '', '', '', ''],
      [999_999, name(), '丁', '', '', '', ''],
      ['', goodName.toUpperCase(), '戊', '', '', '', ''],
      ['', name(), '己', '', '12', '', ''],
    ]);
    expect(body).toMatchObject({ code: 500, data: { count: 1, bad: 5 } });
    expect(body.data.faults.map(({ row }: { row: number }) => row)).toEqual([3, 4, 5, 6, 7]);
    expect(body.msg).toContain('有 5 条没有导入，其余 1 条已导入');
    expect(body.msg).toContain(`用户名“${takenName}”已被使用`);
    expect(body.msg).toContain('手机号码的格式不对；应为 11 位手机号，如 13800001234');
    expect(body.msg).not.toContain('<img');
    expect(body.msg).toContain('&lt;img');
    expect(await find(goodName)).toBeDefined();
  });

  it('lists the options of a column as the sheet writes them', async () => {
    const { data } = await upload([['', name(), '甲', '', '', '', '启用']], '?dryRun=1');
    expect(data.faults).toMatchObject([{ message: '账号状态不在可选范围内；可选：正常、停用' }]);
  });

  it('accepts the titles of the pages, and reports all errors of a row', async () => {
    const table = [
      ['用户名', '姓名', '手机号码', '用户邮箱'],
      [name(), '甲', '', ''],
      ['a b', '乙', '12', 'x@'],
    ];
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: table }] }));
    const { data } = (await desk.upload(`${url}?dryRun=1`, 'u.xlsx', file)).body;
    expect(data).toMatchObject({ count: 1, bad: 1 });
    for (const title of ['登录名称', '手机号码', '用户邮箱']) expect(data.faults[0].message).toContain(`${title}的格式不对`);
  });

  it('previews the result without saving, and then saves as requested', async () => {
    const [good, bad] = [name(), 'a b'];
    const rows = [
      ['', good, '甲', '', '', '', ''],
      ['', bad, '乙', '', '', '', ''],
    ];
    const outcome = { code: 200, data: { count: 1, bad: 1, faults: [{ row: 3, message: expect.stringContaining('登录名称的格式不对') }] } };
    expect(await upload(rows, '?dryRun=1')).toMatchObject(outcome);
    expect(await find(good)).toBeUndefined();
    expect(await upload(rows, '?keepGood=1')).toMatchObject(outcome);
    expect(await find(good)).toBeDefined();
  });

  it('updates existing users when query or form allow it, but not their department', async () => {
    const { userName, userId } = await insertUser(server.db, { deptId: 104 });
    const line = [103, userName.toUpperCase(), '新名', '', '', '男', '停用'];
    for (const query of ['', '?updateSupport=0', '?updateSupport=false'])
      expect(await upload([line], query)).toMatchObject({ code: 500, data: { count: 0 } });
    for (const query of ['?updateSupport=1', '?updateSupport=true'])
      expect(await upload([line], query)).toMatchObject({ code: 200, data: { count: 1, updated: 1 } });
    expect(await find(userName)).toMatchObject({ nickName: '新名', deptId: 104, sex: '0', status: '1', userId });
    const boundary = 'b0undary';
    const part = (disposition: string, content: Buffer) =>
      Buffer.concat([Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`), content, Buffer.from('\r\n')]);
    const file = part('name="file"; filename="u.xlsx"', await sheetOf([['', userName, '再改', '', '', '', '']]));
    const payload = Buffer.concat([file, part('name="updateSupport"', Buffer.from('1')), Buffer.from(`--${boundary}--\r\n`)]);
    const headers = { authorization: `Bearer ${desk.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` };
    const reply = await server.app.inject({ method: 'POST', url: `/api${url}`, payload, headers });
    expect(reply.json()).toMatchObject({ code: 200, data: { updated: 1 } });
    expect((await find(userName))?.nickName).toBe('再改');
  });

  it('changes no user out of scope, no administrator, and no phone number of another user', async () => {
    const [here, there] = [await insertDepartment(server.db), await insertDepartment(server.db)];
    const manager = await server.as(['system:user:import'], { deptId: here.deptId, dataScope: '3' });
    const [stranger, chief] = [await insertUser(server.db, { deptId: there.deptId }), await insertUser(server.db, { deptId: here.deptId })];
    await server.db.insertInto('userRole').values({ userId: chief.userId, roleId: 1 }).execute();
    const number = phone();
    const [mine, other] = [name(), name()];
    const body = await upload(
      [
        [here.deptId, mine, '甲', '', number, '', ''],
        ['', stranger.userName, '乙', '', '', '', ''],
        ['', chief.userName, '丙', '', '', '', ''],
        [there.deptId, name(), '丁', '', '', '', ''],
        ['', name(), '戊', '', '', '', ''],
        [here.deptId, other, '己', '', number, '', ''],
        ['', manager.userName, '庚', '', '', '', '停用'],
      ],
      '?updateSupport=1&keepGood=1',
      manager,
    );
    expect(body.data.faults.map(({ row }: { row: number }) => row)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(await find(mine)).toMatchObject({ deptId: here.deptId });
    expect(await find(stranger.userName)).toMatchObject({ nickName: stranger.userName });
    expect(await find(chief.userName)).toMatchObject({ nickName: chief.userName });
    expect(await find(other)).toBeUndefined();
  });

  it('rejects a file without rows or of another type, and requires the permission', async () => {
    expect(await upload([])).toMatchObject({ code: 500, problem: 'fileWithoutRows' });
    expect((await desk.upload(url, 'x.xlsx', Buffer.from('PK'))).body).toMatchObject({ problem: 'fileUnreadable' });
    expect((await desk.post(url, {})).body).toMatchObject({ problem: 'fileUnreadable' });
    expect(await upload([['', name(), '甲', '', '', '', '']], '', await server.as(['system:user:add']))).toMatchObject({ code: 403 });
  });

  it('restores the text of an exported formula', async () => {
    const clerk = await server.as(['system:user:export', 'system:user:list']);
    const [userName, nickName] = [name(), '=1+1'];
    await upload([['', userName, nickName, '', '', '', '']]);
    const { body } = await clerk.post('/system/user/export', `userName=${userName}`);
    const [titles = [], cells = []] = (await readXlsx(body)).sheets[0]?.rows ?? [];
    const exported = String(cells[titles.indexOf('用户名称')]);
    expect(exported).toBe("'=1+1");
    await upload([['', userName, exported, '', '', '', '']], '?updateSupport=1');
    expect((await find(userName))?.nickName).toBe(nickName);
  });

  it('rejects an oversized sheet and a sheet with unknown titles', async () => {
    const count = async () => (await desk.get('/system/user/list')).body.total as number;
    const before = await count();
    const long = Array.from({ length: 10_001 }, (_, index) => ['', `long${index}`, '甲', '', '', '', '']);
    expect(await upload(long)).toMatchObject({ code: 500, problem: 'fileRowsTooMany', params: { max: 10000 } });
    const uploadWithTitles = async (titles: string[], row: Cell[]) => {
      const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: [titles, row] }] }));
      return (await desk.upload(url, 'u.xlsx', bytes)).body;
    };
    for (const titles of [
      ['__proto__', 'constructor'],
      ['用户编号', '密码'],
      ['', ''],
    ])
      expect(await uploadWithTitles(titles, ['1', '2'])).toMatchObject({ code: 500, problem: 'fileTitlesUnknown' });
    expect(await count()).toBe(before);
    const userName = name();
    const result = await uploadWithTitles(
      ['登录名称', '用户名称', '__proto__', '密码', '角色'],
      [userName, '甲', '{"admin":true}', 'x', '1'],
    );
    expect(result).toMatchObject({ code: 200, data: { count: 1 } });
    expect(await find(userName)).toMatchObject({ nickName: '甲', password: '!' });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('takes the same number of SQL statements for three hundred rows as for three', async () => {
    const rows = (count: number) => Array.from({ length: count }, () => [103, name(), '甲', `${name()}@example.cn`, phone(), '男', '正常']);
    const countQueries = async (count: number) => {
      const sheet = await sheetOf(rows(count));
      return countStatements(async () =>
        expect((await desk.upload(url, 'u.xlsx', sheet)).body).toMatchObject({ code: 200, data: { count } }),
      );
    };
    // new connections and reloaded settings can change the count by one
    expect(await countQueries(300)).toBeLessThan((await countQueries(3)) + 3);
  });

  it('adds each user once when two import the same names at once', async () => {
    const rows = Array.from({ length: 20 }, () => ['', name(), '甲', '', '', '', '']);
    const both = await Promise.all([upload(rows, '?keepGood=1'), upload(rows, '?keepGood=1')]);
    expect(both.reduce((sum, { data }) => sum + data.count, 0)).toBe(20);
  });
});
