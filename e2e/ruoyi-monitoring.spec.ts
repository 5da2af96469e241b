// Over 250 lines: all monitoring pages use one RuoYi server.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, type Visitor, waitForText } from './support/browser.ts';
import { ruoyiClient } from './support/ruoyi/client.ts';
import type { Database } from './support/ruoyi/records.ts';
import { RUOYI_ACCOUNTS, type RuoYi, startRuoYi } from './support/ruoyi/server.ts';

/** Logs of two days, with the last entry of the second day in its last minute. */
function prepare(db: Database) {
  const times = ['2026-01-04 12:00:00', '2026-01-05 09:00:00', '2026-01-05 23:59:30'];
  const audit = { createBy: null, updateBy: null, updateTime: null, remark: null };
  db.operLogs.push(
    ...times.map((operTime, index) => ({
      ...{ operId: 900 + index, title: `第 ${index + 1} 项`, businessType: 2, method: 'com.ruoyi.Some.edit()', requestMethod: 'PUT' },
      ...{ operatorType: 1, operName: 'admin', deptName: '研发部门', operUrl: '/system/some', operIp: '127.0.0.1', operLocation: '内网IP' },
      ...{ operParam: '{"id":1}', jsonResult: index === 2 ? null : '{"code":200}', status: index === 2 ? 1 : 0 },
      ...{ errorMsg: index === 2 ? '没有成功' : null, operTime, costTime: 7 },
    })),
  );
  db.loginLogs.push(
    ...times.map((loginTime, index) => ({
      ...{ infoId: 900 + index, userName: `guest${index + 1}`, ipaddr: '127.0.0.1', loginLocation: '内网IP', browser: 'Chrome 14' },
      ...{ os: 'Windows 10', status: '0', msg: '登录成功', loginTime },
    })),
  );
  db.jobLogs.length = 0;
  db.jobLogs.push(
    ...['系统默认（无参）', '系统默认（有参）'].map((jobName, index) => ({
      ...audit,
      ...{ jobLogId: 900 + index, jobName, jobGroup: 'DEFAULT', invokeTarget: 'ryTask.ryNoParams', createTime: times[index]! },
      ...{
        jobMessage: `${jobName} 总共耗时：${index + 3}毫秒`,
        status: '0',
        exceptionInfo: '',
        startTime: times[index]!,
        endTime: times[index]!,
      },
    })),
  );
}

