import type { Locator, Page } from '@playwright/test';
import { tokenOf } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { chooseListAction, expectNoFilter } from './support/lists.ts';
import { waitForNotice } from './support/notices.ts';
import { startWalker } from './support/page-walker.ts';
import { ruoyiClient } from './support/ruoyi/client.ts';
import type { Database } from './support/ruoyi/records.ts';
import { RUOYI_ACCOUNTS, type RuoYi, startRuoYi } from './support/ruoyi/server.ts';
import { test as base, expect } from './support/test.ts';
import { t } from './support/text.ts';

/** Logs of two days, with the last entry of the second day in its last minute. */
function prepare(db: Database) {
  const times = ['2026-01-04 12:00:00', '2026-01-05 09:00:00', '2026-01-05 23:59:30'];
  for (const [index, time] of times.entries()) {
    db.operLogs.push({
      ...{ operId: 900 + index, title: `第 ${index + 1} 项`, businessType: 2, method: 'com.ruoyi.Some.edit()', requestMethod: 'PUT' },
      ...{ operatorType: 1, operName: 'admin', deptName: '研发部门', operUrl: '/system/some', operIp: '127.0.0.1', operLocation: '内网IP' },
      ...{ operParam: '{"id":1}', jsonResult: index === 2 ? null : '{"code":200}', status: index === 2 ? 1 : 0, operTime: time },
      ...{ errorMsg: index === 2 ? '没有成功' : null, costTime: 7 },
    });
    db.loginLogs.push({
      ...{ infoId: 900 + index, userName: `guest${index + 1}`, ipaddr: '127.0.0.1', loginLocation: '内网IP', browser: 'Chrome 14' },
      ...{ os: 'Windows 10', status: index === 1 ? '1' : '0', msg: index === 1 ? '密码错误' : '登录成功', loginTime: time },
    });
  }
  const runs = ['系统默认（无参）', '系统默认（有参）'].map((jobName, index) => ({
    ...{ createBy: null, createTime: times[index]!, updateBy: null, updateTime: null, remark: null, jobLogId: 900 + index, jobName },
    ...{ jobGroup: 'DEFAULT', invokeTarget: 'ryTask.ryNoParams', jobMessage: `${jobName} 总共耗时：${index + 3}毫秒`, status: '0' },
    ...{ exceptionInfo: '', startTime: times[index]!, endTime: times[index]! },
  }));
  db.jobLogs.splice(0, db.jobLogs.length, ...runs);
}

/** Each test has its own server, which starts in milliseconds. `page` belongs to its administrator. */
const test = base.extend<{ ruoyi: RuoYi }>({
  ruoyi: async ({}, use) => {
    const ruoyi = await startRuoYi();
    prepare(ruoyi.db);
    await use(ruoyi);
    await ruoyi.stop();
  },
  page: async ({ openPage, ruoyi: { url } }, use) => {
    const { username, password } = RUOYI_ACCOUNTS.admin;
    const token = { value: await tokenOf(url, username, password), expires: Date.now() + 86_400_000 };
    const localStorage = [{ name: 'suyuan.accessToken', value: JSON.stringify(token) }];
    await use(await openPage({ baseURL: url, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } }));
  },
});

test.afterEach('has sent only requests that the server supports', ({ ruoyi, faults }) => {
  expect(ruoyi.missing.filter(({ path }) => path.startsWith('/monitor/'))).toEqual([]);
  expect(faults.filter((fault) => !fault.includes('502'))).toEqual([]); // one test has the server answer 502
});

async function open(page: Page, path: string, title: string) {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: title }).locator('visible=true').waitFor();
}
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).locator('visible=true').first();
const column = (page: Page, name: string) => page.getByRole('columnheader', { name });
const press = (scope: Page | Locator, button: string) => scope.getByRole('button', { name: button }).click();
const confirmDialog = (page: Page, button: string) => page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();

