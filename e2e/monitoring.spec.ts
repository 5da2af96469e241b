import type { Page } from '@playwright/test';
import { type Api, api, pollUntil, tokenOf } from './support/api.ts';
import { SESSION_WATCH, signIn as signInOnPage, waitForText } from './support/browser.ts';
import { waitForNotice } from './support/notices.ts';
import { test as base, expect } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const PASSWORD = 'Nebel-Anker-Lampe-27';

interface Fixtures {
  admin: Api;
  /** Adds a user with `PASSWORD` and without roles. */
  addUser(userName: string): Promise<void>;
  /** Opens a page as the administrator and waits for its heading. */
  open(path: string, title: string): Promise<Page>;
}

const test = base.extend<Fixtures>({
  admin: async ({ apiAs }, use) => use(await apiAs('admin')),
  addUser: async ({ admin, suyuan: { passwords } }, use) => {
    await use(async (userName) => {
      await admin.must('POST', '/system/user', { userName, nickName: userName, deptId: 104, password: PASSWORD });
      passwords[userName] = PASSWORD;
    });
  },
  open: async ({ signIn }, use) => {
    await use(async (path, title) => {
      const page = await signIn('admin', path);
      await heading(page, title).waitFor();
      return page;
    });
  },
});

const heading = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).locator('visible=true').first();
const confirmDialog = (page: Page, button: string) =>
  page.getByRole('dialog').locator('visible=true').getByRole('button', { name: button }).click();