describe('the monitoring pages on a RuoYi server', () => {
  let ruoyi: RuoYi;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [ruoyi, browser] = await Promise.all([startRuoYi(), openBrowser()]);
    prepare(ruoyi.db);
    visitor = await newVisitor(browser);
    page = visitor.page;
    await signIn(page, 'admin');
  });
  afterAll(async () => {
    await browser?.close();
    await ruoyi?.stop();
  });

  async function signIn(on: Page, user: keyof typeof RUOYI_ACCOUNTS) {
    await on.goto(`${ruoyi.url}/user/login`);
    await on.getByLabel('用户名', { exact: true }).fill(RUOYI_ACCOUNTS[user].username);
    await on.getByLabel('密码', { exact: true }).fill(RUOYI_ACCOUNTS[user].password);
    await on.getByRole('button', { name: '登录' }).click();
    await on.waitForURL('**/index');
  }
  async function open(path: string, title: string) {
    await page.goto(ruoyi.url + path);
    await page.getByRole('heading', { level: 1, name: title }).locator('visible=true').waitFor();
  }
  const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text }).locator('visible=true').first();
  const confirmDialog = (button: string) =>
    page.getByRole('dialog').locator('visible=true').getByRole('button', { name: button, exact: true }).click();
  const readColumnTitles = async () =>
    (await page.getByRole('columnheader').locator('visible=true').allInnerTexts()).map((text) => text.trim());
  const bodyOf = (call: string) => ruoyi.requestsOf(call).at(-1)?.body;
  async function chooseRowAction(text: string, action: string) {
    await row(text).getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  it('warns that audit log rows are deleted for good, and opens an entry from its row', async () => {
    await open('/system/log/operlog', '操作日志');
    await row('第 3 项').getByRole('button', { name: '第 3 项' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('没有成功').waitFor();
    await drawer.getByText('没有内容').waitFor();
    expect(await drawer.getByText(/封印|防篡改|null/).count()).toBe(0);
    await page.keyboard.press('Escape');
    await row('第 1 项').getByRole('button', { name: '删除' }).click();
    await page.getByText('删除后不能恢复。').waitFor();
    expect(await page.getByText('归档').count()).toBe(0);
    await confirmDialog('删除');
    await waitForText(page, '已删除');
    expect(ruoyi.db.operLogs.some(({ operId }) => operId === 900)).toBe(false);
    for (const column of ['操作人员', '操作时间', '消耗时间']) {
      await page.getByRole('columnheader', { name: column }).click();
      await row('第 2 项').waitFor();
    }
  });

  it('includes the last day of a range in both logs', async () => {
    for (const [path, title, present, absent] of [
      ['/system/log/operlog', '操作日志', '第 3 项', '登录'],
      ['/system/log/logininfor', '登录日志', 'guest3', 'guest1'],
    ] as const) {
      await open(`${path}?beginTime=2026-01-05&endTime=2026-01-05`, title);
      await row(present).waitFor();
      expect(await row(absent).count(), title).toBe(0);
    }
    expect(ruoyi.requestsOf('GET /monitor/operlog/list').at(-1)?.query).toMatchObject({
      'params[beginTime]': '2026-01-05 00:00:00',
      'params[endTime]': '2026-01-05 23:59:59',
    });
  });

  it('unlocks a user and clears the sign-in log', async () => {
    await open('/system/log/logininfor', '登录日志');
    for (const column of ['用户名', '访问时间']) await page.getByRole('columnheader', { name: column }).click();
    await row('guest2').getByRole('button', { name: '解锁' }).click();
    await confirmDialog('解锁');
    await waitForText(page, '“guest2”可以再试了');
    await page.getByRole('button', { name: '清空' }).click();
    await confirmDialog('清空');
    await waitForText(page, '登录日志已清空');
    expect(ruoyi.db.loginLogs).toEqual([]);
  });

  it('sends a complete job record without fields that the server lacks', async () => {
    await open('/monitor/job', '定时任务');
    expect(await readColumnTitles()).not.toContain('上次结果');
    await row('系统默认（有参）').getByRole('button', { name: '修改' }).click();
    const form = page.getByRole('dialog');
    const target = form.getByLabel('调用目标字符串', { exact: true });
    await expect.poll(() => target.inputValue()).toBe("ryTask.ryParams('ry')");
    await form.getByText('如 ryTask.ryParams("ry")').waitFor();
    for (const absent of ['时区', '连续失败几次后通知', '备注']) expect(await form.getByText(absent).count(), absent).toBe(0);
    await target.fill("ryTask.ryParams('new')");
    const cron = form.getByLabel(/cron执行表达式/);
    await cron.fill('0 0 1 *');
    await cron.blur();
    await form.getByText(/应为 6 或 7 段/).waitFor();
    await cron.fill('0 0 1 * * ?');
    await cron.blur();
    await form.getByText(/应为 6 或 7 段/).waitFor({ state: 'hidden' });
    expect(await form.locator('.cron-wrong').count()).toBe(0);
    await form.getByRole('button', { name: /保\s*存/ }).click();
    await waitForText(page, '已保存');
    expect(bodyOf('PUT /monitor/job')).toMatchObject({ jobId: 2, status: '1', concurrent: '1', misfirePolicy: '3' });
    expect(ruoyi.db.jobs[1]).toMatchObject({ invokeTarget: "ryTask.ryParams('new')", cronExpression: '0 0 1 * * ?', status: '1' });
  });

  it('adds a job, shows the error of the server, resumes, runs and deletes the job', async () => {
    await open('/monitor/job', '定时任务');
    await page.getByRole('button', { name: '新增定时任务' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('任务名称').fill('新的任务');
    await form.getByLabel('调用目标字符串', { exact: true }).fill('nobody.does()');
    await form.getByRole('button', { name: /保\s*存/ }).click();
    await waitForText(page, "No bean named 'nobody' available");
    await form.getByLabel('调用目标字符串', { exact: true }).fill('ryTask.ryNoParams');
    await form.getByRole('button', { name: /保\s*存/ }).click();
    await waitForText(page, '新任务先暂停');
    expect(Object.keys(bodyOf('POST /monitor/job') as object)).not.toEqual(expect.arrayContaining(['timeZone']));
    await row('新的任务').getByRole('switch').click();
    await page
      .getByRole('dialog')
      .locator('visible=true')
      .getByRole('button', { name: /确\s*定/ })
      .click();
    await waitForText(page, '“新的任务”已启用');
    await chooseRowAction('新的任务', '执行一次');
    await confirmDialog('执行一次');
    await waitForText(page, '已交给后台运行');
    await chooseRowAction('新的任务', '删除');
    await confirmDialog('删除');
    await waitForText(page, '已删除');
    expect(ruoyi.db.jobs.map(({ jobName }) => jobName)).not.toContain('新的任务');
  });

  it('links from a job to its log, keeps messages, and sorts only by supported columns', async () => {
    await open('/monitor/job', '定时任务');
    await chooseRowAction('系统默认（无参）', '调度日志');
    await page.waitForURL(/\/monitor\/job\/log\?jobName=[^&]+&jobGroup=DEFAULT$/);
    await waitForText(page, '系统默认（无参） 总共耗时：3毫秒');
    await waitForText(page, '共 1 条');
    const columnTitles = await readColumnTitles();
    for (const absent of ['耗时（毫秒）', '应运行时间', '开始时间']) expect(columnTitles, absent).not.toContain(absent);
    expect(await page.getByRole('search').getByLabel('任务编号').count()).toBe(0);
    await row('总共耗时').getByRole('button', { name: '系统默认（无参）' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('系统默认（无参） 总共耗时：3毫秒').waitFor();
    expect(await drawer.getByText(/手动执行|运行中|耗时（毫秒）/).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: '执行时间' }).click();
    await waitForText(page, '系统默认（无参） 总共耗时：3毫秒');
    await page.getByRole('button', { name: '清空' }).click();
    await confirmDialog('清空');
    await waitForText(page, '调度日志已清空');
    expect(ruoyi.db.jobLogs).toEqual([]);
  });

  it('pages and sorts online users in the browser, and ends sessions one by one', async () => {
    const clients = Array.from({ length: 12 }, () => ruoyiClient(ruoyi.url));
    for (const client of clients) await client.signIn('ry');
    await open('/monitor/online?orderBy=loginTime', '在线用户');
    await waitForText(page, '共 13 条');
    expect(await readColumnTitles()).toEqual(expect.arrayContaining(['用户名', '所属部门', '登录时间']));
    for (const absent of ['姓名', '最近活动']) expect(await readColumnTitles(), absent).not.toContain(absent);
    const rows = page.getByRole('row').filter({ hasText: '内网IP' }).locator('visible=true');
    expect([await rows.count(), await rows.first().textContent()]).toEqual([10, expect.stringContaining('admin')]);
    await page.getByTitle('2', { exact: true }).click();
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('search').getByLabel('用户名').fill('ry');
    await page.getByRole('button', { name: /查\s*询/ }).click();
    await waitForText(page, '共 12 条');
    expect(ruoyi.requestsOf('GET /monitor/online/list').at(-1)?.query).toMatchObject({ userName: 'ry' });

    for (const index of [0, 1, 2]) await rows.nth(index).getByRole('checkbox').check();
    await page.getByRole('button', { name: '强退 3 个' }).click();
    await waitForText(page, '让选中的 3 个会话下线？');
    expect(await page.getByText('记住登录').count()).toBe(0);
    await confirmDialog('强退');
    await waitForText(page, '3 个会话已下线');
    await waitForText(page, '共 9 条');
    const deleteRequests = ruoyi.requests.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/monitor/online/'));
    expect(deleteRequests.map(({ code }) => code)).toEqual([200, 200, 200]);
    const answers = await Promise.all(clients.map((client) => client.send('GET /getInfo')));
    expect(answers.filter(({ code }) => code === 401)).toHaveLength(3);

    const refusedKey = await rows.first().getAttribute('data-row-key');
    ruoyi.overrides.set(`DELETE /monitor/online/${refusedKey}`, { code: 500, msg: '这个会话不能强退' });
    for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
    await page.getByRole('button', { name: '强退 2 个' }).click();
    await confirmDialog('强退');
    await waitForText(page, '1 个会话已下线，1 个没有下线');
    await waitForText(page, '这个会话不能强退');
    await waitForText(page, '共 8 条');
  });

  it('shows the server status with one request, in Java terms', async () => {
    await open('/monitor/server', '服务监控');
    await waitForText(page, 'Java 虚拟机');
    await waitForText(page, 'OpenJDK 64-Bit Server VM 17.0.15');
    await waitForText(page, '91.8%');
    expect(await page.getByText(/Node|容器限制|undefined|NaN/).count()).toBe(0);
    expect(ruoyi.requests.filter(({ path }) => path.startsWith('/monitor/server/'))).toEqual([]);
  });

  it('shows Redis information, memory and command statistics with a table', async () => {
    await open('/monitor/cache', '缓存监控');
    const chart = page.getByRole('figure', { name: '命令统计' });
    await chart.locator('svg').first().waitFor();
    await chart.getByText(/%$/).first().waitFor();
    for (const fact of ['版本', '端口', '客户端数', 'AOF 是否开启', '网络入口 / 出口']) await waitForText(page, fact);
    await chart.getByRole('button', { name: /表/ }).click();
    expect(await chart.getByRole('row').count()).toBeGreaterThan(3);
    expect(await page.getByText(/undefined|NaN|共享缓存|本进程/).count()).toBe(0);
    expect(ruoyi.requestsOf('GET /monitor/cache/getNames')).toEqual([]);
  });

  it('lists keys by cache name, shows one, and clears a key and a cache', async () => {
    await open('/monitor/cacheList', '缓存列表');
    const names = page.getByRole('region', { name: '缓存列表' });
    const keys = page.getByRole('region', { name: '键名列表' });
    await names.getByRole('button', { name: /^数据字典/ }).click();
    await keys.getByRole('button', { name: /^sys_user_sex/ }).click();
    await page.getByRole('textbox', { name: '缓存内容' }).getByText('dictValue').first().waitFor();
    await keys.getByRole('searchbox').fill('job');
    await keys.getByRole('searchbox').press('Enter');
    await expect.poll(() => keys.getByRole('listitem').count()).toBe(2);
    await keys.getByRole('button', { name: '清理“sys_job_group”' }).click();
    await confirmDialog('清理');
    await waitForText(page, '已清理“sys_job_group”');
    await expect.poll(() => keys.getByRole('listitem').count()).toBe(1);
    await names.getByRole('button', { name: '清理“配置信息”' }).click();
    await confirmDialog('清理');
    await waitForText(page, '已清理“配置信息”');
    await names.getByRole('button', { name: /^配置信息/ }).click();
    await keys.getByText('现在没有键').waitFor();
    expect(await page.getByText(/undefined|NaN|monitor\.cache/).count()).toBe(0);
  });

  it('embeds the Druid pages, or reports that they are missing', async () => {
    await open('/monitor/druid', '数据监控');
    await page.frameLocator('iframe[title="数据监控"]').getByText('druid monitor').first().waitFor();
    expect(await page.getByRole('link', { name: '在新标签页打开' }).getAttribute('href')).toBe('/api/druid/login.html');
    ruoyi.overrides.set('GET /druid/login.html', { code: 500, msg: 'No static resource druid/login.html.' });
    await open('/monitor/druid', '数据监控');
    await waitForText(page, '此服务器没有提供这项功能');
    ruoyi.overrides.delete('GET /druid/login.html');
    await open('/monitor/druid', '数据监控');
    await page.frameLocator('iframe').getByText('druid monitor').first().waitFor();
    ruoyi.setOutage(502);
    await page.locator('iframe').evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.location.reload());
    await waitForText(page, '此服务器没有提供这项功能');
    ruoyi.setOutage(undefined);
  });

  it('fits a phone, also in English', async () => {
    const phone = await newVisitor(browser, 390);
    await signIn(phone.page, 'admin');
    await phone.page.evaluate(() => localStorage.setItem('suyuan.language', '"en-US"'));
    for (const path of ['job', 'job/log', 'online', 'server', 'cache', 'cacheList', 'druid']) {
      await phone.page.goto(`${ruoyi.url}/monitor/${path}`);
      await phone.page.getByRole('heading', { level: 1 }).locator('visible=true').waitFor();
      await phone.page.waitForLoadState('networkidle');
      expect(await phone.page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
      expect(await phone.page.getByText(/undefined|NaN|No static resource/).count(), path).toBe(0);
    }
    expect(phone.faults).toEqual([]);
    await phone.page.context().close();
  });

  it('warns that clearing the cache ends all sessions', async () => {
    await open('/monitor/cacheList', '缓存列表');
    await page.getByRole('button', { name: '清理全部' }).click();
    await waitForText(page, /其他程序的键也在内；所有人退出登录/);
    await confirmDialog('清理全部');
    await waitForText(page, '登录状态已过期，请重新登录');
  });

  it('sends no monitoring request that the server does not support', () => {
    expect(ruoyi.missing.filter(({ path }) => path.startsWith('/monitor/'))).toEqual([]);
    expect(visitor.faults.filter((fault) => !fault.includes('502'))).toEqual([]);
  });
});
