import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, api, pollUntil, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, SESSION_WATCH, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('monitoring', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let admin: Visitor;
  let page: Page;
  let adminApi: Api;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    admin = await newVisitor(browser);
    page = admin.page;
    await signIn(admin, suyuan, 'admin');
    adminApi = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'admin', suyuan.passwords.admin ?? ''));
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const open = async (path: string, title: string) => {
    await page.goto(suyuan.consoleUrl + path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  };
  const row = (text: string) => page.getByRole('row').filter({ hasText: text }).locator('visible=true').first();
  const confirmDialog = (button: string) => page.getByRole('dialog').locator('visible=true').getByRole('button', { name: button }).click();
  const password = (user: string) => suyuan.passwords[user] ?? '';

  it('ends a session from the list of online users at once', async () => {
    const token = await tokenOf(suyuan.consoleUrl, 'planner', password('planner'));
    await open('/monitor/online', '在线用户');
    await row('planner').getByRole('button', { name: '强退' }).click();
    await confirmDialog('强退');
    await waitForText(page, '“planner”已下线');
    expect(await api(suyuan.consoleUrl, token).call('GET', '/getInfo')).toMatchObject({ code: 401 });
  });

  it('ends several selected sessions together', async () => {
    const sessions = [
      await tokenOf(suyuan.consoleUrl, 'planner', password('planner')),
      await tokenOf(suyuan.consoleUrl, 'approver', password('approver')),
    ];
    await open('/monitor/online', '在线用户');
    for (const user of ['planner', 'approver']) await row(user).getByRole('checkbox').check();
    await page.getByRole('button', { name: '强退 2 个' }).click();
    await confirmDialog('强退');
    await waitForText(page, '2 个会话已下线');
    for (const token of sessions) expect(await api(suyuan.consoleUrl, token).call('GET', '/getInfo')).toMatchObject({ code: 401 });
    expect(await adminApi.call('GET', '/getInfo')).toMatchObject({ code: 200 });
  });

  it('notifies an open page that its session has ended', async () => {
    const approver = await newVisitor(browser);
    await approver.page.context().unroute(SESSION_WATCH);
    const waiting = approver.page.waitForRequest(SESSION_WATCH);
    await signIn(approver, suyuan, 'approver');
    await waiting;
    await open('/monitor/online', '在线用户');
    await row('approver').getByRole('button', { name: '强退' }).click();
    await confirmDialog('强退');
    await approver.page.getByRole('button', { name: '重新登录' }).waitFor();
    await approver.page.context().close();
  });

  it('unlocks a user from the sign-in log after wrong passwords', async () => {
    const trySignIn = (attempt: string) =>
      api(suyuan.consoleUrl).call('POST', '/login', { username: 'approver', password: attempt, code: '', uuid: '' });
    for (let count = 0; count < 5; count++) await trySignIn('wrong');
    expect(await trySignIn(password('approver'))).toMatchObject({ problem: 'accountLocked' });
    await open('/system/log/logininfor', '登录日志');
    await row('approver').getByRole('button', { name: '解锁' }).click();
    await confirmDialog('解锁');
    await waitForText(page, '可以再试了');
    expect(await trySignIn(password('approver'))).toMatchObject({ code: 200 });
  });

  it('shows the request of an audit log entry and that its seal is intact', async () => {
    await pollUntil(
      () => adminApi.must('GET', '/monitor/operlog/chain'),
      ({ data }) => data.waiting === 0 && data.sealed > 0,
    );
    await open('/system/log/operlog', '操作日志');
    await waitForText(page, /已封 [\d\s]+ 行/);
    await row('账户解锁').getByRole('button', { name: '账户解锁' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('完整，与写入时一致').waitFor();
    await drawer.getByText('GET /api/monitor/logininfor/unlock/:userName').waitFor();
    await page.keyboard.press('Escape');
  });

  it('finds a dictionary in the cache, shows it and clears it', async () => {
    await open('/monitor/cache', '缓存监控');
    await waitForText(page, '各进程各自记忆');
    await open('/monitor/cacheList', '缓存列表');
    await adminApi.must('GET', '/system/dict/data/type/sys_yes_no'); // cached for ten seconds
    await page
      .getByRole('button', { name: /数据字典/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^sys_yes_no/ }).click();
    await page.getByRole('textbox', { name: '缓存内容' }).getByText('dictValue').first().waitFor();
    await page.getByRole('button', { name: '清理“sys_yes_no”' }).click();
    await confirmDialog('清理');
    await waitForText(page, '已清理“sys_yes_no”');
    await pollUntil(
      () => adminApi.must('GET', '/monitor/cache/getKeys/sys_dict'),
      ({ data }) => !data.includes('sys_dict:sys_yes_no'),
    );
  });

  it('shows the state of the database and the host', async () => {
    await open('/monitor/druid', '数据监控');
    await waitForText(page, '连接池');
    for (const [tab, text] of [
      ['语句', '总耗时'],
      ['请求', '最多并发'],
      ['正在进行', /进程号|此刻没有/],
      ['表', '约有行数'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await waitForText(page, text);
    }
    await open('/monitor/server', '服务监控');
    await waitForText(page, '处理器忙吗？');
  });

  it('ends a session with an idle transaction after a warning about lost changes', async () => {
    const idleSession = { pid: 4711, application: 'psql', address: null, state: 'idle in transaction', wait: null, transactionAge: 900 };
    const data = [{ ...idleSession, queryAge: null, query: 'update setting set remark = $1', blockedBy: [] }];
    const requests: string[] = [];
    await page.route('**/api/monitor/druid/activity', (route) => route.fulfill({ json: { code: 200, msg: '', data } }));
    await page.route('**/api/monitor/druid/terminate/*', (route) => {
      requests.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
      return route.fulfill({ json: { code: 200, msg: '' } });
    });
    await open('/monitor/druid?tab=activity', '数据监控');
    await row('4711').getByRole('button', { name: '结束会话' }).click();
    await waitForText(page, /还没有提交的改动全部丢失/);
    await confirmDialog('结束会话');
    await waitForText(page, '已结束进程 4711 的会话');
    expect(requests).toEqual(['PUT /api/monitor/druid/terminate/4711']);
    await page.unroute('**/api/monitor/druid/activity');
  });

  it('names the process of the cards below the charts, and reports missing data', async () => {
    const otherProcess = {
      processId: crypto.randomUUID(),
      role: 'worker',
      hostName: 'elsewhere',
      pid: 7,
      startTime: '2026-11-21 08:00:00',
    };
    await page.route('**/api/monitor/server/processes', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({ response, json: { ...body, data: [...body.data, { ...otherProcess, silent: 1, current: false }] } });
    });
    await open('/monitor/server', '服务监控');
    await page.getByRole('combobox', { name: '进程' }).click();
    await page.getByTitle('后台任务 · elsewhere · 7').click();
    await waitForText(page, /以下是答复本页的进程：/);
    const errorResponse = { code: 500, msg: '没有取到主机的数据', problem: 'notFound' };
    await page.route('**/api/monitor/server', (route) => route.fulfill({ json: errorResponse }));
    await open('/monitor/server', '服务监控');
    await page.getByRole('alert').getByText(errorResponse.msg).waitFor();
    for (const url of ['**/api/monitor/server', '**/api/monitor/server/processes']) await page.unroute(url);
  });

  it('builds a cron expression field by field, runs a job and finds the run in the log', async () => {
    await open('/monitor/job', '定时任务');
    await page.getByRole('button', { name: '新增定时任务' }).click();
    const form = page.getByRole('dialog', { name: '新增定时任务' });
    await form.getByRole('button', { name: '生成表达式' }).click();
    await form.getByRole('tab', { name: '分', exact: true }).click();
    await form.getByRole('radio', { name: /间隔/ }).locator('visible=true').check();
    await form.getByText(/最近 5 次运行时间/).waitFor();
    expect(await form.getByLabel('cron执行表达式').inputValue()).toMatch(/^0 \d+\/\d+ 3 \* \* \?$/);
    await page.keyboard.press('Escape');
    await confirmDialog('放弃').catch(() => undefined);

    await open('/monitor/job?jobName=核对操作日志链', '定时任务');
    await row('核对操作日志链').getByRole('button', { name: /更多/ }).click();
    await page.getByRole('menuitem', { name: '执行一次' }).click();
    await confirmDialog('执行一次');
    await waitForText(page, '已交给后台运行');
    await pollUntil(
      () => adminApi.must('GET', '/monitor/jobLog/list?jobId=8'),
      ({ rows }) => rows?.[0]?.endTime != null,
    );
    await open('/monitor/job/log?jobId=8', '调度日志');
    await waitForText(page, '链条完整');
    expect(admin.faults).toEqual([]);
  });
});