test.describe('monitoring', () => {
  test('ends a session from the list of online users at once', async ({ suyuan: { consoleUrl }, addUser, open, faults }) => {
    await addUser('early-shift');
    const token = await tokenOf(consoleUrl, 'early-shift', PASSWORD);
    const page = await open('/monitor/online', t('monitor.online.title'));
    await row(page, 'early-shift')
      .getByRole('button', { name: t('monitor.online.force') })
      .click();
    await confirmDialog(page, t('monitor.online.force'));
    await waitForNotice(page, t('monitor.online.forced', { userName: 'early-shift' }));
    expect(await api(consoleUrl, token).call('GET', '/getInfo')).toMatchObject({ code: 401 });
    expect(faults).toEqual([]);
  });

  test('ends several selected sessions together', async ({ suyuan: { consoleUrl }, admin, addUser, open, faults }) => {
    const userNames = ['day-shift', 'night-shift'];
    for (const userName of userNames) await addUser(userName);
    const tokens = await Promise.all(userNames.map((userName) => tokenOf(consoleUrl, userName, PASSWORD)));
    const page = await open('/monitor/online', t('monitor.online.title'));
    for (const userName of userNames) await row(page, userName).getByRole('checkbox').check();
    await page.getByRole('button', { name: t('monitor.online.forceMany', { count: 2 }) }).click();
    await confirmDialog(page, t('monitor.online.force'));
    await waitForNotice(page, t('monitor.online.forcedMany', { count: 2 }));
    for (const token of tokens) expect(await api(consoleUrl, token).call('GET', '/getInfo')).toMatchObject({ code: 401 });
    expect(await admin.call('GET', '/getInfo')).toMatchObject({ code: 200 });
    expect(faults).toEqual([]);
  });

  test('notifies an open page that its session has ended', async ({ suyuan, addUser, openPage, open, faults }) => {
    await addUser('late-shift');
    const visitor = { page: await openPage({ sessionWatch: true }), faults };
    const waiting = visitor.page.waitForRequest(SESSION_WATCH);
    await signInOnPage(visitor, suyuan, 'late-shift');
    await waiting;
    const page = await open('/monitor/online', t('monitor.online.title'));
    await row(page, 'late-shift')
      .getByRole('button', { name: t('monitor.online.force') })
      .click();
    await confirmDialog(page, t('monitor.online.force'));
    await visitor.page.getByRole('button', { name: t('kit.signInAgain') }).waitFor();
    expect(faults).toEqual([]);
  });

  test('unlocks a user from the sign-in log after wrong passwords', async ({ suyuan: { consoleUrl }, addUser, open, faults }) => {
    await addUser('forgetful');
    const trySignIn = (password: string) => api(consoleUrl).call('POST', '/login', { username: 'forgetful', password, code: '', uuid: '' });
    for (let count = 0; count < 5; count++) await trySignIn('wrong');
    expect(await trySignIn(PASSWORD)).toMatchObject({ problem: 'accountLocked' });
    const page = await open('/system/log/logininfor', t('monitor.logininfor'));
    // a successful sign-in locks no account
    const successful = row(page, t('monitor.logininfor.status.0')).first();
    await successful.waitFor();
    expect(await successful.getByRole('button', { name: t('monitor.logininfor.unlock') }).count()).toBe(0);
    await row(page, 'forgetful')
      .getByRole('button', { name: t('monitor.logininfor.unlock') })
      .click();
    await confirmDialog(page, t('monitor.logininfor.unlock'));
    await waitForNotice(page, t('monitor.logininfor.unlocked', { userName: 'forgetful' }));
    expect(await trySignIn(PASSWORD)).toMatchObject({ code: 200 });
    expect(faults).toEqual([]);
  });

  test('names the selected accounts that are not unlocked', async ({ suyuan: { consoleUrl }, addUser, open, faults }) => {
    const userNames = ['first-key', 'second-key'];
    for (const username of userNames) {
      await addUser(username);
      await api(consoleUrl).call('POST', '/login', { username, password: 'wrong', code: '', uuid: '' });
    }
    const page = await open('/system/log/logininfor', t('monitor.logininfor'));
    for (const userName of userNames) await row(page, userName).getByRole('checkbox').check();
    await page.route('**/logininfor/unlock/second-key', (route) => route.fulfill({ json: { code: 500, msg: '维护中' } }));
    await page
      .getByTestId('selection-bar')
      .getByRole('button', { name: t('monitor.logininfor.unlock') })
      .click();
    await confirmDialog(page, t('monitor.logininfor.unlock'));
    await waitForNotice(page, t('monitor.logininfor.unlocked', { userName: 'first-key' }));
    await waitForNotice(page, t('monitor.logininfor.unlockFailed', { userName: 'second-key' }));
    expect(faults).toEqual([]);
  });

  test('shows the request of an audit log entry and that its seal is intact', async ({ admin, open, faults }) => {
    await admin.must('GET', '/monitor/logininfor/unlock/planner');
    const entries = () => admin.must('GET', `/monitor/operlog/list?${new URLSearchParams({ title: '账户解锁' })}`);
    await pollUntil(entries, ({ total = 0 }) => total > 0);
    await pollUntil(
      () => admin.must('GET', '/monitor/operlog/chain'),
      ({ data }) => data.waiting === 0 && data.sealed > 0,
    );
    const page = await open('/system/log/operlog', t('monitor.operlog'));
    await waitForText(page, pattern('monitor.operlog.chain.sealed', { count: '[\\d\\s]+' }));
    await row(page, '账户解锁').getByRole('button', { name: '账户解锁' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(t('monitor.operlog.seal.state.sealed')).waitFor();
    await drawer.getByText('GET /api/monitor/logininfor/unlock/:userName').waitFor();
    expect(faults).toEqual([]);
  });

  test('finds a dictionary in the cache, shows it and clears it', async ({ suyuan: { consoleUrl }, admin, open, faults }) => {
    const page = await open('/monitor/cache', t('monitor.cache'));
    await waitForText(page, t('monitor.cache.state.process'));
    await page.goto(`${consoleUrl}/monitor/cacheList`);
    await heading(page, t('monitor.cacheList')).waitFor();
    const content = page.getByRole('textbox', { name: t('monitor.cache.content') });
    // cached for ten seconds, which a busy machine may need to look
    await expect(async () => {
      await admin.must('GET', '/system/dict/data/type/sys_yes_no');
      await page
        .getByRole('button', { name: t('monitor.cache.name.sys_dict') })
        .first()
        .click();
      await page.getByRole('button', { name: /^sys_yes_no/ }).click({ timeout: 5000 });
      await content.getByText('dictValue').first().waitFor({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    await page.getByRole('button', { name: t('monitor.cache.clearNameLabel', { name: 'sys_yes_no' }) }).click();
    await confirmDialog(page, t('monitor.cache.clear'));
    await waitForNotice(page, t('monitor.cache.cleared', { name: 'sys_yes_no' }));
    await pollUntil(
      () => admin.must('GET', '/monitor/cache/getKeys/sys_dict'),
      ({ data }) => !data.includes('sys_dict:sys_yes_no'),
    );
    expect(faults).toEqual([]);
  });

  test('shows the state of the database and the host', async ({ suyuan: { consoleUrl }, open, faults }) => {
    const page = await open('/monitor/druid', t('monitor.druid'));
    await waitForText(page, t('monitor.druid.pool'));
    for (const [tab, text] of [
      [t('monitor.druid.tab.statements'), t('monitor.druid.total')],
      [t('monitor.druid.tab.routes'), t('monitor.druid.routes.total')],
      [t('monitor.druid.tab.activity'), new RegExp(`${t('monitor.druid.pid')}|${t('monitor.druid.quiet')}`)],
      [t('monitor.druid.tab.tables'), t('monitor.druid.tableRows')],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await waitForText(page, text);
    }
    // columns that do not fit open with their row
    await page.setViewportSize({ width: 1024, height: 900 });
    await page.getByRole('tab', { name: t('monitor.druid.tab.routes'), exact: true }).click();
    // the list of the tab before has the same buttons until the tabs change
    await waitForText(page, t('monitor.druid.routes.total'));
    await page
      .getByRole('button', { name: pattern('kit.folded.open', {}) })
      .first()
      .click();
    await waitForText(page, t('monitor.druid.most'));
    await page.goto(`${consoleUrl}/monitor/server`);
    await heading(page, t('monitor.server')).waitFor();
    await waitForText(page, t('monitor.server.cpuQuestion'));
    expect(faults).toEqual([]);
  });

  test('ends a session with an idle transaction after a warning about lost changes', async ({ suyuan: { consoleUrl }, signIn, faults }) => {
    const idleSession = { pid: 4711, application: 'psql', address: null, state: 'idle in transaction', wait: null, transactionAge: 900 };
    const data = [{ ...idleSession, queryAge: null, query: 'update setting set remark = $1', blockedBy: [] }];
    const requests: string[] = [];
    const page = await signIn('admin');
    await page.route('**/api/monitor/druid/activity', (route) => route.fulfill({ json: { code: 200, msg: '', data } }));
    await page.route('**/api/monitor/druid/terminate/*', (route) => {
      requests.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
      return route.fulfill({ json: { code: 200, msg: '' } });
    });
    await page.goto(`${consoleUrl}/monitor/druid?tab=activity`);
    await row(page, '4711')
      .getByRole('button', { name: t('monitor.druid.terminate') })
      .click();
    await waitForText(page, t('monitor.druid.terminateMeans'));
    await confirmDialog(page, t('monitor.druid.terminate'));
    await waitForNotice(page, t('monitor.druid.terminated', { pid: 4711 }));
    expect(requests).toEqual(['PUT /api/monitor/druid/terminate/4711']);
    expect(faults).toEqual([]);
  });

  test('names the process of the cards below the charts, and reports missing data', async ({
    suyuan: { consoleUrl },
    admin,
    signIn,
    faults,
  }) => {
    const { data: ownProcesses } = await admin.must('GET', '/monitor/server/processes');
    const otherProcess = { processId: crypto.randomUUID(), role: 'worker', hostName: 'elsewhere', pid: 7 };
    const data = [...ownProcesses, { ...otherProcess, startTime: '2026-11-21 08:00:00', silent: 1, current: false }];
    const page = await signIn('admin');
    await page.route('**/api/monitor/server/processes', (route) => route.fulfill({ json: { code: 200, msg: '', data } }));
    await page.goto(`${consoleUrl}/monitor/server`);
    await page.getByRole('combobox', { name: t('monitor.server.process') }).click();
    const role = t('monitor.server.role.worker');
    await page.getByTitle(t('monitor.server.processText', { role, hostName: 'elsewhere', pid: 7 })).click();
    await waitForText(page, pattern('monitor.server.cardsOf', { process: '.+' }));
    const errorResponse = { code: 500, msg: '没有取到主机的数据', problem: 'notFound' };
    await page.route('**/api/monitor/server', (route) => route.fulfill({ json: errorResponse }));
    await page.reload();
    await page.getByRole('alert').getByText(errorResponse.msg).waitFor();
    expect(faults).toEqual([]);
  });

  test('builds a cron expression field by field, runs a job and finds the run in the log', async ({
    suyuan: { consoleUrl },
    admin,
    open,
    faults,
  }) => {
    const page = await open('/monitor/job', t('monitor.job.title'));
    const title = t('kit.addNoun', { noun: t('monitor.job') });
    await page.getByRole('button', { name: title }).click();
    const form = page.getByRole('dialog', { name: title });
    await form.getByRole('button', { name: t('monitor.job.build') }).click();
    await form.getByRole('tab', { name: t('monitor.job.cron.minute'), exact: true }).click();
    await form
      .getByRole('radio', { name: t('monitor.job.step') })
      .locator('visible=true')
      .check();
    await form.getByText(t('monitor.job.nextRuns')).waitFor();
    await expect(form.getByLabel(t('monitor.job.cronExpression'))).toHaveValue(/^0 \d+\/\d+ 3 \* \* \?$/);

    const jobName = t('monitor.job.seed.name.operlog.check');
    const runs = () => admin.must('GET', '/monitor/jobLog/list?jobId=8');
    const { total: runsBefore = 0 } = await runs();
    await page.goto(`${consoleUrl}/monitor/job?${new URLSearchParams({ jobName })}`);
    await heading(page, t('monitor.job.title')).waitFor();
    await row(page, jobName)
      .getByRole('button', { name: t('kit.moreOf', { name: jobName }) })
      .click();
    await page.getByRole('menuitem', { name: t('monitor.job.run') }).click();
    await confirmDialog(page, t('monitor.job.run'));
    await waitForNotice(page, t('monitor.job.ordered', { jobName }));
    await pollUntil(runs, ({ rows, total = 0 }) => total > runsBefore && rows?.[0]?.endTime != null);
    await page.goto(`${consoleUrl}/monitor/job/log?jobId=8`);
    await heading(page, t('monitor.job.logs')).waitFor();
    await waitForText(page, '链条完整');
    expect(faults).toEqual([]);
  });
});