async function chooseRowAction(page: Page, name: string, action: string) {
  await press(row(page, name), t('kit.moreOf', { name }));
  await page.getByRole('menuitem', { name: action }).click();
}

test('warns that audit log rows are deleted for good, and opens an entry from its row', async ({ ruoyi, page }) => {
  await open(page, '/system/log/operlog', t('monitor.operlog'));
  await press(row(page, '第 3 项'), '第 3 项');
  const drawer = page.getByRole('dialog');
  for (const text of ['没有成功', t('monitor.operlog.noText')]) await drawer.getByText(text).waitFor();
  for (const absent of [t('monitor.operlog.seal.state'), t('monitor.operlog.chain'), 'null'])
    await expect(drawer.getByText(absent), absent).toHaveCount(0);
  await page.keyboard.press('Escape');
  await press(row(page, '第 1 项'), t('kit.remove'));
  await page.getByText(t('kit.removeHint')).waitFor();
  await expect(page.getByText(t('monitor.operlog.archived.1'))).toHaveCount(0);
  await confirmDialog(page, t('kit.remove'));
  await waitForNotice(page, t('kit.removed'));
  expect(ruoyi.db.operLogs.some(({ operId }) => operId === 900)).toBe(false);
  for (const name of ['operName', 'operTime', 'costTime'] as const) {
    await column(page, t(`monitor.operlog.${name}`)).click();
    await row(page, '第 2 项').waitFor();
  }
});

test('includes the last day of a range in both logs', async ({ ruoyi, page }) => {
  for (const [path, title, present, absent] of [
    ['/system/log/operlog', t('monitor.operlog'), '第 3 项', '第 1 项'],
    ['/system/log/logininfor', t('monitor.logininfor'), 'guest3', 'guest1'],
  ] as const) {
    await open(page, `${path}?beginTime=2026-01-05&endTime=2026-01-05`, title);
    await row(page, present).waitFor();
    await expect(row(page, absent), title).toHaveCount(0);
  }
  const query = ruoyi.requestsOf('GET /monitor/operlog/list').at(-1)?.query;
  expect(query).toMatchObject({ 'params[beginTime]': '2026-01-05 00:00:00', 'params[endTime]': '2026-01-05 23:59:59' });
});

test('unlocks a user and clears the sign-in log', async ({ ruoyi, page }) => {
  await open(page, '/system/log/logininfor', t('monitor.logininfor'));
  for (const name of ['userName', 'loginTime'] as const) await column(page, t(`monitor.logininfor.${name}`)).click();
  await press(row(page, 'guest2'), t('monitor.logininfor.unlock'));
  await confirmDialog(page, t('monitor.logininfor.unlock'));
  await waitForNotice(page, t('monitor.logininfor.unlocked', { userName: 'guest2' }));
  await chooseListAction(page, t('monitor.logininfor'), t('monitor.logininfor.clear'));
  await confirmDialog(page, t('monitor.logininfor.clear'));
  await waitForNotice(page, t('monitor.logininfor.cleared'));
  expect(ruoyi.db.loginLogs).toEqual([]);
});

