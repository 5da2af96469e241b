// Over 300 lines: shipments in the browser and through kills of the server share their batches.
import path from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { runningDatabaseUrls } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { livePostmaster } from '../apps/server/src/platform/db/embedded/postmaster.ts';
import { type Api, api, pollUntil, tokenOf } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { waitForNotice } from './support/notices.ts';
import { seededRandom } from './support/seeded-random.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';
import { test as base, expect } from './support/test.ts';
import { pattern, t } from './support/text.ts';

/** A server that tests kill. */
interface Victim {
  suyuan(): Suyuan;
  /** Kills the server without warning and starts it again on the same data. */
  kill(): Promise<void>;
  /** The API as administrator, with a token of the latest start. */
  admin(): Promise<Api>;
}

const test = base.extend<{ victim: Victim }>({
  victim: async ({ suyuan }, use) => {
    let current = suyuan;
    await use({
      suyuan: () => current,
      async kill() {
        process.kill(current.pid, 'SIGKILL');
        current = { ...(await startSuyuan({}, suyuan.dataDir)), passwords: suyuan.passwords };
      },
      async admin() {
        // a starting database returns a busy error
        const tryTokenOf = () => tokenOf(current.consoleUrl, 'admin', suyuan.passwords.admin ?? '').catch(() => '');
        return api(current.consoleUrl, await pollUntil(tryTokenOf, Boolean));
      },
    });
    if (current !== suyuan) await current.stopProcess();
  },
});

async function issueActiveBatch(suyuan: Suyuan, batchNo: string, quantity: number): Promise<IssuedBatch> {
  const batch = await issueBatch(suyuan, batchNo, quantity);
  await batch.approver.must('PUT', `/manage/batch/${batch.batchId}/activate`, {});
  return batch;
}

const readStatusCounts = async (user: Api, { batchId }: IssuedBatch) =>
  (await user.must('GET', `/manage/batch/${batchId}`)).data.statusCounts;

const addForm = (page: Page) => page.getByTestId('add-lines').locator('visible=true');

async function addCodes(page: Page, codes: readonly string[]) {
  const form = addForm(page);
  await form.getByText(t('manage.dispatch.addBy.codes'), { exact: true }).click();
  await form.getByLabel(t('manage.dispatch.codes'), { exact: true }).fill(codes.join('\n'));
  await form.getByRole('button', { name: t('manage.dispatch.addLine') }).click();
  await waitForNotice(page, t('manage.dispatch.added', { count: String(codes.length) }));
}

