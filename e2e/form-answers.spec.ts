import type { Page } from '@playwright/test';
import { docOf, nodeOf } from '../apps/server/src/test/form-fixture.ts';
import { accessibilityViolations } from './support/accessibility.ts';
import type { Api } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { waitForNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/text.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==', 'base64');

const kinds = [
  { label: '常规', value: 'usual' },
  { label: '其它', value: 'other' },
];
const price = nodeOf('number', 'price', { label: '单价', props: { max: 100, precision: 2 } });
const count = nodeOf('number', 'count', { label: '数量' });
const doc = docOf(
  nodeOf('input', 'place', { label: '地点', required: true }),
  nodeOf('range', 'stay', { label: '停留' }),
  nodeOf('radio', 'kind', { label: '类型', options: kinds }),
  nodeOf('input', 'why', {
    label: '原因',
    required: true,
    rules: { visible: { op: 'eq', args: [{ field: 'kind' }, { const: 'other' }] } },
  }),
  nodeOf('subtable', 'items', { label: '明细', children: [price, count] }),
  nodeOf('tabs', 'pages', {
    children: [
      nodeOf('tab', 'first', { label: '说明', children: [nodeOf('textarea', 'note', { label: '备注' })] }),
      nodeOf('tab', 'second', {
        label: '附件',
        children: [nodeOf('upload', 'photo', { label: '照片', required: true, props: { maxCount: 1, listType: 'picture-card' } })],
      }),
    ],
  }),
);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).locator('visible=true').first();
const cell = (page: Page, label: string) => page.getByLabel(t('kit.form.cell', { label, row: 1 }));

const addForm = async (author: Api, formKey: string, formName: string): Promise<number> =>
  (await author.must('POST', '/tool/form', { formKey, formName, doc })).data.formId;

async function publishForm(author: Api, formKey: string, formName: string): Promise<number> {
  const formId = await addForm(author, formKey, formName);
  await author.must('PUT', `/tool/form/${formId}/publish`, {});
  return formId;
}

