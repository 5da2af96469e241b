import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docOf, nodeOf } from '../apps/server/src/test/form-fixture.ts';
import { accessibilityViolations } from './support/accessibility.ts';
import { api } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

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

describe('filling in a form', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let author: Visitor;
  let filler: Visitor;
  let formId: number;

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).locator('visible=true').first();

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    [author, filler] = [await newVisitor(browser), await newVisitor(browser)];
    await Promise.all([signIn(author, suyuan, 'planner'), signIn(filler, suyuan, 'approver')]);
    const { value } = await author.page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}'));
    const form = { formKey: 'site-visit', formName: '现场巡检', doc };
    formId = (await api(suyuan.consoleUrl, value).must('POST', '/tool/form', form)).data.formId;
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  it('publishes the first version', async () => {
    const { page } = author;
    await page.goto(`${suyuan.consoleUrl}/tool/form/${formId}`);
    await button(page, /^发\s*布$/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('版本说明').fill('试用');
    await dialog.getByRole('button', { name: /^发\s*布$/ }).click();
    await waitForText(page, '第 1 版');
  });

  it('focuses the first missing field, also in another tab, and applies conditional rules', async () => {
    const { page } = filler;
    await page.goto(`${suyuan.consoleUrl}/parser?key=site-visit`);
    await button(page, /^提\s*交$/).click();
    await waitForText(page, '地点未填写');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id.endsWith('-place'))).toBe(true);
    await page.keyboard.type('一号库');
    await page.getByRole('radio', { name: '其它' }).check();
    await page.getByLabel('原因').fill('=抽查');
    await button(page, '添加一行').click();
    const first = page.getByLabel('单价，第 1 行');
    for (const [input, expectedValue, expectedMessage] of [
      ['120.5', '120.50', '单价太大；不能大于 100'],
      ['2.555', '2.555', '单价的小数位太多；至多 2 位小数'],
      ['两块五', '两块五', '单价不是数字；应形如 12.5'],
    ] as const) {
      await first.fill(input);
      await first.press('Tab');
      await waitForText(page, expectedMessage);
      expect(await first.inputValue()).toBe(expectedValue);
    }
    await first.fill('2.5');
    await page.getByLabel('数量，第 1 行').fill('4');
    await button(page, /^提\s*交$/).click();
    await waitForText(page, '请至少选择一个照片');
    expect(await page.getByRole('tab', { name: '附件' }).getAttribute('aria-selected')).toBe('true');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('keeps both ends of a date range as typed and validates when both fields lose focus', async () => {
    const { page } = filler;
    const [begin, end] = [page.getByLabel('停留'), page.locator('input[date-range=end]')];
    const leaveFields = () => page.getByLabel('地点').click();
    await begin.fill('2026-02-30');
    await end.click();
    expect(await begin.inputValue()).toBe('2026-02-30');
    expect(await page.getByText('停留不是存在的日期').count()).toBe(0);
    await end.fill('2026-03-01');
    await leaveFields();
    await waitForText(page, '停留不是存在的日期');
    expect([await begin.inputValue(), await end.inputValue()]).toEqual(['2026-02-30', '2026-03-01']);
    await begin.fill('');
    await leaveFields();
    await waitForText(page, '停留只填了一端；开始和结束都要填');
    await begin.fill('2026-02-27');
    await leaveFields();
    await expect.poll(() => page.getByText(/^停留(不是|只填)/).count()).toBe(0);
    expect([await begin.inputValue(), await end.inputValue()]).toEqual(['2026-02-27', '2026-03-01']);
  });

  it('keeps the input when a new version is published and asks for a review', async () => {
    const { page } = filler;
    const { value } = await author.page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}'));
    const authorApi = api(suyuan.consoleUrl, value);
    await authorApi.must('PUT', '/tool/form', { formId, doc: { ...doc, form: { ...doc.form, labelSpan: 4 } } });
    await authorApi.must('PUT', `/tool/form/${formId}/publish`, {});
    const tabs = page.getByRole('navigation', { name: '已打开的页面' });
    await tabs.getByRole('link', { name: '首页' }).click();
    const formResponse = page.waitForResponse((answer) => answer.url().includes('/fill/site-visit'));
    await tabs.getByRole('link', { name: '现场巡检' }).click();
    await formResponse;
    await expect.poll(() => page.getByLabel('原因').inputValue()).toBe('=抽查');
    expect(await page.getByLabel('单价，第 1 行').inputValue()).toBe('2.50');
  });

  it('uploads a picture, submits once, and shows the answers to the author', async () => {
    const { page } = filler;
    await page.locator('.form-upload input[type=file]').setInputFiles({ name: '库房.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('button', { name: '库房.png', exact: true }).waitFor();
    await button(page, /^提\s*交$/).click();
    await waitForText(page, '表单刚刚更新到第 2 版');
    await button(page, /^提\s*交$/).click();
    await waitForText(page, '已提交，谢谢');
    const authorPage = author.page;
    await authorPage.goto(`${suyuan.consoleUrl}/tool/form/${formId}?tab=answers`);
    await waitForText(authorPage, '一号库');
    await authorPage.locator('tbody .row-link').first().click();
    const drawer = authorPage.getByRole('dialog');
    await drawer.getByText('=抽查').waitFor();
    await drawer.getByRole('cell', { name: '2.5' }).waitFor();
    await drawer.getByRole('img', { name: '库房.png' }).waitFor();
    expect([...author.faults, ...filler.faults]).toEqual([]);
  });
});