async function confirmDialog(page: Page) {
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

test.describe('shipments to a dealer', () => {
  const newShipment = t('kit.addNoun', { noun: t('manage.dispatch') });
  const shipped = pattern('manage.dispatch.stepDone', { name: '\\S+', step: t('manage.dispatch.step.ship') });

  test('creates a shipment, adds scanned goods, ships it and confirms receipt', async ({ suyuan, signIn, faults }) => {
    const batch = await issueActiveBatch(suyuan, 'SEND-SCANNED', 40);
    const page = await signIn('approver', '/manage/dispatch');
    await page.getByRole('button', { name: newShipment }).click();
    const form = page.getByRole('dialog', { name: newShipment });
    await form.getByLabel(t('manage.dispatch.toId')).click();
    await page.locator('.ant-select-item-option').first().click();
    await form.getByLabel(t('manage.dispatch.carrier')).fill('顺丰');
    await form.getByRole('button', { name: t('kit.save') }).click();
    await page.waitForURL(/\/manage\/dispatch\/\d+$/);
    await addCodes(page, batch.codes.slice(0, 3));
    await page.getByRole('button', { name: t('manage.dispatch.do.ship'), exact: true }).click();
    await confirmDialog(page);
    await waitForNotice(page, shipped);
    await waitForText(page, t('manage.dispatch.state.shipped'));
    await page.getByRole('button', { name: t('manage.dispatch.do.receive') }).click();
    await page.getByRole('dialog').getByLabel(t('common.field.remark')).waitFor();
    await confirmDialog(page);
    await waitForText(page, t('manage.dispatch.state.received'));
    expect(await readStatusCounts(batch.approver, batch)).toEqual({ shipped: 3, activated: 37 });
    expect(faults).toEqual([]);
  });

  test('does not offer a suspended dealer as the receiver of a new shipment', async ({ apiAs, signIn, faults }) => {
    const admin = await apiAs('admin');
    const dealer = (await admin.must('GET', '/manage/dispatch/dealers/list')).data.find(
      ({ state }: { state: string }) => state === 'active',
    );
    const { channelBusinessId, channelBusinessCode, channelBusinessName } = dealer;
    await admin.must('PUT', `/manage/channelBusiness/${channelBusinessId}/suspend`, { reason: '欠款' });
    const page = await signIn('approver', '/manage/dispatch');
    await page.getByRole('button', { name: t('kit.addNoun', { noun: t('manage.dispatch') }) }).click();
    await page.getByRole('dialog').getByLabel(t('manage.dispatch.toId')).fill(channelBusinessName);
    const option = page.locator('.ant-select-item-option').filter({ hasText: channelBusinessCode });
    await option.getByText(t('manage.channelBusiness.state.suspended')).waitFor();
    await expect(option).toHaveClass(/ant-select-item-option-disabled/);
    await admin.must('PUT', `/manage/channelBusiness/${channelBusinessId}/resume`, {});
    expect(faults).toEqual([]);
  });

  test('names the number and the goods of a shipment before it is deleted', async ({ suyuan, signIn, faults }) => {
    const { approver, batchId } = await issueActiveBatch(suyuan, 'SEND-DELETED', 12);
    const dealer = (await approver.must('GET', '/manage/dispatch/dealers/list')).data[0];
    const { dispatchId } = (await approver.must('POST', '/manage/dispatch', { kind: 'out', toId: dealer.channelBusinessId })).data;
    await approver.must('PUT', `/manage/dispatch/${dispatchId}/lines`, { batchId, level: 0, from: 1, to: 12 });
    const { dispatchNo } = (await approver.must('GET', `/manage/dispatch/${dispatchId}`)).data;
    const page = await signIn('approver', `/manage/dispatch?dispatchNo=${dispatchNo}`);
    await page.getByRole('button', { name: t('kit.moreOf', { name: dispatchNo }) }).click();
    await page.getByRole('menuitem', { name: t('kit.remove') }).click();
    const dialog = page.getByRole('dialog', { name: t('kit.removeAsk', { name: dispatchNo }) });
    const lineCount = t('manage.dispatch.impact.lineCount', { count: 1, text: '1' });
    await dialog.getByText(`${lineCount} · ${t('manage.dispatch.impact.codeCount', { count: 12, text: '12' })}`).waitFor();
    await dialog.getByText(t('manage.dispatch.removeMeans')).waitFor();
    await confirmDialog(page);
    await waitForText(page, t('kit.removed'));
    expect(faults).toEqual([]);
  });

  test('says in the list what hinders a shipment, and how many units it moves', async ({ suyuan, signIn, faults }) => {
    const { approver, batchId } = await issueActiveBatch(suyuan, 'SEND-HINDERED', 12);
    const dealer = (await approver.must('GET', '/manage/dispatch/dealers/list')).data[0];
    const { dispatchId } = (await approver.must('POST', '/manage/dispatch', { kind: 'out', toId: dealer.channelBusinessId })).data;
    await approver.must('PUT', `/manage/dispatch/${dispatchId}/lines`, { batchId, level: 0, from: 1, to: 12 });
    await approver.must('PUT', '/manage/code/freeze', { batchId, from: 3, to: 3, reason: '抽检' });
    const { dispatchNo } = (await approver.must('GET', `/manage/dispatch/${dispatchId}`)).data;
    const page = await signIn('approver', `/manage/dispatch?dispatchNo=${dispatchNo}`);
    const ship = page.getByRole('row').getByRole('button', { name: t('manage.dispatch.do.ship'), exact: true });
    await ship.click();
    const dialog = page.getByRole('dialog', { name: t('manage.dispatch.ask.ship', { name: dispatchNo }) });
    await dialog.getByText(/3 是“已冻结”状态/).waitFor();
    await expect(dialog.getByRole('button', { name: t('manage.dispatch.do.ship'), exact: true })).toBeDisabled();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await approver.must('PUT', '/manage/code/unfreeze', { batchId, from: 3, to: 3, reason: '合格' });
    const concerns = [1, 2].map((lineId) => ({ lineId, stops: true, message: '两行的商品未授权' }));
    const content = { lines: [{}], concerns, unitCount: 12 };
    await page.route('**/content', (route) => route.fulfill({ json: { code: 200, data: content } }), { times: 1 });
    await ship.click();
    await expect(dialog.getByText('两行的商品未授权')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await ship.click();
    await dialog.getByText(t('manage.dispatch.ask.ship.units', { count: 12, to: dealer.channelBusinessName })).waitFor();
    await confirmDialog(page);
    await waitForNotice(page, shipped);
    expect(faults).toEqual([]);
  });

  test('prefills the planned dealer of a batch and warns about another one', async ({ suyuan, apiAs, signIn, faults }) => {
    const admin = await apiAs('admin');
    const firstRow = async (listPath: string) => (await admin.must('GET', listPath)).rows?.[0];
    const { categoryId } = await firstRow('/manage/category/list?categoryCode=TEA-DHP');
    const planned = await firstRow(`/manage/batch/list?state=active&categoryId=${categoryId}`);
    const other = await issueActiveBatch(suyuan, 'SEND-OTHER', 10);
    const page = await signIn('approver', `/manage/batch/${planned.batchId}?tab=dispatches`);
    await page.getByRole('button', { name: t('manage.dispatch.begin') }).click();
    const form = page.getByRole('dialog', { name: newShipment });
    await form.getByText('西湖茶礼杭州店').waitFor();
    await page.getByTestId('filter-tags').getByText(planned.batchNo).waitFor();
    await form.getByRole('button', { name: t('kit.save') }).click();
    await page.waitForURL(/\/manage\/dispatch\/\d+/);
    await addForm(page).getByLabel(t('manage.dispatch.from')).fill('17001');
    await addForm(page).getByLabel(t('manage.dispatch.to')).fill('17002');
    await addForm(page)
      .getByRole('button', { name: t('manage.dispatch.addLine') })
      .click();
    await waitForText(page, t('manage.dispatch.concern.leavesContainer', { count: 2 }));
    // a scan keeps the selected batch and its levels
    await addForm(page).getByRole('combobox').first().click();
    await page.keyboard.type('SEND-OTHER');
    await page.locator('.ant-select-item-option', { hasText: 'SEND-OTHER' }).locator('visible=true').click();
    await addCodes(page, other.codes.slice(5, 6));
    await addForm(page).locator('.ant-segmented-item').first().click();
    await addForm(page).getByText('SEND-OTHER').waitFor();
    const dispatchId = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { channelBusinessId } = await firstRow('/manage/channelBusiness/list?channelBusinessCode=SC-00');
    await admin.must('PUT', '/manage/dispatch', { dispatchId, toId: channelBusinessId, regionCode: null });
    await page.reload();
    const plannedFor = { batchNo: planned.batchNo, meant: '西湖茶礼杭州店', dealer: '蜀味源西南总代' };
    const warning = t('manage.dispatch.concern.otherDealer', plannedFor);
    await waitForText(page, warning);
    // in the list, product data may load slowly
    await page.goto(`${suyuan.consoleUrl}/manage/dispatch`);
    const contentGate = Promise.withResolvers<void>();
    await page.route('**/content', async (route) => {
      await contentGate.promise;
      await route.continue();
    });
    const { dispatchNo } = (await admin.must('GET', `/manage/dispatch/${dispatchId}`)).data;
    const row = page.getByRole('row').filter({ hasText: dispatchNo });
    await row.getByRole('button', { name: t('manage.dispatch.do.ship'), exact: true }).click();
    await row.locator('button[aria-busy=true] .ant-spin').waitFor();
    contentGate.resolve();
    await page.getByRole('dialog').getByText(warning).waitFor();
    await confirmDialog(page);
    await waitForNotice(page, shipped);
    expect(faults).toEqual([]);
  });

  test('freezes a pasted list of codes and explains the unknown line', async ({ suyuan, signIn, faults }) => {
    const batch = await issueActiveBatch(suyuan, 'SEND-FROZEN', 40);
    const page = await signIn('approver', '/manage/codeList');
    await page
      .getByRole('button', { name: t('manage.codeList.begin') })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: t('manage.codeList.begin') });
    const freeze = t('manage.codeList.act.freeze');
    await dialog.getByLabel(t('manage.codeList.act')).click();
    await page.locator('.ant-select-item-option', { hasText: new RegExp(`^${freeze}$`) }).click();
    await dialog.getByLabel(t('common.field.reason')).fill('外箱渗漏');
    const start = dialog.getByRole('button', { name: t('manage.codeList.beginAct', { act: freeze }) });
    await start.click();
    await dialog.getByText(t('manage.codeList.needed')).waitFor();
    await expect(dialog.getByLabel(t('manage.code.codes'))).toBeFocused();
    await dialog.getByLabel(t('manage.code.codes')).fill([batch.codes[10], batch.codes[11], 'NOSUCHCODE'].join('\n'));
    await page.route(/\/manage\/codeList\/freeze\?/, (route) => route.fulfill({ json: { code: 500, msg: '这次没有开始' } }), { times: 1 });
    await start.click();
    await dialog.getByText('这次没有开始').waitFor();
    await start.click();
    await page.waitForURL(/\/manage\/codeList\/\d+$/);
    await waitForText(page, t('manage.codeList.outcome.unreadable'));
    expect(await readStatusCounts(batch.approver, batch)).toEqual({ frozen: 2, activated: 38 });
    expect(faults).toEqual([]);
  });
});

