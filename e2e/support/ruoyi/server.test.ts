import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ruoyiClient } from './client.ts';
import { CAPTCHA_CODE } from './routes-account.ts';
import { type RuoYi, type RuoYiOptions, startRuoYi } from './server.ts';

interface Router {
  path: string;
  component: string;
  children?: Router[];
}

describe('the stand-in of a RuoYi server', () => {
  let ruoyi: RuoYi;
  let client: ReturnType<typeof ruoyiClient>;
  const start = async (options: RuoYiOptions = {}) => {
    ruoyi = await startRuoYi(options);
    client = ruoyiClient(ruoyi.url, options.prefix);
    if (!options.captcha) await client.signIn('admin');
  };
  afterEach(() => ruoyi?.stop());
  const routers = async () => (await client.send('GET /getRouters')).data as Router[];
  const tree = (records: Router[]): string[] =>
    records.flatMap(({ path: own, children = [] }) => [own, ...tree(children).map((child) => `${own}/${child}`)]);

  it('answers the complete menu of RuoYi', async () => {
    await start();
    const records = await routers();
    const pages = (parent: string, children: string) => children.split(' ').map((child) => `${parent}/${child}`);
    expect(tree(records)).toEqual([
      '/system',
      ...pages('/system', 'user role menu dept post dict config notice log log/operlog log/logininfor'),
      '/monitor',
      ...pages('/monitor', 'online job druid server cache cacheList'),
      '/tool',
      ...pages('/tool', 'build gen swagger'),
      'http://ruoyi.vip',
    ]);
    expect(records[0]?.children?.find((child) => child.path === 'log')?.component).toBe('ParentView');
  });

  it('lists requests, and those to an address or method that it does not have', async () => {
    await start();
    expect((await client.send('GET /public/settings')).msg).toBe("No static resource public/settings for request '/public/settings'.");
    expect((await client.send('PUT /monitor/operlog/3')).msg).toBe("Request method 'PUT' is not supported");
    expect((await client.send('GET /monitor/job/targets')).msg).toContain("参数[jobId]要求类型为：'java.lang.Long'");
    await client.send('PUT /system/user/authRole?userId=2&roleIds=2');
    expect(ruoyi.missing.map(({ method, path: own }) => `${method} ${own}`)).toEqual([
      'GET /public/settings',
      'PUT /monitor/operlog/3',
      'GET /monitor/job/targets',
    ]);
    expect(ruoyi.requests.at(-1)).toEqual({
      ...{ method: 'PUT', path: '/system/user/authRole', query: { userId: '2', roleIds: '2' }, body: undefined, code: 200 },
    });
    expect(ruoyi.requestsOf('POST /login')).toMatchObject([{ body: { username: 'admin' }, code: 200 }]);
  });

  it('answers 401 without a token, also where it has no address', async () => {
    await start();
    client.useToken('');
    for (const call of ['GET /getInfo', 'GET /no/such/path']) expect((await client.send(call)).code).toBe(401);
  });

  it('answers what a test puts in the place of a route, once the token is checked', async () => {
    await start();
    ruoyi.overrides.set('GET /monitor/server', { code: 601, msg: '警告' });
    expect(await client.send('GET /monitor/server')).toEqual({ code: 601, msg: '警告' });
    client.useToken('');
    expect((await client.send('GET /monitor/server')).code).toBe(401);
  });

  it('takes an answer to a captcha once', async () => {
    await start({ captcha: true });
    const { uuid, captchaEnabled } = await client.send('GET /captchaImage');
    expect(captchaEnabled).toBe(true);
    const signIn = async (code: string) =>
      (await client.send('POST /login', { json: { username: 'admin', password: 'admin123', uuid, code } })).msg;
    expect(await signIn('wrong')).toBe('验证码错误');
    expect(await signIn(CAPTCHA_CODE)).toBe('验证码已失效');
    const fresh = await client.send('GET /captchaImage');
    expect(
      await client.send('POST /login', { json: { username: 'admin', password: 'admin123', uuid: fresh.uuid, code: CAPTCHA_CODE } }),
    ).toHaveProperty('token');
  });

  it('registers an account where the setting allows it', async () => {
    await start({ settings: { 'sys.account.registerUser': 'true' } });
    expect((await client.send('POST /register', { json: { username: 'newcomer', password: 'abcdef' } })).code).toBe(200);
    await client.signIn('newcomer', 'abcdef');
    expect(await client.send('GET /getInfo')).toMatchObject({ code: 200, roles: [], permissions: [], user: { dept: null } });
  });

  it('has neither notices at the bell nor a lock screen as version 3.8', async () => {
    await start({ version: '3.8' });
    const info = await client.send('GET /getInfo');
    expect(info).not.toHaveProperty('isDefaultModifyPwd');
    expect(info.user).not.toHaveProperty('pwdUpdateDate');
    const { rows } = await client.send('GET /monitor/jobLog/list');
    expect(rows).toMatchObject([{ startTime: null, stopTime: null }, { startTime: null }]);
    // the URL of a single notice matches instead
    expect((await client.send('GET /system/notice/listTop')).msg).toContain("但输入值为：'listTop'");
    expect((await client.send('POST /system/notice/markRead?noticeId=1')).msg).toBe("Request method 'POST' is not supported");
    expect((await client.send('POST /unlockscreen', { json: { password: 'x' } })).msg).toContain('No static resource');
    expect(ruoyi.missing.map(({ path: own }) => own)).toEqual(['/system/notice/listTop', '/system/notice/markRead', '/unlockscreen']);
  });

  it('lacks the addresses and menus of modules that are left out', async () => {
    await start({ without: ['job', 'gen', 'cache'] });
    expect(tree(await routers()).filter((own) => /job|gen|cache/.test(own))).toEqual([]);
    for (const address of ['/monitor/job/list', '/monitor/jobLog/list', '/tool/gen/list', '/monitor/cache'])
      expect((await client.send(`GET ${address}`)).msg).toContain('No static resource');
  });

  it('names uploads by an address that a browser cannot reach, and serves them to everyone', async () => {
    await start();
    const form = new FormData();
    form.append('file', new Blob(['picture']), '图.png');
    const { url, fileName } = await client.send('POST /common/upload', { form });
    expect(url).toBe(`http://192.0.2.1:8080${fileName}`);
    client.useToken('');
    const served = await client.request(`GET ${encodeURI(String(fileName))}`);
    expect([served.headers.get('content-type'), await served.text()]).toEqual(['image/png', 'picture']);
  });

  it('fails as a test wants', async () => {
    await start();
    const statusOf = async () => {
      const { status, headers } = await client.request('GET /getInfo');
      return [status, headers.get('content-type')];
    };
    for (const [outage, status] of [
      ['html', 200],
      [404, 404],
      [502, 502],
    ] as const) {
      ruoyi.setOutage(outage);
      expect(await statusOf()).toEqual([status, 'text/html']);
    }
    ruoyi.setOutage('gone');
    await expect(statusOf()).rejects.toThrow();
    ruoyi.setOutage(undefined);
    expect((await client.send('GET /getInfo')).code).toBe(200);
  });

  it('serves a console as nginx with only try_files, its configuration, and the API below a prefix', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'console-'));
    writeFileSync(path.join(folder, 'index.html'), 'the console');
    writeFileSync(path.join(folder, 'login.html'), 'the sign-in page');
    await start({ console: folder, prefix: '/prod-api', config: { api: '/prod-api' }, loginPage: false });
    const textOf = async (address: string) => (await fetch(ruoyi.url + address)).text();
    expect(await Promise.all(['/', '/system/user', '/user/login', '/login.html', '/api/getInfo'].map(textOf))).toEqual([
      ...['the console', 'the console', 'the console', 'the sign-in page', 'the console'],
    ]);
    expect(JSON.parse(await textOf('/config.json'))).toEqual({ api: '/prod-api' });
    expect((await client.send('GET /getInfo')).code).toBe(200);
    rmSync(folder, { recursive: true });
  });
});
