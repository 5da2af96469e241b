import { pollUntil } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { addFilter } from './support/lists.ts';
import { waitForNotice } from './support/notices.ts';
import type { Suyuan } from './support/suyuan-process.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

test.describe('evaluation of a copied code', () => {
  /** An active batch of 50 codes, shipped to a dealer except for the last code. */
  async function shipBatch(suyuan: Suyuan, batchNo: string): Promise<IssuedBatch> {
    const batch = await issueBatch(suyuan, batchNo, 50);
    const { approver, batchId } = batch;
    await approver.must('PUT', `/manage/batch/${batchId}/activate`, {});
    const dealer = (await approver.must('GET', '/manage/dispatch/dealers/list')).data[0];
    const { dispatchId } = (await approver.must('POST', '/manage/dispatch', { kind: 'out', toId: dealer.channelBusinessId })).data;
    await approver.must('PUT', `/manage/dispatch/${dispatchId}/lines`, { batchId, level: 0, from: 1, to: 49 });
    await approver.must('PUT', `/manage/dispatch/${dispatchId}/ship`, {});
    await pollUntil(
      () => approver.call('GET', `/manage/dispatch/${dispatchId}`),
      ({ data }) => data?.state === 'shipped',
    );
    return batch;
  }

  /** A verification by another device each time. */
  const verify = ({ publicUrl }: Suyuan, code: string | undefined, position?: object) =>
    fetch(`${publicUrl}/v1/verifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, device: crypto.randomUUID(), position }),
    }).then((answer) => answer.json());

  test('goes from the report of a consumer to the decision of staff', async ({ suyuan, openPage, signIn, faults }) => {
    const batch = await shipBatch(suyuan, 'CASE-REPORT');
    const code = batch.codes[7] ?? '';

    await test.step('accepts a report with a picture from a consumer without JavaScript, 320 px wide', async () => {
      for (let scan = 1; scan <= 11; scan++) await verify(suyuan, code);
      const page = await openPage({ width: 320, javaScriptEnabled: false });
      await page.goto(`${suyuan.publicUrl}/c/${code}`);
      await page.getByRole('heading', { level: 1, name: t('verify.suspect.title') }).waitFor();
      await page.getByRole('link', { name: t('verify.report.link') }).click();
      await page.getByLabel(t('verify.report.words')).fill('瓶盖的颜色和上次买的不一样');
      const picture = await (await openPage({ width: 320 })).screenshot({ type: 'jpeg' });
      await page.getByLabel(t('verify.report.picture')).setInputFiles({ name: 'cap.jpg', mimeType: 'image/jpeg', buffer: picture });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.getByRole('button', { name: t('verify.report.submit') }).click();
      await page.getByRole('heading', { level: 1, name: t('verify.reported.title') }).waitFor();
    });

    await test.step('shows staff the case with its scans and picture, and records their decision', async () => {
      // the server adds suspect scans to cases once a second, and the page of a case does not follow
      await pollUntil(
        () => batch.approver.call('GET', `/manage/codeCase/list?code=${code}`),
        ({ rows }) => rows?.[0]?.scanCount === 2,
      );
      const page = await signIn('approver', `/manage/codeCase?code=${code}`);
      await page
        .getByRole('row')
        .filter({ hasText: code.slice(-4) })
        .getByRole('link')
        .first()
        .click();
      await page.getByRole('tab', { name: `${t('manage.codeCase.reports')} 1` }).click();
      await waitForText(page, '瓶盖的颜色和上次买的不一样');
      await page.getByRole('img', { name: t('manage.codeCase.picture') }).waitFor();
      await page.getByRole('tab', { name: `${t('manage.codeCase.scans')} 2` }).click();
      await page.getByRole('button', { name: pattern('kit.moreOf', { name: '.*' }) }).click();
      await page.getByRole('menuitem', { name: t('manage.codeCase.do.assign') }).click();
      const assigning = page.getByRole('dialog', { name: pattern('manage.codeCase.ask.assign', { id: '\\d{4}' }) });
      await expect(assigning.getByRole('combobox', { name: t('manage.codeCase.assigneeId') })).toBeFocused();
      await assigning.getByRole('button', { name: t('manage.codeCase.do.assign') }).click();
      await assigning.getByText(t('issue.unchosen', { field: t('manage.codeCase.assigneeId') })).waitFor();
      await assigning.getByRole('button', { name: t('kit.cancel') }).click();
      const take = page.getByRole('button', { name: t('manage.codeCase.do.take'), exact: true });
      await expect(take).toHaveClass(/ant-btn-primary/);
      await take.click();
      await waitForNotice(page, t('manage.codeCase.done.take'));
      await page.getByRole('button', { name: t('manage.codeCase.do.judge'), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: pattern('manage.codeCase.ask.judge', { id: '\\d{4}' }) });
      const evidence = t('kit.pair', { what: t('manage.codeCase.scanCount'), which: '2' });
      await dialog
        .getByTestId('case-summary')
        .filter({ hasText: code.slice(-4) })
        .filter({ hasText: evidence })
        .waitFor();
      const counterfeit = t('manage.codeCase.verdict.counterfeit');
      await dialog.getByRole('radio', { name: counterfeit }).check();
      await dialog.getByLabel(t('manage.codeCase.note')).fill('与原版印刷不同');
      const decisionUrl = '**/manage/codeCase/*/judge';
      await page.route(decisionUrl, (route) => route.fulfill({ json: { code: 500, msg: '这次没有判定' } }), { times: 1 });
      // the button must not wait for what a refusal reads again
      const evidenceRead = Promise.withResolvers<void>();
      await page.route('**/manage/codeCase/*/evidence', (route) => evidenceRead.promise.then(() => route.continue()), { times: 1 });
      await dialog.getByRole('button', { name: t('manage.codeCase.do.judge') }).click();
      await waitForNotice(page, '这次没有判定');
      await expect(dialog.getByLabel(t('manage.codeCase.note'))).toHaveValue('与原版印刷不同');
      const sent = page.waitForRequest(decisionUrl);
      await dialog.getByRole('button', { name: t('manage.codeCase.do.judge') }).click();
      await sent;
      evidenceRead.resolve();
      await waitForNotice(page, t('manage.codeCase.done.judge', { verdict: counterfeit }));
      await waitForText(page, t('manage.codeCase.blocked'));
    });

    await test.step('tells the next consumer that the manufacturer has blocked the code, and lists the code', async () => {
      expect(await verify(suyuan, code)).toMatchObject({ verdict: 'suspect', reason: 'blocked' });
      const page = await signIn('approver', `/manage/blacklist?target=${code}`);
      await page.getByRole('row').filter({ hasText: '与原版印刷不同' }).waitFor();
    });

    expect(faults).toEqual([]);
  });

  test('stores the location of a consumer who agrees, and confirms it', async ({ suyuan, openPage, faults }) => {
    const { codes } = await shipBatch(suyuan, 'CASE-LOCATION');
    const page = await openPage({ width: 390, geolocation: { longitude: 113.26, latitude: 23.13 }, permissions: ['geolocation'] });
    await page.goto(`${suyuan.publicUrl}/c/${codes[8]}`);
    await page.getByRole('button', { name: t('verify.position.submit') }).click();
    await page.getByText(t('verify.position.done')).waitFor();
    expect(faults).toEqual([]);
  });

  test('finds the scans of a pasted list of codes and shows a chart', async ({ suyuan, signIn, faults }) => {
    const { codes } = await shipBatch(suyuan, 'CASE-CHART');
    // the eleventh and later scans are suspect
    for (let scan = 1; scan <= 13; scan++) await verify(suyuan, codes[7]);
    await verify(suyuan, codes[8]);
    const page = await signIn('approver', '/manage/codeRecord');
    await addFilter(page, t('manage.codeRecord.codes'));
    await page.getByLabel(t('manage.codeRecord.codes')).fill(`${codes[7]}\n${codes[8]}`);
    await page.getByRole('button', { name: t('kit.search') }).click();
    await waitForText(page, t('manage.codeRecord.codesCount', { count: 2 }));
    await waitForText(page, t('kit.total', { total: 14 }));
    await page.getByRole('button', { name: t('manage.codeRecord.figures') }).click();
    await waitForText(page, t('manage.codeRecord.trend'));
    await page
      .getByRole('list', { name: t('manage.codeRecord.byVerdict') })
      .getByRole('button', { name: t('manage.codeRecord.verdict.suspect') })
      .click();
    await waitForText(page, t('kit.total', { total: 3 }));
    expect(faults).toEqual([]);
  });

  test('shows staff findings that consumers do not see: another region, and a leak', async ({ suyuan, signIn, faults }) => {
    const { approver, batchId, codes } = await shipBatch(suyuan, 'CASE-FINDINGS');
    const lhasa = { lng: 91.1, lat: 29.65, accuracy: 30 };
    for (const code of codes.slice(20, 23)) {
      expect(await verify(suyuan, code, lhasa)).toMatchObject({ verdict: 'genuine', reason: null });
    }
    const unshippedCode = codes[49];
    expect(await verify(suyuan, unshippedCode)).toMatchObject({ verdict: 'genuine', reason: null });
    await pollUntil(
      () => approver.call('GET', `/manage/codeCase/list?batchId=${batchId}`),
      ({ rows = [] }) => ['otherRegion', 'leak'].every((reason) => rows.some((row) => row.reason === reason)),
    );
    const page = await signIn('approver', `/manage/codeRecord?batchId=${batchId}&reason=otherRegion`);
    const open = (name: string, reason: string) => page.goto(`${suyuan.consoleUrl}/manage/${name}?batchId=${batchId}&reason=${reason}`);
    const regionRow = page.getByRole('row').filter({ hasText: t('manage.codeRecord.reason.otherRegion') });
    const leakRow = page.getByRole('row').filter({ hasText: t('manage.codeRecord.reason.leak') });
    const consumerGot = t('manage.codeRecord.consumerGot', { verdict: t('manage.codeRecord.consumerVerdict.genuine') });
    await expect(regionRow.filter({ hasText: consumerGot })).toHaveCount(3);
    await open('codeRecord', 'leak');
    await leakRow.filter({ hasText: t('manage.codeRecord.verdict.genuine') }).waitFor();
    await open('codeCase', 'otherRegion');
    await regionRow.first().waitFor();
    await open('codeCase', 'leak');
    await leakRow.getByRole('link').first().click();
    await page.getByRole('tab', { name: `${t('manage.codeCase.scans')} 1` }).waitFor();
    expect(faults).toEqual([]);
  });

  test('offers no decision about a product for a code that is not ours', async ({ signIn, apiAs, faults }) => {
    const approver = await apiAs('approver');
    await approver.must('POST', '/manage/codeCase', { code: 'FOREIGN-CODE-7', note: '包装可疑' });
    const { rows } = await approver.must('GET', '/manage/codeCase/list?code=FOREIGN-CODE-7');
    const page = await signIn('approver', `/manage/codeCase/${(rows as { caseId: number }[])[0]?.caseId}`);
    await page.getByRole('button', { name: t('manage.codeCase.do.judge') }).click();
    const offered = page.getByRole('dialog').getByRole('radio');
    await expect(offered).toHaveCount(2);
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: t('manage.codeCase.verdict.counterfeit') })
      .waitFor();
    expect(faults).toEqual([]);
  });

  test('counts scans after a recall on the page of the code', async ({ suyuan, signIn, faults }) => {
    const { approver, batchId, batchNo, codes } = await shipBatch(suyuan, 'CASE-RECALL');
    await approver.must('PUT', `/manage/batch/${batchId}/recall`, { reason: '包装破损', confirm: batchNo });
    for (let scan = 0; scan < 5; scan++) expect(await verify(suyuan, codes[30])).toMatchObject({ verdict: 'recalled' });
    const page = await signIn('approver', `/manage/code/${batchId}/31`);
    await waitForText(page, t('manage.code.recalledScans', { count: 5 }));
    expect(faults).toEqual([]);
  });

  test('shows the options of a setting as text, and saves and undoes a setting in its group', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/system/config?configKey=suyuan.scan.regionRule');
    const row = page.getByRole('row').filter({ hasText: 'suyuan.scan.regionRule' });
    await row.filter({ hasText: t('system.config.choice.suyuan.scan.regionRule.staff') }).waitFor();
    await row
      .getByRole('button', { name: t('kit.edit') })
      .first()
      .click();
    const options = (['off', 'staff', 'staffAndConsumer'] as const).map((choice) =>
      t(`system.config.choice.suyuan.scan.regionRule.${choice}`),
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByText(options.join(' / ')).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: t('system.config.view.groups') }).click();
    const search = page.getByRole('searchbox', { name: t('system.config.search') });
    await search.fill('lock.minutes');
    const minutes = page.getByRole('spinbutton');
    await expect(minutes).toHaveValue('10');
    await minutes.fill('1441');
    await page.getByText(t('system.config.unsaved')).waitFor();
    await minutes.press('Enter');
    await page.getByText('1–1440').waitFor();
    await minutes.fill('12');
    await minutes.press('Enter');
    const undo = page.getByRole('button', { name: t('system.config.undo') });
    await undo.click();
    await undo.waitFor({ state: 'hidden' });
    await expect(minutes).toHaveValue('10');
    await search.fill('no such setting');
    await page.getByText(t('system.config.noMatch')).waitFor();
    await search.clear();
    expect(faults).toEqual([]);
  });
});
