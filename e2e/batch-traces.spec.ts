// Over 300 lines: all tests share the templates and records of the sample.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { emptyTraceForm } from '@suyuan/contract';
import { docOf, nodeOf } from '../apps/server/src/test/form-fixture.ts';
import type { Api } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { waitForNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==', 'base64');
const script = path.join(import.meta.dirname, '../scripts/verify-trace.mjs');

test.describe('traces of a batch', () => {
  const button = (page: Page, name: string) => page.getByRole('button', { name }).locator('visible=true').first();
  /** A field of the visible page; hidden tabs stay in the document. */
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).locator('visible=true').first();
  const link = (page: Page, name: string) => page.getByRole('link', { name }).locator('visible=true').first();

  /** A new template and a new draft with what their forms have in common: the path, a field, and how to read and save the record. */
  async function createForms(planner: Api, templateName: string) {
    const step = { stepName: '测温', required: true, filler: 'any', form: emptyTraceForm, pictureMin: 0, pictureMax: 9, public: true };
    const template = { templateName, steps: [{ ...step, bizStep: 'inspecting' }] };
    const { templateId } = (await planner.must('POST', '/manage/traceTemplate', template)).data;
    const { batchId, stepId, eventTime } = (await planner.must('GET', '/manage/traceability/list?state=draft')).rows?.[0] ?? {};
    const draft = { batchId, stepId, eventTime, subject: 'batch' };
    const { traceRecordId } = (await planner.must('POST', '/manage/traceability', draft)).data;
    const formOf = (formPath: string, label: string, save: string, resource: string, key: Record<string, number>, name: string) => {
      const recordPath = `/manage/${resource}/${Object.values(key)[0]}`;
      return {
        ...{ formPath, label, save, recordPath },
        readValue: async () => (await planner.must('GET', recordPath)).data[name] as string,
        writeValue: (value: string) => planner.must('PUT', `/manage/${resource}`, { ...key, [name]: value }),
      };
    };
    return [
      formOf(
        `/manage/traceability/template/${templateId}`,
        t('common.field.remark'),
        t('kit.save'),
        'traceTemplate',
        { templateId },
        'remark',
      ),
      formOf(
        `/manage/traceability/fill?traceRecordId=${traceRecordId}`,
        t('manage.traceability.placeName'),
        t('manage.traceability.save'),
        'traceability',
        { traceRecordId },
        'placeName',
      ),
    ];
  }

  /** From a published record of the sample to the trace of its batch. */
  async function openTrace(page: Page) {
    await link(page, t('manage.traceability.openTrace')).click();
    await page.getByRole('heading', { level: 1, name: new RegExp(t('manage.traceability.traceOf', { batchNo: '.+' })) }).waitFor();
  }
  const publishedInspections = `/manage/traceability?stepName=${encodeURIComponent('出厂检验')}&state=published`;

  test('creates a template with a step and its form', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/traceability/template/new');
    await field(page, t('manage.traceTemplate.templateName')).fill('试验溯源');
    await button(page, t('kit.save')).click();
    await page
      .getByRole('listitem')
      .getByRole('alert')
      .filter({ hasText: t('issue.required', { field: t('manage.traceTemplate.stepName') }) })
      .waitFor();
    await page
      .getByRole('listitem')
      .getByRole('alert')
      .filter({ hasText: t('issue.unchosen', { field: t('manage.traceTemplate.bizStep') }) })
      .waitFor();
    await field(page, t('manage.traceTemplate.catalogueId')).click();
    await page.locator('.ant-select-tree-node-content-wrapper').getByText('入库', { exact: true }).click();
    await expect(field(page, t('manage.traceTemplate.stepName'))).toHaveValue('入库');
    await expect(field(page, t('manage.traceTemplate.public'))).not.toBeChecked();
    await field(page, t('manage.traceTemplate.stepName')).fill('测温');
    await button(page, t('manage.traceTemplate.design')).click();
    const parts = page.getByRole('region', { name: t('tool.build.palette') });
    const subtable = t('tool.build.type.subtable');
    await parts.getByRole('button', { name: t('tool.build.type.number'), exact: true }).click();
    await parts.getByRole('button', { name: subtable, exact: true }).click();
    await button(page, t('manage.traceTemplate.designDone')).click();
    await button(page, t('issue.form.doc.emptyContainer', { label: subtable })).click();
    await page.keyboard.press('Delete');
    await button(page, t('manage.traceTemplate.designDone')).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: t('tool.build.type.number') })
      .first()
      .waitFor();
    await button(page, t('kit.save')).click();
    await page.getByRole('heading', { level: 1, name: t('manage.traceTemplate.title'), exact: true }).waitFor();
    await link(page, '试验溯源').waitFor();
    expect(faults).toEqual([]);
  });

  test('keeps the input of a template and a draft in the background and saves it', async ({ suyuan, apiAs, signIn, faults }) => {
    const forms = await createForms(await apiAs('planner'), '试验后台');
    const page = await signIn('planner');
    const greetings = (['shell.goodNight', 'shell.goodMorning', 'shell.goodAfternoon', 'shell.goodEvening'] as const).map(
      (key) => pattern(key, { name: '.*' }).source,
    );
    for (const { formPath, label, save, recordPath, readValue } of forms) {
      await page.goto(suyuan.consoleUrl + formPath);
      await field(page, label).fill('只写了一半');
      await page
        .getByRole('navigation', { name: t('shell.tabs') })
        .getByRole('link', { name: t('shell.home') })
        .click();
      await page.getByRole('heading', { level: 1, name: new RegExp(greetings.join('|')) }).waitFor();
      const recordResponse = page.waitForResponse((answer) => answer.url().endsWith(recordPath));
      await page.goBack();
      await recordResponse;
      await expect(field(page, label)).toHaveValue('只写了一半');
      await button(page, save).click();
      await waitForNotice(page, t('kit.saved'));
      expect(await readValue()).toBe('只写了一半');
    }
    expect(faults).toEqual([]);
  });

  test('saves a draft with a picture that is still uploading, once', async ({ apiAs, signIn, faults }) => {
    const planner = await apiAs('planner');
    const { batchId, stepId, eventTime } = (await planner.must('GET', '/manage/traceability/list?state=draft')).rows?.[0] ?? {};
    const isOfDraft = (each: { stepId: number }) => each.stepId === stepId;
    const { rows = [] } = await planner.must('GET', '/manage/traceTemplate/list?pageSize=100');
    const templates = await Promise.all(
      rows.map(async ({ templateId }) => (await planner.must('GET', `/manage/traceTemplate/${templateId}`)).data),
    );
    const template = templates.find(({ steps }) => steps.some(isOfDraft));
    const form = { designer: 'forms', version: 1, doc: docOf(nodeOf('upload', 'photo', { label: '现场照片' })) };
    const { stepId: _, ...step } = template.steps.find(isOfDraft);
    const steps = [...template.steps, { ...step, stepName: '拍照', form, pictureMin: 0, pictureMax: 9, required: false }];
    await planner.must('PUT', '/manage/traceTemplate', { ...template, steps });
    const withPhoto = (await planner.must('GET', `/manage/traceTemplate/${template.templateId}`)).data.steps.at(-1).stepId;
    const draft = { batchId, stepId: withPhoto, eventTime, subject: 'batch' };
    const { traceRecordId } = (await planner.must('POST', '/manage/traceability', draft)).data;

    const page = await signIn('planner', `/manage/traceability/fill?traceRecordId=${traceRecordId}`);
    let finishUpload = () => {};
    const uploadMayFinish = new Promise<void>((resolve) => {
      finishUpload = resolve;
    });
    await page.route('**/api/common/upload', async (route) => {
      await uploadMayFinish;
      await route.continue();
    });
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().endsWith('/manage/traceability')) saves.push(request.url());
    });
    const photo = page.getByRole('group', { name: '现场照片' });
    await photo.locator('input[type=file]').setInputFiles({ name: '库房.png', mimeType: 'image/png', buffer: PNG });
    await photo.locator('.ant-btn-loading').waitFor();
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Control+s');
    await page.waitForTimeout(500);
    expect(saves).toEqual([]);
    finishUpload();
    await waitForNotice(page, t('kit.saved'));
    expect(saves).toHaveLength(1);
    const { files } = (await planner.must('GET', `/manage/traceability/${traceRecordId}`)).data;
    expect(files).toMatchObject([{ field: 'photo' }]);
    expect(faults).toEqual([]);
  });

  test('does not overwrite changes of other users, and loads them on request', async ({ suyuan, apiAs, signIn }) => {
    const forms = await createForms(await apiAs('planner'), '试验冲突');
    const page = await signIn('planner');
    const stale = page.getByText(t('problem.recordStale')).locator('visible=true');
    for (const { formPath, label, save, readValue, writeValue } of forms) {
      await page.goto(suyuan.consoleUrl + formPath);
      await field(page, label).fill('我写的');
      await writeValue('别人写的');
      await button(page, save).click();
      await stale.waitFor();
      await expect(field(page, label)).toHaveValue('我写的');
      await button(page, t('kit.loadLatest')).click();
      await expect(field(page, label)).toHaveValue('别人写的');
      await expect(stale).toHaveCount(0);
      await field(page, label).fill('又写了');
      await button(page, save).click();
      await waitForNotice(page, t('kit.saved'));
      expect(await readValue()).toBe('又写了');
    }
  });

  test('keeps the answers of a record whose template is not listed', async ({ suyuan, apiAs, signIn, faults }) => {
    const planner = await apiAs('planner');
    const listPath = `/manage/traceability/list?stepName=${encodeURIComponent('发货')}&state=published`;
    const { traceRecordId } = (await planner.must('GET', listPath)).rows?.[0] ?? {};
    const correction = await planner.must('PUT', `/manage/traceability/${traceRecordId}/correct`, { reason: '读数抄错' });
    const recordPath = `/manage/traceability/${correction.data.traceRecordId}`;
    const { data, stepName } = (await planner.must('GET', recordPath)).data;
    expect(data).not.toEqual({});
    const page = await signIn('planner');
    await page.route('**/api/manage/traceTemplate/list*', (route) => route.fulfill({ json: { code: 200, rows: [], total: 0 } }));
    await page.goto(`${suyuan.consoleUrl}/manage/traceability/fill?traceRecordId=${correction.data.traceRecordId}`);
    await page.getByTitle(stepName, { exact: true }).waitFor();
    await field(page, t('manage.traceability.placeName')).fill('试验仓库');
    await button(page, t('manage.traceability.save')).click();
    await waitForNotice(page, t('kit.saved'));
    expect((await planner.must('GET', recordPath)).data).toMatchObject({ data, placeName: '试验仓库' });
    expect(faults).toEqual([]);
  });

  test('does not save a template that the user cannot edit', async ({ apiAs, signIn, faults }) => {
    const { templateId } = (await (await apiAs('approver')).must('GET', '/manage/traceTemplate/list')).rows?.[0] ?? {};
    const page = await signIn('approver', `/manage/traceability/template/${templateId}`);
    await expect(field(page, t('manage.traceTemplate.templateName'))).toBeDisabled();
    const writes: string[] = [];
    page.on('request', (request) => void (request.method() === 'PUT' && writes.push(request.url())));
    await page.keyboard.press('Control+s');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(writes).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('shows the trace as a timeline, map and tree, and the view of consumers', async ({ signIn, faults }) => {
    const page = await signIn('planner', publishedInspections);
    await openTrace(page);
    await page
      .getByRole('heading', { level: 3, name: '生乳收购' })
      .or(page.getByRole('heading', { level: 3, name: '采摘' }))
      .first()
      .waitFor();
    await page.getByRole('tab', { name: t('manage.traceability.view.route') }).click();
    await page.getByRole('tabpanel').locator('svg').first().waitFor();
    await page.getByRole('tab', { name: t('manage.traceability.view.genealogy') }).click();
    await waitForText(page, t('manage.traceability.genealogy.self'));
    await page.getByRole('tab', { name: t('manage.traceability.view.preview') }).click();
    await waitForText(page, '结论');
    await page.getByRole('tab', { name: t('manage.traceability.view.steps') }).click();
    await page.getByRole('columnheader', { name: t('manage.traceability.steps.owner') }).waitFor();
    expect(faults).toEqual([]);
  });

  test('offers missing steps to the roles that fill them in', async ({ signIn, faults }) => {
    const links = { planner: [1, 0], admin: [1, 1] };
    for (const [userName, counts] of Object.entries(links)) {
      const page = await signIn(userName, publishedInspections);
      await page.route('**/api/manage/traceability/trace?*', async (route) => {
        const response = await route.fetch();
        const { data, ...envelope } = await response.json();
        const steps = data.steps.map((step: object) => ({ ...step, filled: 0 }));
        await route.fulfill({ response, json: { ...envelope, data: { ...data, steps } } });
      });
      await openTrace(page);
      await page.getByRole('tab', { name: t('manage.traceability.view.steps') }).click();
      await page.getByRole('columnheader', { name: t('manage.traceability.steps.owner') }).waitFor();
      for (const [index, step] of ['发货', '出厂检验'].entries())
        await expect(page.getByRole('link', { name: t('manage.traceability.fillFor', { step }) })).toHaveCount(counts[index] ?? 0);
    }
    expect(faults).toEqual([]);
  });

  test('exports a proof that can be verified offline', async ({ signIn, faults }) => {
    const page = await signIn('planner', publishedInspections);
    await openTrace(page);
    await button(page, t('manage.traceability.downloads')).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: t('manage.traceability.proof') }).click();
    const file = await (await downloading).path();
    expect(execFileSync(process.execPath, [script, file], { encoding: 'utf8' })).toMatch(/whole\s*$/);
    expect(faults).toEqual([]);
  });

  test('is filled in by one user, then verified and published by another on a phone', async ({ suyuan, signIn, faults }) => {
    const page = await signIn('planner', publishedInspections);
    await openTrace(page);
    await button(page, t('manage.traceability.fill')).click();
    await page.getByRole('heading', { level: 1, name: t('manage.traceability.fill') }).waitFor();
    await field(page, t('manage.traceability.stepId')).click();
    await page.getByTitle('发货', { exact: true }).locator('visible=true').first().click();
    await field(page, t('manage.traceability.placeName')).fill('试验仓库');
    await field(page, '承运商').fill('试验物流');
    await button(page, t('manage.traceability.saveAndSubmit')).click();
    await page.waitForURL(/\/manage\/traceability\/record\/\d+$/);
    await waitForText(page, t('manage.traceability.state.submitted'));
    await expect(button(page, t('manage.traceability.do.verify'))).toHaveCount(0);
    const phone = await signIn('approver', page.url().slice(suyuan.consoleUrl.length), { width: 390 });
    for (const step of [t('manage.traceability.do.verify'), t('manage.traceability.do.publish')]) {
      await button(phone, step).click();
      await phone.getByRole('dialog').getByRole('button', { name: step }).click();
    }
    await waitForText(phone, t('manage.traceability.state.published'));
    await waitForText(phone, '试验物流');
    expect(faults).toEqual([]);
  });

  test('links from missing records of an owner to the batches, and removes the owner filter', async ({ suyuan, signIn, faults }) => {
    const page = await signIn('planner');
    const readQuery = () => Object.fromEntries(new URL(page.url()).searchParams);
    const owners = [{ filler: 'role', ownerName: '品控', required: 200, filled: 199, verified: 199, delayHours: null }];
    await page.route('**/api/manage/traceability/owners*', (route) => route.fulfill({ json: { code: 200, data: owners } }));
    await page.goto(`${suyuan.consoleUrl}/manage/traceability/completeness?batchNo=NONE`);
    const owner = page.getByRole('row').filter({ hasText: '品控' });
    await owner.getByRole('progressbar').waitFor();
    await owner.getByText('99.5%', { exact: true }).waitFor();
    await expect(owner.locator('.ant-progress-status-success')).toHaveCount(0);
    for (const part of [t('manage.traceability.filler'), t('manage.traceability.ownerName')]) {
      await owner.getByRole('button', { name: '1', exact: true }).click();
      await expect.poll(readQuery).toEqual({ filler: 'role', ownerName: '品控', unfilled: '1' });
      await page
        .locator('[data-testid=filter-tags] .ant-tag', { hasText: part })
        .getByRole('button', { name: t('kit.clearFilter') })
        .click();
      await expect.poll(readQuery).toEqual({ unfilled: '1' });
    }
    expect(faults).toEqual([]);
  });

  test('says what is lost and who is notified before a draft is deleted', async ({ apiAs, signIn, faults }) => {
    const [{ recordPath = '' } = {}] = (await createForms(await apiAs('planner'), '试验删除')).slice(1);
    const page = await signIn('admin', recordPath.replace('traceability/', 'traceability/record/'));
    const menu = page.getByTestId('page-actions').getByRole('button', { name: pattern('kit.moreOf', { name: '.+' }) });
    await menu.locator('visible=true').click();
    await page.getByRole('menuitem', { name: t('kit.remove'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('manage.traceability.removeMeans')).waitFor();
    await dialog.getByRole('button', { name: t('kit.remove') }).click();
    await waitForNotice(page, t('kit.removed'));
    expect(faults).toEqual([]);
  });

  test('shows no row count on the import button before a dry run', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/traceability');
    await page.getByRole('button', { name: t('kit.import'), exact: true }).click();
    const importing = page.getByRole('dialog', { name: t('manage.traceability.importRecords') });
    await importing.getByRole('radiogroup', { name: t('manage.traceability.importRecords') }).waitFor();
    await expect(importing.getByRole('button', { name: t('kit.import'), exact: true })).toBeDisabled();
    expect(faults).toEqual([]);
  });
});
