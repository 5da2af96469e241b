import path from 'node:path';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningDatabaseUrls } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { livePostmaster } from '../apps/server/src/platform/db/embedded/postmaster.ts';
import { type Api, api, pollUntil, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { seededRandom } from './support/seeded-random.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

const QUANTITY = 40_000;
const LONG = process.env.SUYUAN_LONG === '1';
/** Shipments interrupted by a kill of the server or PostgreSQL in turn, and the scattered codes of each. */
const KILLS = LONG ? 12 : 2;
const RUNS = LONG ? 20_000 : 4000;
const PASTE_LIMIT = 10_000;
/** Kill times in milliseconds, derived from `SUYUAN_SEED`, so that a failed run can be repeated. */
const { seed, below } = seededRandom(process.env.SUYUAN_SEED);

describe('shipments to a dealer', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let batch: IssuedBatch;
  let approver: Visitor;
  let admin: Api;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    approver = await newVisitor(browser);
    batch = await issueBatch(suyuan, 'SEND-1', QUANTITY);
    await batch.approver.must('PUT', `/manage/batch/${batch.batchId}/activate`, {});
    admin = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'admin', suyuan.passwords.admin ?? ''));
    await signIn(approver, suyuan, 'approver');
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const productIdOf = async (code: string) =>
    (await admin.must('GET', `/manage/category/list?categoryCode=${code}`)).rows?.[0].categoryId as number;
  const readStatusCounts = async () => (await admin.must('GET', `/manage/batch/${batch.batchId}`)).data.statusCounts;

  it('creates a shipment, adds scanned goods, ships it and confirms receipt', async () => {
    const { page, faults } = approver;
    await page.goto(`${suyuan.consoleUrl}/manage/dispatch`);
    await page.getByRole('button', { name: '新增发货单' }).click();
    const form = page.getByRole('dialog', { name: '新增发货单' });
    await form.getByLabel('接收方').click();
    await page.locator('.ant-select-item-option').first().click();
    await form.getByLabel('承运人').fill('顺丰');
    await form.getByRole('button', { name: /保\s*存/ }).click();
    await page.waitForURL(/\/manage\/dispatch\/\d+$/);
    await page.getByText('贴码', { exact: true }).click();
    await page.getByRole('textbox', { name: /^\*?\s*码/ }).fill(batch.codes.slice(0, 3).join('\n'));
    await page.getByRole('button', { name: '加货' }).click();
    await waitForText(page, '已加上 3 枚码');
    await page
      .getByRole('button', { name: '发出', exact: true })
      .or(page.getByRole('button', { name: /^发\s*出$/ }))
      .first()
      .click();
    await confirmDialog(page);
    await waitForText(page, / 已发出/);
    await waitForText(page, '在途');
    await page.getByRole('button', { name: '确认收货' }).click();
    await page.getByRole('dialog').getByLabel('备注').waitFor();
    await confirmDialog(page);
    await waitForText(page, '已收货');
    expect(await readStatusCounts()).toEqual({ shipped: 3, activated: QUANTITY - 3 });
    expect(faults).toEqual([]);
  });

  it('prefills the planned dealer of a batch and warns about another one', async () => {
    const { page, faults } = approver;
    const { rows } = await admin.must('GET', `/manage/batch/list?state=active&categoryId=${await productIdOf('TEA-DHP')}`);
    await page.goto(`${suyuan.consoleUrl}/manage/batch/${rows?.[0].batchId}?tab=dispatches`);
    await page.getByRole('button', { name: '发这批货' }).click();
    const form = page.getByRole('dialog', { name: '新增发货单' });
    await form.getByText('西湖茶礼杭州店').waitFor();
    await page.locator('.filter-tags').getByText(rows?.[0].batchNo).waitFor();
    await form.getByRole('button', { name: /保\s*存/ }).click();
    await page.waitForURL(/\/manage\/dispatch\/\d+/);
    const addForm = page.locator('.dispatch-add').locator('visible=true');
    await addForm.getByLabel('起始序号').fill('17001');
    await addForm.getByLabel('结束序号').fill('17002');
    await addForm.getByRole('button', { name: '加货' }).click();
    await waitForText(page, '没有不妥，可以发出');
    // a scan keeps the selected batch and its levels
    await addForm.getByRole('combobox').first().click();
    await page.keyboard.type('SEND-1');
    await page.locator('.ant-select-item-option', { hasText: 'SEND-1' }).locator('visible=true').click();
    await addForm.getByText('贴码', { exact: true }).click();
    await addForm.getByRole('textbox', { name: /^\*?\s*码/ }).fill(batch.codes[5] ?? '');
    await addForm.getByRole('button', { name: '加货' }).click();
    await waitForText(page, '已加上 1 枚码');
    await addForm.locator('.ant-segmented-item').first().click();
    await addForm.getByText('SEND-1').waitFor();
    const dispatchId = Number(new URL(page.url()).pathname.split('/').at(-1));
    const otherDealer = (await admin.must('GET', '/manage/channelBusiness/list?channelBusinessCode=SC-00')).rows?.[0];
    await admin.must('PUT', '/manage/dispatch', { dispatchId, toId: otherDealer.channelBusinessId, regionCode: null });
    await page.reload();
    await waitForText(page, /预定给“西湖茶礼杭州店”，这次发给“蜀味源西南总代”；确认无误可以照发/);
    // in the list, product data may load slowly
    await page.goto(`${suyuan.consoleUrl}/manage/dispatch`);
    const contentGate = Promise.withResolvers<void>();
    await page.route('**/content', async (route) => {
      await contentGate.promise;
      await route.continue();
    });
    const { dispatchNo } = (await admin.must('GET', `/manage/dispatch/${dispatchId}`)).data;
    await page.getByRole('row').filter({ hasText: dispatchNo }).getByRole('button', { name: '发出', exact: true }).click();
    await page.getByRole('row').filter({ hasText: dispatchNo }).locator('button[aria-busy=true] .ant-spin').waitFor();
    contentGate.resolve();
    await page
      .getByRole('dialog')
      .getByText(/预定给“西湖茶礼杭州店”/)
      .waitFor();
    await confirmDialog(page);
    await waitForText(page, / 已发出/);
    expect(faults).toEqual([]);
  });

  it('freezes a pasted list of codes and explains the unknown line', async () => {
    const { page, faults } = approver;
    await page.goto(`${suyuan.consoleUrl}/manage/codeList`);
    await page.getByRole('button', { name: '按清单操作' }).first().click();
    const dialog = page.getByRole('dialog', { name: '按清单操作' });
    await dialog.getByLabel('操作').click();
    await page.locator('.ant-select-item-option', { hasText: /^冻结$/ }).click();
    await dialog.getByLabel('原因').fill('外箱渗漏');
    await dialog.getByRole('textbox', { name: '码' }).fill([batch.codes[10], batch.codes[11], 'NOSUCHCODE'].join('\n'));
    await dialog.getByRole('button', { name: '开始冻结' }).click();
    await page.waitForURL(/\/manage\/codeList\/\d+$/);
    await waitForText(page, '不是本系统的码，或不在您的数据范围内；核对后重做');
    expect(await readStatusCounts()).toMatchObject({ frozen: 2 });
    expect(faults).toEqual([]);
  });

  it('processes each line of a long list once when the server is killed', async () => {
    const form = new FormData();
    form.append('file', new Blob([batch.codes.slice(20).join('\n')]), '冻结.txt');
    const token = await tokenOf(suyuan.consoleUrl, 'admin', suyuan.passwords.admin ?? '');
    const response = await fetch(`${suyuan.consoleUrl}/api/manage/codeList/freeze?reason=x`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const { codeListId } = ((await response.json()) as { data: { codeListId: number } }).data;
    const readBulkAction = async () => (await admin.call('GET', `/manage/codeList/${codeListId}`)).data;
    await pollUntil(readBulkAction, (list) => list?.done > 0);
    process.kill(suyuan.pid, 'SIGKILL');
    suyuan = { ...(await startSuyuan({}, suyuan.dataDir)), passwords: suyuan.passwords };
    admin = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'admin', suyuan.passwords.admin ?? ''));
    const result = await pollUntil(readBulkAction, (list) => list?.state === 'done');
    const total = QUANTITY - 20;
    expect(result).toMatchObject({ total, done: total, doneCount: total, alreadyCount: 0, refusedCount: 0 });
    expect(await readStatusCounts()).toMatchObject({ frozen: total + 2 });
  });

  it(`ships ${RUNS} scattered codes completely and once, through ${KILLS} kills of server or PostgreSQL`, {
    timeout: KILLS * 120_000,
  }, async () => {
    console.log(`SUYUAN_SEED=${seed}`);
    const codesPerShipment = RUNS * 2;
    const longBatch = await issueBatch(suyuan, 'SEND-2', KILLS * codesPerShipment);
    await longBatch.approver.must('PUT', `/manage/batch/${longBatch.batchId}/activate`, {});
    const [dealer] = (await admin.must('GET', '/manage/dispatch/dealers/list')).data;
    for (let kill = 0; kill < KILLS; kill++) {
      const { dispatchId } = (await admin.must('POST', '/manage/dispatch', { kind: 'out', toId: dealer.channelBusinessId })).data;
      // every second code is a separate range
      const scatteredCodes = longBatch.codes
        .slice(kill * codesPerShipment, (kill + 1) * codesPerShipment)
        .filter((_, index) => index % 2 === 0);
      for (let at = 0; at < RUNS; at += PASTE_LIMIT)
        await admin.must('PUT', `/manage/dispatch/${dispatchId}/lines`, { codes: scatteredCodes.slice(at, at + PASTE_LIMIT) });
      const killDelay = below(LONG ? 4000 : 800);
      const { data } = await admin.must('PUT', `/manage/dispatch/${dispatchId}/ship`, {});
      expect(data.taskId).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, killDelay));
      if (kill % 2 === 0) {
        process.kill(suyuan.pid, 'SIGKILL');
        suyuan = { ...(await startSuyuan({}, suyuan.dataDir)), passwords: suyuan.passwords };
      } else process.kill(livePostmaster(path.join(suyuan.dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL');
      // a starting database returns a busy error
      const tryTokenOf = () => tokenOf(suyuan.consoleUrl, 'admin', suyuan.passwords.admin ?? '').catch(() => '');
      admin = api(suyuan.consoleUrl, await pollUntil(tryTokenOf, Boolean));
      const readShipment = async () => (await admin.call('GET', `/manage/dispatch/${dispatchId}`)).data;
      expect(await pollUntil(readShipment, (document) => document !== undefined && document.state !== 'shipping', 120)).toMatchObject({
        state: 'shipped',
        codeCount: RUNS,
      });
      const { statusCounts } = (await admin.must('GET', `/manage/batch/${longBatch.batchId}`)).data;
      const shippedCount = (kill + 1) * RUNS;
      expect(statusCounts).toEqual({ shipped: shippedCount, activated: KILLS * codesPerShipment - shippedCount });
    }
    const client = new pg.Client({ connectionString: (await runningDatabaseUrls(suyuan.dataDir))?.ownerUrl ?? '' });
    await client.connect();
    const queryRow = async (sql: string) => (await client.query(sql, [longBatch.batchId])).rows[0];
    // a shipment is one entry of the batch's history with its number of codes; no code counts twice
    expect(
      await queryRow(`select count(*)::int as documents, sum((select sum(upper(r) - lower(r)) from unnest(ordinals) r))::int as codes
        from batch_event where batch_id = $1 and action = 'ship' and not within`),
    ).toEqual({ documents: KILLS, codes: KILLS * RUNS });
    expect(
      await queryRow("select count(*)::int as open from task where kind = 'shipDispatch' and state in ('queued', 'running') and $1 > 0"),
    ).toEqual({
      open: 0,
    });
    await client.end();
  });
});

async function confirmDialog(page: Page) {
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
