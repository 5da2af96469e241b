import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('supplier management', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let planner: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    planner = await newVisitor(browser);
    page = planner.page;
    await signIn(planner, suyuan, 'planner');
    await page.getByRole('menuitem', { name: '供应商管理' }).click();
    await page.getByRole('heading', { level: 1, name: '供应商管理' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const form = () => page.getByRole('region', { name: /^(新增|修改)供应商$/ });
  /** The error or help text below a field, as referenced by the field. */
  const descriptionOf = (label: string) =>
    form()
      .getByLabel(label, { exact: true })
      .evaluate((input) =>
        (input.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );

  it('shows the error for an invalid GLN at its field, with the expected format', async () => {
    await page.getByRole('button', { name: '新增供应商' }).click();
    await form().getByLabel('供应商编码', { exact: true }).fill('E2E-001');
    await form().getByLabel('供应商名称', { exact: true }).fill('试验牧场');
    await form().getByLabel('GLN', { exact: true }).fill('6990016890019');
    await form()
      .getByRole('button', { name: /保\s*存/ })
      .click();
    await form().getByText('GLN 不是有效的 GLN；应为 13 位数字，末位是校验位').waitFor();
    expect(await descriptionOf('GLN')).toContain('不是有效的 GLN');
    expect(
      await form()
        .getByLabel('GLN', { exact: true })
        .evaluate((input) => input === document.activeElement),
    ).toBe(true);
    // before blur, a corrected value clears the error
    await form().getByLabel('GLN', { exact: true }).fill('');
    await form().getByText('GLN 不是有效的 GLN').waitFor({ state: 'hidden' });
  });

  it('saves with Ctrl+S and opens the new supplier', async () => {
    await form().getByLabel('GLN', { exact: true }).fill('');
    await form().getByLabel('联系人', { exact: true }).fill('王试验');
    await page.keyboard.press('Control+S');
    await form().waitFor({ state: 'hidden' });
    await waitForText(page, '已保存');
    await page.getByRole('heading', { level: 1, name: '试验牧场' }).waitFor();
    await page.getByRole('menuitem', { name: '供应商管理' }).click();
    await page.locator('tbody').getByRole('link', { name: '试验牧场', exact: true }).waitFor();
  });

  it('offers a supplier for batches only after approval, with a link from the batch form', async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/batch`);
    await page.getByRole('button', { name: '新增批次' }).click();
    const batch = page.getByRole('dialog', { name: '新增批次' });
    await batch.getByText('只列出合作中的供应商，审批通过才能选').waitFor();
    await batch.getByLabel('供应商', { exact: true }).fill('试验牧场');
    const emptyOption = page.locator('.ant-select-item-empty').locator('visible=true');
    await emptyOption.filter({ hasText: '没有符合的记录' }).filter({ hasText: '只列出合作中的供应商' }).waitFor();
    await batch.getByLabel('供应商', { exact: true }).fill('');
    await batch.getByLabel('批号').focus();
    await page.getByText('没有符合的记录').locator('visible=true').first().waitFor({ state: 'hidden' });
    await batch.getByRole('link', { name: /^\d+ 个草稿$/ }).click();
    await page.waitForURL(`${suyuan.consoleUrl}/manage/supplier?state=draft`);
    await page.locator('tbody').getByRole('link', { name: '试验牧场', exact: true }).waitFor();
    await page.goto(`${suyuan.consoleUrl}/manage/supplier`);
  });

  it('shows the error for a duplicate code at its field and keeps the input', async () => {
    await page.getByRole('button', { name: '新增供应商' }).click();
    await form().getByLabel('供应商编码', { exact: true }).fill('E2E-001');
    await form().getByLabel('供应商名称', { exact: true }).fill('第二家');
    await form()
      .getByRole('button', { name: /保\s*存/ })
      .click();
    await form().getByText('供应商编码“E2E-001”已被使用').waitFor();
    expect(await descriptionOf('供应商编码')).toContain('已被使用');
    expect(await form().getByLabel('供应商名称', { exact: true }).inputValue()).toBe('第二家');
  });

  it('asks for confirmation before unsaved changes are discarded', async () => {
    await form()
      .getByRole('button', { name: /取\s*消/ })
      .click();
    const question = page.getByRole('dialog').filter({ hasText: '放弃未保存的修改吗？' });
    await question.getByRole('button', { name: '继续编辑' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await form().getByLabel('供应商名称', { exact: true }).inputValue()).toBe('第二家');
    await form()
      .getByRole('button', { name: /取\s*消/ })
      .click();
    await question.getByRole('button', { name: '放弃修改' }).click();
    await form().waitFor({ state: 'hidden' });
  });

  it('edits a supplier', async () => {
    await rowOf(page, '试验牧场').getByRole('button', { name: '修改' }).click();
    await form().getByLabel('供应商名称', { exact: true }).fill('试验牧场二');
    await form()
      .getByRole('button', { name: /保\s*存/ })
      .click();
    await page.getByRole('heading', { level: 1, name: '试验牧场二' }).waitFor();
    await page.getByRole('tab', { name: '资料' }).click();
    await page.getByText('王试验').waitFor();
    await page.getByRole('menuitem', { name: '供应商管理' }).click();
    await page.getByRole('heading', { level: 1, name: '供应商管理' }).waitFor();
    await page.locator('tbody').getByRole('link', { name: '试验牧场二', exact: true }).waitFor();
  });

  it('clones a supplier under a new code and rejects a duplicate code', async () => {
    await page.getByRole('button', { name: '“试验牧场二”的更多操作' }).click();
    await page.getByRole('menuitem', { name: '复制' }).click();
    const dialog = page.getByRole('dialog', { name: '复制“试验牧场二”' });
    await dialog.getByLabel('供应商编码').fill('E2E-001');
    await dialog.getByLabel('供应商名称').fill('试验农场');
    await dialog.getByRole('button', { name: /复\s*制/ }).click();
    await dialog.getByText('供应商编码“E2E-001”已被使用').waitFor();
    await dialog.getByLabel('供应商编码').fill('E2E-002');
    await dialog.getByRole('button', { name: /复\s*制/ }).click();
    await page.getByRole('heading', { level: 1, name: '试验农场' }).waitFor();
    await waitForText(page, '已复制为“试验农场”');
    await page.getByRole('button', { name: '提交审批' }).waitFor();
    await page.getByRole('menuitem', { name: '供应商管理' }).click();
    await page.getByRole('heading', { level: 1, name: '供应商管理' }).waitFor();
  });

  it('finds a supplier by part of its name and stores the filter in the URL', async () => {
    await page.getByRole('search').getByLabel('供应商名称').fill('牧场二');
    await page.getByRole('button', { name: /查\s*询/ }).click();
    await waitForText(page, '共 1 条');
    expect(new URL(page.url()).searchParams.get('supplierName')).toBe('牧场二');
  });

  it('deletes a supplier after a confirmation that names it', async () => {
    await page.getByRole('button', { name: '“试验牧场二”的更多操作' }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    const question = page.getByRole('dialog', { name: /删除“试验牧场二”/ });
    await question.getByRole('button', { name: /删\s*除/ }).click();
    await waitForText(page, '没有符合条件的供应商；放宽筛选试试');
    expect(planner.faults).toEqual([]);
  });

  it('shows a 401 from a proxy for a write, a read and a download, and keeps the session', async () => {
    const visitor = await newVisitor(browser);
    await signIn(visitor, suyuan, 'planner');
    const visitorPage = visitor.page;
    await visitorPage.getByRole('menuitem', { name: '供应商管理' }).click();
    await waitForText(visitorPage, /共 \d+ 条/);
    const totalText = await visitorPage.getByText(/共 \d+ 条/).textContent();
    await visitorPage.getByRole('button', { name: '新增供应商' }).click();
    const supplierForm = visitorPage.getByRole('region', { name: '新增供应商' });
    await supplierForm.getByLabel('供应商编码').fill('E2E-401');
    await supplierForm.getByLabel('供应商名称').fill('没有保存的牧场');
    const supplierUrls = /\/api\/manage\/supplier(\/(list|export).*)?$/;
    await visitorPage.route(supplierUrls, (route) => route.fulfill({ status: 401, json: { code: 401, msg: 'x' } }));
    const notice = visitorPage.getByText('系统接口 401 异常').locator('visible=true').first();
    const expectUnauthorised = async (action: () => Promise<void>) => {
      await action();
      await notice.waitFor();
      await notice.waitFor({ state: 'hidden' });
    };
    await expectUnauthorised(() => supplierForm.getByRole('button', { name: /保\s*存/ }).click());
    await supplierForm.getByRole('button', { name: /取\s*消/ }).click();
    await visitorPage.getByRole('button', { name: '放弃修改' }).click();
    await expectUnauthorised(() => visitorPage.getByRole('button', { name: '刷新', exact: true }).click());
    await expectUnauthorised(() => visitorPage.getByRole('button', { name: '导出', exact: true }).click());
    expect(await visitorPage.getByText('登录状态已过期').count()).toBe(0);
    await visitorPage.unroute(supplierUrls);
    await visitorPage.getByRole('button', { name: '刷新', exact: true }).click();
    await visitorPage.waitForLoadState('networkidle');
    expect(await visitorPage.getByText(/共 \d+ 条/).textContent()).toBe(totalText);
    await visitorPage.context().close();
  });
});

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