const LONG = process.env.SUYUAN_LONG === '1';
/** Shipments interrupted by a kill of the server or PostgreSQL in turn, and the scattered codes of each. */
const KILLS = LONG ? 12 : 2;
const RUNS = LONG ? 20_000 : 4000;
const PASTE_LIMIT = 10_000;
/** Kill times in milliseconds, derived from `SUYUAN_SEED`, so that a failed run can be repeated. */
const { seed, below } = seededRandom(process.env.SUYUAN_SEED);

test.describe('shipments and lists when the server is killed', () => {
  test.use({ ownServer: true });

  test('processes each line of a long list once when the server is killed', async ({ victim }) => {
    const total = 40_000;
    const batch = await issueActiveBatch(victim.suyuan(), 'SEND-LIST', total);
    const { consoleUrl, passwords } = victim.suyuan();
    const form = new FormData();
    form.append('file', new Blob([batch.codes.join('\n')]), '冻结.txt');
    const response = await fetch(`${consoleUrl}/api/manage/codeList/freeze?reason=x`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(consoleUrl, 'admin', passwords.admin ?? '')}` },
      body: form,
    });
    const { codeListId } = ((await response.json()) as { data: { codeListId: number } }).data;
    const readBulkAction = async (admin: Api) => (await admin.call('GET', `/manage/codeList/${codeListId}`)).data;
    const firstAdmin = await victim.admin();
    await pollUntil(
      () => readBulkAction(firstAdmin),
      (list) => list?.done > 0,
    );
    await victim.kill();
    const admin = await victim.admin();
    const result = await pollUntil(
      () => readBulkAction(admin),
      (list) => list?.state === 'done',
    );
    expect(result).toMatchObject({ total, done: total, doneCount: total, alreadyCount: 0, refusedCount: 0 });
    expect(await readStatusCounts(admin, batch)).toEqual({ frozen: total });
  });

  test(`ships ${RUNS} scattered codes completely and once, through ${KILLS} kills of server or PostgreSQL`, async ({ victim }) => {
    test.setTimeout(KILLS * 120_000);
    console.log(`SUYUAN_SEED=${seed}`);
    const codesPerShipment = RUNS * 2;
    const batch = await issueActiveBatch(victim.suyuan(), 'SEND-SCATTERED', KILLS * codesPerShipment);
    let admin = await victim.admin();
    const [dealer] = (await admin.must('GET', '/manage/dispatch/dealers/list')).data;
    for (let kill = 0; kill < KILLS; kill++) {
      const { dispatchId } = (await admin.must('POST', '/manage/dispatch', { kind: 'out', toId: dealer.channelBusinessId })).data;
      // every second code is a separate range
      const scatteredCodes = batch.codes
        .slice(kill * codesPerShipment, (kill + 1) * codesPerShipment)
        .filter((_, index) => index % 2 === 0);
      for (let at = 0; at < RUNS; at += PASTE_LIMIT)
        await admin.must('PUT', `/manage/dispatch/${dispatchId}/lines`, { codes: scatteredCodes.slice(at, at + PASTE_LIMIT) });
      const killDelay = below(LONG ? 4000 : 800);
      const { data } = await admin.must('PUT', `/manage/dispatch/${dispatchId}/ship`, {});
      expect(data.taskId).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, killDelay));
      if (kill % 2 === 0) await victim.kill();
      else process.kill(livePostmaster(path.join(victim.suyuan().dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL');
      admin = await victim.admin();
      const readShipment = async () => (await admin.call('GET', `/manage/dispatch/${dispatchId}`)).data;
      expect(await pollUntil(readShipment, (document) => document !== undefined && document.state !== 'shipping', 120)).toMatchObject({
        state: 'shipped',
        codeCount: RUNS,
      });
      const shippedCount = (kill + 1) * RUNS;
      expect(await readStatusCounts(admin, batch)).toEqual({
        shipped: shippedCount,
        activated: KILLS * codesPerShipment - shippedCount,
      });
    }
    const client = new pg.Client({ connectionString: (await runningDatabaseUrls(victim.suyuan().dataDir))?.ownerUrl ?? '' });
    await client.connect();
    const queryRow = async (sql: string) => (await client.query(sql, [batch.batchId])).rows[0];
    // a shipment is one entry of the batch's history with its number of codes; no code counts twice
    expect(
      await queryRow(`select count(*)::int as documents, sum((select sum(upper(r) - lower(r)) from unnest(ordinals) r))::int as codes
        from batch_event where batch_id = $1 and action = 'ship' and not within`),
    ).toEqual({ documents: KILLS, codes: KILLS * RUNS });
    expect(
      await queryRow("select count(*)::int as open from task where kind = 'shipDispatch' and state in ('queued', 'running') and $1 > 0"),
    ).toEqual({ open: 0 });
    await client.end();
  });
});