test('sends a complete job record without fields that the server lacks', async ({ ruoyi, page }) => {
  await open(page, '/monitor/job', t('monitor.job.title'));
  const job = row(page, '系统默认（有参）');
  await job.waitFor();
  await expect(column(page, t('monitor.job.lastStatus'))).toHaveCount(0);
  await press(job, t('kit.edit'));
  const form = page.getByRole('dialog');
  const target = form.getByLabel(t('monitor.job.invokeTarget'), { exact: true });
  await expect(target).toHaveValue("ryTask.ryParams('ry')");
  await form.getByText(t('monitor.job.beanHint')).waitFor();
  for (const absent of [t('monitor.job.timeZone'), t('monitor.job.alarmAfter'), t('common.field.remark')])
    await expect(form.getByText(absent), absent).toHaveCount(0);
  await target.fill("ryTask.ryParams('new')");
  const cron = form.getByLabel(t('monitor.job.cronExpression'));
  const cronFault = form.getByText(t('problem.cronWrong', { fault: 'fields' }));
  await cron.fill('0 0 1 *');
  await cron.blur();
  await expect(cronFault).toBeVisible();
  await cron.fill('0 0 1 * * ?');
  await cron.blur();
  await expect(cronFault).toBeHidden();
  await expect(form.getByTestId('cron-problem')).toHaveCount(0);
  await press(form, t('kit.save'));
  await waitForNotice(page, t('kit.saved'));
  expect(ruoyi.requestsOf('PUT /monitor/job').at(-1)?.body).toMatchObject({ jobId: 2, status: '1', concurrent: '1', misfirePolicy: '3' });
  expect(ruoyi.db.jobs[1]).toMatchObject({ invokeTarget: "ryTask.ryParams('new')", cronExpression: '0 0 1 * * ?', status: '1' });
});

test('adds a job, shows the error of the server, resumes, runs and deletes the job', async ({ ruoyi, page }) => {
  await open(page, '/monitor/job', t('monitor.job.title'));
  await press(page, t('kit.addNoun', { noun: t('monitor.job') }));
  const form = page.getByRole('dialog');
  await form.getByLabel(t('monitor.job.jobName')).fill('新的任务');
  await form.getByLabel(t('monitor.job.invokeTarget'), { exact: true }).fill('nobody.does()');
  await press(form, t('kit.save'));
  await waitForNotice(page, "No bean named 'nobody' available");
  await form.getByLabel(t('monitor.job.invokeTarget'), { exact: true }).fill('ryTask.ryNoParams');
  await press(form, t('kit.save'));
  await waitForNotice(page, t('monitor.job.addedPaused'));
  for (const { body } of ruoyi.requestsOf('POST /monitor/job')) expect(body).not.toHaveProperty('timeZone');
  await row(page, '新的任务').getByRole('switch').click();
  await confirmDialog(page, t('kit.confirm'));
  await waitForNotice(page, t('monitor.job.resumed', { jobName: '新的任务' }));
  await chooseRowAction(page, '新的任务', t('monitor.job.run'));
  await confirmDialog(page, t('monitor.job.run'));
  await waitForNotice(page, t('monitor.job.ordered', { jobName: '新的任务' }));
  await chooseRowAction(page, '新的任务', t('kit.remove'));
  await confirmDialog(page, t('kit.remove'));
  await waitForNotice(page, t('kit.removed'));
  expect(ruoyi.db.jobs.map(({ jobName }) => jobName)).not.toContain('新的任务');
});

test('links from a job to its log, keeps messages, and sorts only by supported columns', async ({ ruoyi, page }) => {
  const message = '系统默认（无参） 总共耗时：3毫秒';
  await open(page, '/monitor/job', t('monitor.job.title'));
  await chooseRowAction(page, '系统默认（无参）', t('monitor.job.logs'));
  await page.waitForURL(/\/monitor\/job\/log\?jobName=[^&]+&jobGroup=DEFAULT$/);
  for (const text of [message, t('kit.total', { total: 1 })]) await waitForText(page, text);
  for (const name of ['costTime', 'dueTime', 'startTime'] as const) await expect(column(page, t(`monitor.jobLog.${name}`))).toHaveCount(0);
  await expectNoFilter(page, t('monitor.jobLog.jobId'));
  await press(row(page, message), '系统默认（无参）');
  const drawer = page.getByRole('dialog');
  await drawer.getByText(message).waitFor();
  for (const key of ['byHand', 'running', 'costTime'] as const) await expect(drawer.getByText(t(`monitor.jobLog.${key}`))).toHaveCount(0);
  await page.keyboard.press('Escape');
  await column(page, t('monitor.jobLog.createTime')).click();
  await waitForText(page, message);
  await chooseListAction(page, t('monitor.jobLog'), t('monitor.jobLog.clear'));
  await confirmDialog(page, t('monitor.jobLog.clear'));
  await waitForNotice(page, t('monitor.jobLog.cleared'));
  expect(ruoyi.db.jobLogs).toEqual([]);
});

