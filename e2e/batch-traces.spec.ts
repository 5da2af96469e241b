import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

const script = path.join(import.meta.dirname, '../scripts/verify-trace.mjs');

describe('traces of a batch', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let planner: Visitor;
  let approver: Visitor;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    planner = await newVisitor(browser);
    approver = await newVisitor(browser, 390);
    await Promise.all([signIn(planner, suyuan, 'planner'), signIn(approver, suyuan, 'approver')]);
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).locator('visible=true').first();
  /** A field of the visible page; hidden tabs stay in the document. */
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).locator('visible=true').first();
  const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).locator('visible=true').first();

  /** Forms of a template and a draft: URL, field and save button, then resource, key and field name. */
  const readForms = async () => {
    const calls = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'planner', suyuan.passwords.planner ?? ''));
    const firstRow = async (listPath: string) => (await calls.must('GET', listPath)).rows?.[0] as Record<string, number>;
    const { templateId } = await firstRow(`/manage/traceTemplate/list?templateName=${encodeURIComponent('试验溯源')}`);
    const { traceRecordId } = await firstRow('/manage/traceability/list?state=draft');
    const forms = [
      [`/manage/traceability/template/${templateId}`, '备注', '保存', 'traceTemplate', { templateId }, 'remark'],
      [`/manage/traceability/fill?traceRecordId=${traceRecordId}`, '地点', '保存草稿', 'traceability', { traceRecordId }, 'placeName'],
    ] as const;
    return { calls, forms };
  };

  it('creates a template with a step and its form', async () => {
    const { page } = planner;
    await page.goto(`${suyuan.consoleUrl}/manage/traceability/template/new`);
    await page.getByLabel('模板名称', { exact: true }).fill('试验溯源');
    await page.getByLabel('环节名称', { exact: true }).fill('');
    await button(page, /保\s*存/).click();
    await page.locator('.template-step').getByRole('alert').filter({ hasText: '环节名称未填写' }).waitFor();
    await page.getByLabel('环节名称', { exact: true }).fill('测温');
    await button(page, '设计表单').click();
    const parts = page.getByRole('region', { name: '组件' });
    await parts.getByRole('button', { name: '计数器', exact: true }).click();
    await parts.getByRole('button', { name: '子表', exact: true }).click();
    await button(page, '用这个表单').click();
    await button(page, '“子表”里还没有组件；放入组件或删掉它').click();
    await page.keyboard.press('Delete');
    await button(page, '用这个表单').click();
    await page.getByRole('listitem').filter({ hasText: '计数器' }).first().waitFor();
    await button(page, /保\s*存/).click();
    await page.getByRole('heading', { level: 1, name: '溯源模板' }).waitFor();
    await link(page, '试验溯源').waitFor();
  });

  it('keeps the input of a template and a draft in the background and saves it', async () => {
    const { page } = planner;
    const { calls, forms } = await readForms();
    for (const [form, label, save, noun, key, name] of forms) {
      const address = `/manage/${noun}/${Object.values(key)[0]}`;
      await page.goto(suyuan.consoleUrl + form);
      await field(page, label).fill('只写了一半');
      await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '首页' }).click();
      await page.getByRole('heading', { level: 1, name: /好，|夜深了/ }).waitFor();
      const recordResponse = page.waitForResponse((answer) => answer.url().endsWith(address));
      await page.goBack();
      await recordResponse;
      await expect.poll(() => field(page, label).inputValue()).toBe('只写了一半');
      await button(page, save).click();
      await waitForText(page, '已保存');
      expect((await calls.must('GET', address)).data).toMatchObject({ [name]: '只写了一半' });
    }
  });

  it('does not overwrite changes of other users, and loads them on request', async () => {
    const { page } = planner;
    const { calls, forms } = await readForms();
    for (const [form, label, save, noun, key, name] of forms) {
      await page.goto(suyuan.consoleUrl + form);
      await field(page, label).fill('我写的');
      await calls.must('PUT', `/manage/${noun}`, { ...key, [name]: '别人写的' });
      await button(page, save).click();
      await page.getByText('这条记录已被他人修改').locator('visible=true').waitFor();
      expect(await field(page, label).inputValue()).toBe('我写的');
      await button(page, '载入最新').click();
      await expect.poll(() => field(page, label).inputValue()).toBe('别人写的');
      expect(await page.getByText('这条记录已被他人修改').locator('visible=true').count()).toBe(0);
      await field(page, label).fill('又写了');
      await button(page, save).click();
      await waitForText(page, '已保存');
      expect((await calls.must('GET', `/manage/${noun}/${Object.values(key)[0]}`)).data).toMatchObject({ [name]: '又写了' });
    }
  });

  it('shows the trace as a timeline, map and tree, and the view of consumers', async () => {
    const { page } = planner;
    await page.goto(`${suyuan.consoleUrl}/manage/traceability?stepName=${encodeURIComponent('出厂检验')}&state=published`);
    await link(page, '看批次溯源').click();
    await page.getByRole('heading', { level: 1, name: /的溯源$/ }).waitFor();
    await page
      .getByRole('heading', { level: 3, name: '生乳收购' })
      .or(page.getByRole('heading', { level: 3, name: '采摘' }))
      .first()
      .waitFor();
    await page.getByRole('tab', { name: '路线' }).click();
    await page.getByRole('tabpanel').locator('svg').first().waitFor();
    await page.getByRole('tab', { name: '来源去向' }).click();
    await waitForText(page, '本批次');
    await page.getByRole('tab', { name: '消费者所见' }).click();
    await waitForText(page, '结论');
    await page.getByRole('tab', { name: '完整度' }).click();
    await page.getByRole('columnheader', { name: '责任方' }).waitFor();
  });

  it('exports a proof that can be verified offline', async () => {
    const { page } = planner;
    await button(page, '下载').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: '下载证据' }).click()]);
    expect(execFileSync(process.execPath, [script, await file.path()], { encoding: 'utf8' })).toMatch(/whole\s*$/);
  });

  it('is filled in by one user, then verified and published by another on a phone', async () => {
    const { page } = planner;
    await link(page, '填写记录').or(button(page, '填写记录')).first().click();
    await page.getByRole('heading', { level: 1, name: '填写记录' }).waitFor();
    await field(page, '环节').click();
    await page.getByTitle('发货', { exact: true }).locator('visible=true').first().click();
    await field(page, '地点').fill('试验仓库');
    await field(page, '承运商').fill('试验物流');
    await button(page, '保存并提交').click();
    await waitForText(page, '待核验');
    expect(await button(page, /^核\s*验$/).count()).toBe(0);
    const phone = approver.page;
    await phone.goto(page.url());
    await button(phone, /^核\s*验$/).click();
    await phone
      .getByRole('dialog')
      .getByRole('button', { name: /^核\s*验$/ })
      .click();
    await button(phone, /^公\s*开$/).click();
    await phone
      .getByRole('dialog')
      .getByRole('button', { name: /^公\s*开$/ })
      .click();
    await waitForText(phone, '已公开');
    await waitForText(phone, '试验物流');
    expect(planner.faults).toEqual([]);
    expect(approver.faults).toEqual([]);
  });

  it('links from missing records of an owner to the batches, and removes the owner filter', async () => {
    const { page } = planner;
    const readQuery = () => Object.fromEntries(new URL(page.url()).searchParams);
    const owners = [{ filler: 'role', ownerName: '品控', required: 200, filled: 199, verified: 199, delayHours: null }];
    await page.route('**/api/manage/traceability/owners*', (route) => route.fulfill({ json: { code: 200, data: owners } }));
    await page.goto(`${suyuan.consoleUrl}/manage/traceability/completeness?batchNo=NONE`);
    const owner = page.getByRole('row').filter({ hasText: '品控' });
    await owner.getByRole('progressbar').waitFor();
    await owner.getByText('99.5%', { exact: true }).waitFor();
    expect(await owner.locator('.ant-progress-status-success').count()).toBe(0);
    for (const part of ['由谁填写', '责任方名称']) {
      await owner.getByRole('button', { name: '1', exact: true }).click();
      await expect.poll(readQuery, { timeout: 30_000 }).toEqual({ filler: 'role', ownerName: '品控', unfilled: '1' });
      await page.locator('.filter-tags .ant-tag', { hasText: part }).getByRole('button', { name: '去掉这个筛选' }).click();
      await expect.poll(readQuery, { timeout: 30_000 }).toEqual({ unfilled: '1' });
    }
    await page.unroute('**/api/manage/traceability/owners*');
    await page.goto(`${suyuan.consoleUrl}/manage/traceability`);
    await page.getByRole('button', { name: '导入', exact: true }).locator('visible=true').click();
    const importing = page.getByRole('dialog', { name: '导入记录' });
    await importing.getByRole('radiogroup', { name: '导入记录' }).waitFor();
    expect(await importing.getByRole('button', { name: /^导\s*入$/ }).isDisabled()).toBe(true); // before a dry run, the button shows no row count
    expect(planner.faults).toEqual([]);
  });
});
