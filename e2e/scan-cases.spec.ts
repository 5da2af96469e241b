import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pollUntil } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('evaluation of a copied code', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let batch: IssuedBatch;
  let approver: Visitor;
  let code = '';

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    batch = await issueBatch(suyuan, 'CASE-1', 50);
    await batch.approver.must('PUT', `/manage/batch/${batch.batchId}/activate`, {});
    // the last code is not shipped
    await shipRange(1, 49);
    code = batch.codes[7] ?? '';
    approver = await newVisitor(browser);
    await signIn(approver, suyuan, 'approver');
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const shipRange = async (from: number, to: number) => {
    const { approver: approverApi, batchId } = batch;
    const dealer = (await approverApi.must('GET', '/manage/dispatch/dealers/list')).data[0];
    const { dispatchId } = (await approverApi.must('POST', '/manage/dispatch', { kind: 'out', toId: dealer.channelBusinessId })).data;
    await approverApi.must('PUT', `/manage/dispatch/${dispatchId}/lines`, { batchId, level: 0, from, to });
    await approverApi.must('PUT', `/manage/dispatch/${dispatchId}/ship`, {});
    await pollUntil(
      () => approverApi.call('GET', `/manage/dispatch/${dispatchId}`),
      ({ data }) => data?.state === 'shipped',
    );
  };

  const verify = (text: string, position?: object) =>
    fetch(`${suyuan.publicUrl}/v1/verifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: text, device: crypto.randomUUID(), position }),
    }).then((answer) => answer.json());

  it('accepts a report with a picture from a consumer without JavaScript, 320 px wide', async () => {
    for (let scan = 1; scan <= 11; scan++) await verify(code);
    const { page, faults } = await newVisitor(browser, 320, { javaScriptEnabled: false });
    await page.goto(`${suyuan.publicUrl}/c/${code}`);
    await page.getByRole('heading', { level: 1, name: '有异常，需要留意' }).waitFor();
    await page.getByRole('link', { name: '觉得不对？告诉厂家' }).click();
    await page.getByLabel('哪里不对').fill('瓶盖的颜色和上次买的不一样');
    const pictureSource = await newVisitor(browser, 320);
    const picture = await pictureSource.page.screenshot({ type: 'jpeg' });
    await page.getByLabel('照片').setInputFiles({ name: 'cap.jpg', mimeType: 'image/jpeg', buffer: picture });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByRole('button', { name: '发送' }).click();
    await page.getByRole('heading', { level: 1, name: '收到了，谢谢' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('stores the location of a consumer who agrees, and confirms it', async () => {
    const contextOptions = { geolocation: { longitude: 113.26, latitude: 23.13 }, permissions: ['geolocation'] };
    const { page, faults } = await newVisitor(browser, 390, contextOptions);
    await page.goto(`${suyuan.publicUrl}/c/${batch.codes[8]}`);
    await page.getByRole('button', { name: '告诉位置' }).click();
    await page.getByText('已记下，谢谢。').waitFor();
    expect(faults).toEqual([]);
  });

  it('shows staff the case with its scans and picture, and records their decision', async () => {
    const { page, faults } = approver;
    await page.goto(`${suyuan.consoleUrl}/manage/codeCase?code=${code}`);
    await page
      .getByRole('row')
      .filter({ hasText: code.slice(-4) })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('tab', { name: /消费者反馈 1/ }).click();
    await waitForText(page, '瓶盖的颜色和上次买的不一样');
    await page.getByRole('img', { name: '消费者发来的照片' }).waitFor();
    await page.getByRole('tab', { name: /扫码 2/ }).click();
    await page.getByRole('button', { name: /的更多操作$/ }).click();
    await page.getByRole('menuitem', { name: '分派' }).click();
    const assigning = page.getByRole('dialog', { name: '分派' });
    await assigning.getByRole('button', { name: '分派' }).click();
    await assigning.getByText('处理人未选择；选择后再提交').waitFor();
    await assigning.getByRole('button', { name: '取消' }).click();
    await page.getByRole('button', { name: '判定', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '判定' });
    await dialog.getByRole('radio', { name: /假冒/ }).check();
    await dialog.getByLabel('说明').fill('与原版印刷不同');
    await dialog.getByRole('button', { name: '判定' }).click();
    await waitForText(page, '已判定为“假冒”');
    await waitForText(page, '已拉黑');
    expect(faults).toEqual([]);
  });

  it('tells the next consumer that the manufacturer has blocked the code, and lists the code', async () => {
    expect(await verify(code)).toMatchObject({ verdict: 'suspect', reason: 'blocked' });
    const { page } = approver;
    await page.goto(`${suyuan.consoleUrl}/manage/blacklist?target=${code}`);
    await page.getByRole('row').filter({ hasText: '与原版印刷不同' }).waitFor();
  });

  it('finds the scans of a pasted list of codes and shows a chart', async () => {
    const { page, faults } = approver;
    await page.goto(`${suyuan.consoleUrl}/manage/codeRecord`);
    await page.getByRole('button', { name: '更多', exact: true }).click();
    await page.getByLabel('码列表').fill(`${code}\n${batch.codes[8]}`);
    await page.getByRole('button', { name: '查询' }).click();
    await waitForText(page, '2 枚码');
    await waitForText(page, '共 14 条');
    await page.getByRole('button', { name: '图表' }).click();
    await waitForText(page, '每天多少次扫码，多少可疑？');
    await page.getByRole('list', { name: '结论各有多少？' }).getByRole('button', { name: /可疑/ }).click();
    await waitForText(page, '共 3 条');
    expect(faults).toEqual([]);
  });

  it('shows staff findings that consumers do not see: another region, and a leak', async () => {
    const lhasa = { lng: 91.1, lat: 29.65, accuracy: 30 };
    for (const ordinal of [20, 21, 22]) {
      const answer = await verify(batch.codes[ordinal] ?? '', lhasa);
      expect(answer).toMatchObject({ verdict: 'genuine', reason: null });
    }
    const unshippedCode = batch.codes[49] ?? '';
    expect(await verify(unshippedCode)).toMatchObject({ verdict: 'genuine', reason: null });
    const { page, faults } = approver;
    const batchQuery = `batchId=${batch.batchId}`;
    await page.goto(`${suyuan.consoleUrl}/manage/codeRecord?${batchQuery}&reason=otherRegion`);
    await page.getByRole('row').filter({ hasText: '授权地区之外' }).filter({ hasText: '消费者看到：正品' }).nth(2).waitFor();
    await page.goto(`${suyuan.consoleUrl}/manage/codeRecord?${batchQuery}&reason=leak`);
    await page.getByRole('row').filter({ hasText: '未出货先流出' }).filter({ hasText: '正品' }).waitFor();
    await page.goto(`${suyuan.consoleUrl}/manage/codeCase?${batchQuery}&reason=otherRegion`);
    await page.getByRole('row').filter({ hasText: '授权地区之外' }).first().waitFor();
    await page.goto(`${suyuan.consoleUrl}/manage/codeCase?${batchQuery}&reason=leak`);
    await page.getByRole('row').filter({ hasText: '未出货先流出' }).getByRole('link').first().click();
    await page.getByRole('tab', { name: /扫码 1/ }).waitFor();
    expect(faults).toEqual([]);
  });

  it('counts scans after a recall on the page of the code', async () => {
    const { approver: approverApi, batchId, batchNo } = batch;
    await approverApi.must('PUT', `/manage/batch/${batchId}/recall`, { reason: '包装破损', confirm: batchNo });
    for (let scan = 0; scan < 5; scan++) expect(await verify(batch.codes[30] ?? '')).toMatchObject({ verdict: 'recalled' });
    const { page, faults } = approver;
    await page.goto(`${suyuan.consoleUrl}/manage/code/${batchId}/31`);
    await waitForText(page, '召回后 5 次');
    expect(faults).toEqual([]);
  });

  it('shows the options for scans outside the region as text', async () => {
    const admin = await newVisitor(browser);
    await signIn(admin, suyuan, 'admin');
    const { page, faults } = admin;
    await page.goto(`${suyuan.consoleUrl}/system/config?configKey=suyuan.scan.regionRule`);
    const row = page.getByRole('row').filter({ hasText: 'suyuan.scan.regionRule' });
    await row.filter({ hasText: '只告诉员工' }).waitFor();
    await row.getByRole('button', { name: /修改/ }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/不判断 \/ 只告诉员工 \/ 员工和消费者都看到/).waitFor();
    expect(faults).toEqual([]);
  });
});