test('pages and sorts online users in the browser, and ends sessions one by one', async ({ ruoyi, page }) => {
  const clients = Array.from({ length: 12 }, () => ruoyiClient(ruoyi.url));
  for (const client of clients) await client.signIn('ry');
  await open(page, '/monitor/online?orderBy=loginTime', t('monitor.online.title'));
  await waitForText(page, t('kit.total', { total: 13 }));
  for (const name of ['userName', 'deptName', 'loginTime'] as const) await column(page, t(`monitor.online.${name}`)).waitFor();
  for (const name of ['nickName', 'activeTime'] as const) await expect(column(page, t(`monitor.online.${name}`))).toHaveCount(0);
  const rows = page.getByRole('row').filter({ hasText: '内网IP' });
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText('admin');
  await page.getByTitle('2', { exact: true }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('search').getByLabel(t('monitor.online.userName')).fill('ry');
  await press(page, t('kit.search'));
  await waitForText(page, t('kit.total', { total: 12 }));
  expect(ruoyi.requestsOf('GET /monitor/online/list').at(-1)?.query).toMatchObject({ userName: 'ry' });
  for (const index of [0, 1, 2]) await rows.nth(index).getByRole('checkbox').check();
  await press(page, t('monitor.online.forceMany', { count: 3 }));
  await waitForText(page, t('monitor.online.forceManyAsk', { count: 3 }));
  await expect(page.getByText(t('monitor.online.forceForgets'))).toHaveCount(0);
  await confirmDialog(page, t('monitor.online.force'));
  await waitForNotice(page, t('monitor.online.forcedMany', { count: 3 }));
  await waitForText(page, t('kit.total', { total: 9 }));
  const deleteRequests = ruoyi.requests.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/monitor/online/'));
  expect(deleteRequests.map(({ code }) => code)).toEqual([200, 200, 200]);
  const answers = await Promise.all(clients.map((client) => client.send('GET /getInfo')));
  expect(answers.filter(({ code }) => code === 401)).toHaveLength(3);
  const refusedKey = await rows.first().getAttribute('data-row-key');
  ruoyi.overrides.set(`DELETE /monitor/online/${refusedKey}`, { code: 500, msg: '这个会话不能强退' });
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  await press(page, t('monitor.online.forceMany', { count: 2 }));
  await confirmDialog(page, t('monitor.online.force'));
  await waitForNotice(page, new RegExp(`${t('monitor.online.forcedSome', { ended: 1, failed: 1 })}.*这个会话不能强退`));
  await waitForText(page, t('kit.total', { total: 8 }));
});

test('shows the server status with one request, in Java terms', async ({ ruoyi, page }) => {
  await open(page, '/monitor/server', t('monitor.server'));
  for (const text of [t('monitor.server.java'), 'OpenJDK 64-Bit Server VM 17.0.15', '91.8%']) await waitForText(page, text);
  for (const absent of [t('monitor.server.container'), /Node|undefined|NaN/]) await expect(page.getByText(absent)).toHaveCount(0);
  expect(ruoyi.requests.filter(({ path }) => path.startsWith('/monitor/server/'))).toEqual([]);
});

test('shows Redis information, memory and command statistics with a table', async ({ ruoyi, page }) => {
  await open(page, '/monitor/cache', t('monitor.cache'));
  const chart = page.getByRole('figure', { name: t('monitor.cache.commands') });
  for (const part of [chart.locator('svg'), chart.getByText(/%$/)]) await part.first().waitFor();
  for (const fact of ['redis_version', 'tcp_port', 'connected_clients', 'aof_enabled', 'network'] as const)
    await waitForText(page, t(`monitor.cache.info.${fact}`));
  await press(chart, t('kit.figure.asTable'));
  await expect.poll(() => chart.getByRole('row').count()).toBeGreaterThan(3);
  await expect(page.getByText(/undefined|NaN|共享缓存|本进程/)).toHaveCount(0);
  expect(ruoyi.requestsOf('GET /monitor/cache/getNames')).toEqual([]);
});

test('lists keys by cache name, shows one, and clears a key and a cache', async ({ page }) => {
  await open(page, '/monitor/cacheList', t('monitor.cacheList'));
  const names = page.getByRole('region', { name: t('monitor.cache.nameList') });
  const keys = page.getByRole('region', { name: t('monitor.cache.keyList') });
  await names.getByRole('button', { name: /^数据字典/ }).click();
  await keys.getByRole('button', { name: /^sys_user_sex/ }).click();
  await expect(page.getByRole('textbox', { name: t('monitor.cache.content') })).toContainText('dictValue');
  await keys.getByRole('searchbox').fill('job');
  await keys.getByRole('searchbox').press('Enter');
  await expect(keys.getByRole('listitem')).toHaveCount(2);
  await press(keys, t('monitor.cache.clearNameLabel', { name: 'sys_job_group' }));
  await confirmDialog(page, t('monitor.cache.clear'));
  await waitForNotice(page, t('monitor.cache.cleared', { name: 'sys_job_group' }));
  await expect(keys.getByRole('listitem')).toHaveCount(1);
  await press(names, t('monitor.cache.clearNameLabel', { name: '配置信息' }));
  await confirmDialog(page, t('monitor.cache.clear'));
  await waitForNotice(page, t('monitor.cache.cleared', { name: '配置信息' }));
  await names.getByRole('button', { name: /^配置信息/ }).click();
  await keys.getByText(t('monitor.cache.noKeys')).waitFor();
  await expect(page.getByText(/undefined|NaN|monitor\.cache/)).toHaveCount(0);
});

test('embeds the Druid pages, or reports that they are missing', async ({ ruoyi, page }) => {
  const druid = page.frameLocator(`iframe[title="${t('monitor.druid')}"]`);
  const embedded = druid.getByText('druid monitor').first();
  await open(page, '/monitor/druid', t('monitor.druid'));
  await embedded.waitFor();
  await expect(page.getByRole('link', { name: t('kit.openInTab') })).toHaveAttribute('href', '/api/druid/login.html');
  ruoyi.overrides.set('GET /druid/login.html', { code: 500, msg: 'No static resource druid/login.html.' });
  await open(page, '/monitor/druid', t('monitor.druid'));
  await waitForText(page, t('kit.notOffered'));
  ruoyi.overrides.delete('GET /druid/login.html');
  await open(page, '/monitor/druid', t('monitor.druid'));
  await embedded.waitFor();
  ruoyi.setOutage(502);
  await page.locator('iframe').evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.location.reload());
  await waitForText(page, t('kit.notOffered'));
});

test('fits a phone, also in English', async ({ browser, ruoyi }) => {
  const phone = await startWalker(browser, ruoyi, { width: 390, language: 'en-US' });
  for (const path of ['job', 'job/log', 'online', 'server', 'cache', 'cacheList', 'druid']) {
    await phone.open(`/monitor/${path}`);
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    await expect(phone.page.getByText(/undefined|NaN|No static resource/), path).toHaveCount(0);
  }
  expect(phone.faults).toEqual([]);
  await phone.page.context().close();
});

test('warns that clearing the cache ends all sessions', async ({ page }) => {
  await open(page, '/monitor/cacheList', t('monitor.cacheList'));
  await press(page, t('monitor.cache.clearAll'));
  await waitForText(page, t('monitor.redis.clearAllMeans'));
  await confirmDialog(page, t('monitor.cache.clearAll'));
  await waitForText(page, t('kit.sessionOver'));
});