test.describe('filling in a form', () => {
  test('publishes the first version', async ({ signIn, apiAs, faults }) => {
    const formId = await addForm(await apiAs('planner'), 'first-version', '首版巡检');
    const page = await signIn('planner', `/tool/form/${formId}`);
    await button(page, t('tool.form.do.publish')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('tool.form.note')).fill('试用');
    await dialog.getByRole('button', { name: t('tool.form.do.publish') }).click();
    await waitForText(page, t('tool.form.published', { versionNo: 1 }));
    expect(faults).toEqual([]);
  });

  test('focuses the first missing field, also in another tab, and applies conditional rules', async ({ signIn, apiAs, faults }) => {
    await publishForm(await apiAs('planner'), 'missing-fields', '缺项巡检');
    const page = await signIn('approver', '/parser?key=missing-fields');
    await button(page, t('kit.form.submit')).click();
    await waitForText(page, t('issue.form.required', { field: '地点' }));
    await expect(page.getByLabel('地点')).toBeFocused();
    await page.keyboard.type('一号库');
    await page.getByRole('radio', { name: '其它' }).check();
    await page.getByLabel('原因').fill('=抽查');
    await button(page, t('kit.form.addRow')).click();
    for (const [input, expectedValue, expectedMessage] of [
      ['120.5', '120.50', t('issue.form.tooLarge', { field: '单价', max: '100' })],
      ['2.555', '2.555', t('issue.form.places', { field: '单价', places: '2' })],
      ['两块五', '两块五', t('issue.form.number', { field: '单价' })],
    ] as const) {
      await cell(page, '单价').fill(input);
      await cell(page, '单价').press('Tab');
      await waitForText(page, expectedMessage);
      await expect(cell(page, '单价')).toHaveValue(expectedValue);
    }
    await cell(page, '单价').fill('2.5');
    await cell(page, '数量').fill('4');
    await button(page, t('kit.form.submit')).click();
    await waitForText(page, t('issue.form.requiredChoice', { field: '照片' }));
    await expect(page.getByRole('tab', { name: '附件' })).toHaveAttribute('aria-selected', 'true');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('keeps both ends of a date range as typed and validates when both fields lose focus', async ({ signIn, apiAs, faults }) => {
    await publishForm(await apiAs('planner'), 'date-range', '区间巡检');
    const page = await signIn('approver', '/parser?key=date-range');
    const [begin, end] = [page.getByLabel('停留'), page.locator('input[date-range=end]')];
    const leaveFields = () => page.getByLabel('地点').click();
    const dayError = t('issue.form.day', { field: '停留' });
    const pairError = t('issue.form.pairEnd', { field: '停留' });
    await begin.fill('2026-02-30');
    await end.click();
    await expect(begin).toHaveValue('2026-02-30');
    await expect(page.getByText(dayError)).toHaveCount(0);
    await end.fill('2026-03-01');
    await leaveFields();
    await waitForText(page, dayError);
    await expect(begin).toHaveValue('2026-02-30');
    await expect(end).toHaveValue('2026-03-01');
    await begin.fill('');
    await leaveFields();
    await waitForText(page, pairError);
    await begin.fill('2026-02-27');
    await leaveFields();
    await expect(page.getByText(dayError).or(page.getByText(pairError))).toHaveCount(0);
    await expect(begin).toHaveValue('2026-02-27');
    await expect(end).toHaveValue('2026-03-01');
    expect(faults).toEqual([]);
  });

  test('focuses a rich text or a full upload that is wrong, and describes it', async ({ signIn, apiAs, faults }) => {
    const author = await apiAs('planner');
    const story = nodeOf('rich-text', 'story', { label: '经过', required: true });
    const photo = nodeOf('upload', 'photo', { label: '照片', props: { maxCount: 1, listType: 'text' } });
    const { formId } = (await author.must('POST', '/tool/form', { formKey: 'rich-focus', formName: '经过说明', doc: docOf(photo, story) }))
      .data;
    await author.must('PUT', `/tool/form/${formId}/publish`, {});
    const page = await signIn('approver', '/parser?key=rich-focus');
    const text = page.getByRole('textbox', { name: '经过' });
    await text.waitFor();
    await button(page, t('kit.form.submit')).click();
    await expect(text).toBeFocused();
    await expect(text).toHaveAccessibleDescription(t('issue.form.required', { field: '经过' }));
    await expect(text).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.type('一切正常');
    await expect(text).not.toHaveAttribute('aria-invalid');
    const group = page.getByRole('group', { name: '照片' });
    await group.locator('input[type=file]').setInputFiles({ name: '库房.png', mimeType: 'image/png', buffer: PNG });
    await group.getByText('库房.png').waitFor();
    await page.route('**/fill/rich-focus', async (route) => {
      const faultOfPhoto = [{ path: 'photo', reason: '图片太暗' }];
      if (route.request().method() === 'GET') await route.continue();
      else await route.fulfill({ json: { code: 500, msg: '', problem: 'formAnswerWrong', params: { faults: faultOfPhoto } } });
    });
    await button(page, t('kit.form.submit')).click();
    await waitForText(page, '图片太暗');
    await expect(group).toHaveAccessibleDescription('图片太暗');
    await expect(group.getByText('库房.png')).toBeFocused();
    expect(faults).toEqual([]);
  });

  test('does not replace words in a disabled rich text', async ({ signIn, apiAs, faults }) => {
    const author = await apiAs('planner');
    const notes = nodeOf('rich-text', 'notes', { label: '说明', defaultValue: '<p>核对批号</p>', props: { disabled: true } });
    const body = { formKey: 'rich-disabled', formName: '核对说明', doc: docOf(notes) };
    const { formId } = (await author.must('POST', '/tool/form', body)).data;
    await author.must('PUT', `/tool/form/${formId}/publish`, {});
    const page = await signIn('approver', '/parser?key=rich-disabled');
    const text = page.getByRole('textbox', { name: '说明' });
    await text.click();
    await button(page, t('editor.find')).click();
    await page.getByRole('textbox', { name: t('editor.findWords'), exact: true }).fill('批号');
    await page.keyboard.press('Enter');
    await waitForText(page, t('editor.found', { at: 1, count: 1 }));
    await page.getByRole('textbox', { name: t('editor.replaceWords') }).fill('批次');
    await page.keyboard.press('Enter');
    await expect(text).toHaveText('核对批号');
    expect(faults).toEqual([]);
  });

  test('accepts the start position of a required slider', async ({ signIn, apiAs, faults }) => {
    const author = await apiAs('planner');
    const slider = nodeOf('slider', 'heat', { label: '温度', required: true });
    const { formId } = (await author.must('POST', '/tool/form', { formKey: 'slider-start', formName: '温度巡检', doc: docOf(slider) }))
      .data;
    await author.must('PUT', `/tool/form/${formId}/publish`, {});
    const page = await signIn('approver', '/parser?key=slider-start');
    await button(page, t('kit.form.submit')).click();
    await waitForText(page, t('issue.form.required', { field: '温度' }));
    await page.getByRole('slider', { name: '温度' }).press('Home');
    await button(page, t('kit.form.submit')).click();
    await waitForText(page, t('tool.fill.done'));
    expect(faults).toEqual([]);
  });

  test('fills in a form that is published again in the meantime', async ({ signIn, apiAs, faults }) => {
    const author = await apiAs('planner');
    const formId = await publishForm(author, 'site-visit', '现场巡检');
    const page = await signIn('approver', '/parser?key=site-visit');
    await page.getByLabel('地点').fill('一号库');
    await page.getByRole('radio', { name: '其它' }).check();
    await page.getByLabel('原因').fill('=抽查');
    await button(page, t('kit.form.addRow')).click();
    await cell(page, '单价').fill('2.5');
    await cell(page, '数量').fill('4');

    await test.step('keeps the input when a new version is published and asks for a review', async () => {
      await author.must('PUT', '/tool/form', { formId, doc: { ...doc, form: { ...doc.form, labelSpan: 4 } } });
      await author.must('PUT', `/tool/form/${formId}/publish`, {});
      const tabs = page.getByRole('navigation', { name: t('shell.tabs') });
      await tabs.getByRole('link', { name: t('shell.home') }).click();
      const formResponse = page.waitForResponse((answer) => answer.url().includes('/fill/site-visit'));
      await tabs.getByRole('link', { name: '现场巡检' }).click();
      await formResponse;
      await expect(page.getByLabel('原因')).toHaveValue('=抽查');
      await expect(cell(page, '单价')).toHaveValue('2.50');
    });

    await test.step('uploads a picture, submits once, and shows the answers to the author', async () => {
      await page.getByRole('tab', { name: '附件' }).click();
      const photo = page.getByRole('group', { name: '照片' });
      await photo.locator('input[type=file]').setInputFiles({ name: '库房.png', mimeType: 'image/png', buffer: PNG });
      await page.getByRole('button', { name: '库房.png', exact: true }).waitFor();
      await button(page, t('kit.form.submit')).click();
      await waitForNotice(page, t('tool.fill.newer', { versionNo: 2 }));
      await button(page, t('kit.form.submit')).click();
      await waitForText(page, t('tool.fill.done'));
      const authorPage = await signIn('planner', `/tool/form/${formId}?tab=answers`);
      await waitForText(authorPage, '一号库');
      await expect(authorPage.locator('tbody .text-link')).toHaveCount(1);
      await authorPage.locator('tbody .text-link').first().click();
      const drawer = authorPage.getByRole('dialog');
      await drawer.getByText('=抽查').waitFor();
      await drawer.getByRole('cell', { name: '2.5' }).waitFor();
      await drawer.getByRole('img', { name: '库房.png' }).waitFor();
      expect(faults).toEqual([]);
    });
  });
});
