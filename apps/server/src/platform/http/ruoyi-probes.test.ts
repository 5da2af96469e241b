import { createCanvas } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import * as sessionService from '../../features/identity/session/session.service.ts';
import * as settingService from '../../features/system/setting/setting.service.ts';
import { insertCaptcha } from '../../test/captcha.ts';
import { insertRole, insertUser, insertUserWithPassword } from '../../test/factories.ts';
import { type RuoyiClient, ruoyiClient } from '../../test/ruoyi-client.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';

/** Icons of RuoYi-Vue3 3.9.2 (src/assets/icons/svg); an unknown name renders blank. */
const RUOYI_ICONS = new Set(
  `404 bell bug build button cascader chart checkbox clipboard code color component dashboard date-range date dict documentation download drag
  druid edit education email enter example excel exit-fullscreen eye-open eye form fullscreen github guide icon input international job language
  link list lock log logininfor message money monitor moon more-up nested number online password pdf people peoples phone post qq question radio
  rate redis-list redis row search select server shopping size skill slider star sunny swagger switch system tab table textarea theme time-range
  time tool tree-table tree upload user validCode wechat zip`.split(/\s+/),
);

const PASSWORD = 'seven quiet rivers meet here';

/** Twenty probes that identify a RuoYi-compatible server: its codes and shapes, with our words and menus. */
describe('RuoYi-compatible server', () => {
  let server: TestServer;
  let stranger: RuoyiClient;
  let admin: RuoyiClient;
  const clientOf = async (userId: number) =>
    ruoyiClient(
      server,
      (await sessionService.open(server.db, { userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' })).token,
    );

  beforeAll(async () => {
    server = await startTestServer();
    await server.db.insertInto('users').values({ userId: 1, userName: 'admin', nickName: '管理员', password: '-' }).execute();
    await server.db.insertInto('userRole').values({ userId: 1, roleId: 1 }).execute();
    [stranger, admin] = [ruoyiClient(server), await clientOf(1)];
    return () => server.close();
  });

  it('returns 401 in the body without a token (1)', async () => {
    expect(await stranger.get('/getInfo')).toMatchObject({ status: 200, body: { code: 401, msg: expect.stringContaining('认证失败') } });
  });

  it('serves a captcha with a 32-digit hex ID and bare base64 (2)', async () => {
    const { body } = await stranger.get('/captchaImage');
    expect(body).toMatchObject({ captchaEnabled: true, uuid: expect.stringMatching(/^[\da-f]{32}$/) });
    expect(Buffer.from(body.img, 'base64').toString('base64')).toBe(body.img);
  });

  it('accepts one captcha answer only, even after a wrong one (3)', async () => {
    const { userName: username } = await insertUserWithPassword(server.db, PASSWORD);
    const { uuid, text } = await insertCaptcha(server.installation);
    const answers = [];
    for (const code of ['zzzz', text]) answers.push((await stranger.post('/login', { username, password: PASSWORD, code, uuid })).body);
    expect(answers).toMatchObject([
      { code: 500, problem: 'captchaWrong' },
      { code: 500, problem: 'captchaExpired' },
    ]);
  });

  it('rejects the correct password after five wrong ones (4)', async () => {
    const { userName: username } = await insertUserWithPassword(server.db, PASSWORD);
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
    for (let count = 0; count < 5; count++) await stranger.post('/login', { username, password: 'wrong' });
    const { body } = await stranger.post('/login', { username, password: PASSWORD });
    expect(body).toMatchObject({ code: 500, problem: 'accountLocked', params: { count: 5, minutes: 10 } });
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'true');
  });

  it('returns directories and pages, but no buttons, to the administrator (5)', async () => {
    const { data } = (await admin.get('/getRouters')).body;
    const buttons = await server.db.selectFrom('menu').select('menuName').where('menuType', '=', 'F').execute();
    interface Page {
      path: string;
      meta?: { title: string };
      children?: Page[];
    }
    const titles = (pages: Page[]): string[] => pages.flatMap(({ meta, children }) => [meta?.title ?? '', ...titles(children ?? [])]);
    expect(data.map(({ path }: Page) => path)).toContain('/system');
    expect(data.every(({ children }: Page) => (children?.length ?? 0) > 0)).toBe(true);
    const routeTitles = titles(data);
    expect(routeTitles).toContain('用户管理');
    expect(buttons.filter(({ menuName }) => routeTitles.includes(menuName))).toEqual([]);
  });

  it('returns paths that lead a RuoYi client to the same URL from its side menu and in its router', async () => {
    interface Page {
      path: string;
      name?: string;
      component: string;
      children?: Page[];
    }
    const { data } = (await admin.get('/getRouters')).body as { data: Page[] };
    const normal = (path: string) => path.replace('//', '/').replace(/(.)\/$/, '$1');
    const inSideMenu = ({ path, children }: Page, base: string): string[] =>
      children ? children.flatMap((child) => inSideMenu(child, normal(`${base}/${path}`))) : [normal(`${base}/${path}`)];
    // the router has no nested directories: their paths are put before those of their pages
    const flat = ({ path, children, component }: Page, prefix = ''): string[] =>
      children && component === 'ParentView' ? children.flatMap((child) => flat(child, `${prefix}${path}/`)) : [`${prefix}${path}`];
    const urls = data.flatMap(({ path, children = [] }) => children.flatMap((child) => inSideMenu(child, path)));
    expect(
      data.flatMap(({ path, children = [] }) => children.flatMap((child) => flat(child).map((rest) => normal(`${path}/${rest}`)))),
    ).toEqual(urls);
    expect(urls).toEqual(
      expect.arrayContaining(['/manage/batch', '/business/category', '/digit/supplier', '/system/menu', '/monitor/cache']),
    );
    expect(urls).toContain('/system/log/operlog');
    const names = (pages: Page[]): string[] => pages.flatMap(({ name, children }) => [name ?? '', ...names(children ?? [])]);
    expect(names(data).length).toBe(new Set(names(data)).size);
  });

  it('returns menu icon groups that every RuoYi client supports', async () => {
    const { data } = (await admin.get('/getRouters')).body;
    const icons = data.map(({ meta }: { meta?: { icon: string } }) => meta?.icon);
    expect(icons.length).toBeGreaterThan(3);
    expect(icons.filter((icon: string) => !RUOYI_ICONS.has(icon))).toEqual([]);
  });

  it('returns an empty initial password when passwords are random (6)', async () => {
    expect((await admin.get('/system/config/configKey/sys.user.initPassword')).body).toEqual({
      code: 200,
      msg: '',
      data: '',
    });
  });

  it('returns the last page for a page number beyond the end (7)', async () => {
    const far = (await admin.get('/system/user/list', { pageNum: 99, pageSize: 10 })).body;
    expect(far.total).toBeLessThan(980);
    const last = (await admin.get('/system/user/list', { pageNum: Math.ceil(far.total / 10), pageSize: 10 })).body;
    expect(far.rows.length).toBeGreaterThan(0);
    expect(far.rows).toEqual(last.rows);
  });

  it('returns only the choices at the path with a trailing slash (8)', async () => {
    expect(Object.keys((await admin.get('/system/user/')).body).sort()).toEqual(['code', 'msg', 'posts', 'roles']);
  });

  it('assigns roles from both sides by query parameters (9, 10)', async () => {
    const [{ userId }, { userId: other }] = [await insertUser(server.db), await insertUser(server.db)];
    expect((await admin.put(`/system/user/authRole?userId=${userId}&roleIds=2`)).body.code).toBe(200);
    expect((await admin.put(`/system/role/authUser/selectAll?roleId=2&userIds=${userId},${other}`)).body.code).toBe(200);
    const holders = await server.db.selectFrom('userRole').select('userId').where('roleId', '=', 2).orderBy('userId').execute();
    expect(holders).toEqual([{ userId }, { userId: other }]);
  });

  it('returns 601 when a department has subdepartments (11)', async () => {
    expect((await admin.delete('/system/dept/100')).body).toMatchObject({ code: 601, problem: 'departmentHasChildren' });
  });

  it('refuses to delete a built-in setting, and names it (12)', async () => {
    const { body } = await admin.delete('/system/config/2');
    expect(body).toMatchObject({ code: 500, problem: 'configBuiltIn', msg: expect.stringContaining('sys.user.initPassword') });
  });

  it('refuses to let the administrator delete their own account (13)', async () => {
    expect((await admin.delete('/system/user/1')).body).toMatchObject({ code: 500, problem: 'userIsSelf' });
  });

  it('signs out with either method (14)', async () => {
    for (const leave of ['delete', 'post'] as const) {
      const client = await clientOf((await insertUser(server.db)).userId);
      expect((await client[leave]('/logout')).body).toEqual({ code: 200, msg: '退出成功' });
      expect((await client.get('/getInfo')).body.code).toBe(401);
    }
  });

  it('exports a spreadsheet with a form post (15)', async () => {
    const { status, type } = await admin.form('/system/user/export', { pageNum: 1 });
    expect([status, type]).toEqual([200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']);
  });

  it('records one reading of a notice that a user reads twice (16)', async () => {
    for (let count = 0; count < 2; count++) expect((await admin.post('/system/notice/markRead?noticeId=1')).body.code).toBe(200);
    expect(await server.db.selectFrom('noticeRead').select('noticeId').where('userId', '=', 1).execute()).toEqual([{ noticeId: 1 }]);
  });

  it('does not treat a word in the path as a key (17)', async () => {
    for (const url of ['/system/dict/type/refreshCache', '/system/config/refreshCache'])
      expect((await admin.delete(url)).body, url).toMatchObject({ code: 200 });
    for (const url of [
      '/system/dict/type/optionselect',
      '/system/post/optionselect',
      '/system/role/optionselect',
      '/system/notice/listTop',
    ])
      expect((await admin.get(url)).body, url).toMatchObject({ code: 200, data: expect.any(Array) });
  });

  it('shows a role with custom departments only the users of these (19)', async () => {
    const people = await Promise.all([100, 101, 105, 102, 103].map((deptId) => insertUser(server.db, { deptId })));
    const { userId } = await insertUser(server.db, { deptId: 105 });
    await insertRole(server.db, userId, ['system:user:list'], '2', [100, 101, 105]);
    const { rows } = (await (await clientOf(userId)).get('/system/user/list', { pageSize: 500 })).body;
    expect(new Set(rows.map(({ deptId }: { deptId: number }) => deptId))).toEqual(new Set([100, 101, 105]));
    const seen = new Set(rows.map((row: { userId: number }) => row.userId));
    expect(people.map((person) => seen.has(person.userId))).toEqual([true, true, true, false, false]);
  });

  it('serves an avatar to any client with its URL (20)', async () => {
    const form = new FormData();
    form.append('avatarfile', new Blob([new Uint8Array(createCanvas(8, 8).toBuffer('image/png'))]), 'me.png');
    const { imgUrl } = (await admin.multipart('/system/user/profile/avatar', form)).body;
    const avatarResponse = await stranger.get(imgUrl);
    expect([avatarResponse.status, avatarResponse.type, avatarResponse.body.subarray(1, 4).toString()]).toEqual([200, 'image/png', 'PNG']);
  });
});
