import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('dealers and suppliers', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    visitor = await newVisitor(browser);
    page = visitor.page;
    await signIn(visitor, suyuan, 'admin');
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const form = () => page.getByRole('region', { name: /^(新增|修改)渠道商$/ });
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });

  it('adds a subdealer within the authorised regions of its parent, found by typing', async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/channelBusiness`);
    await rowOf('粤鲜达华南总代').getByRole('button', { name: '“粤鲜达华南总代”的更多操作' }).click();
    await page.getByRole('menuitem', { name: '新增下级' }).click();
    await form().getByLabel('渠道商编码', { exact: true }).fill('GD-GZ');
    await form().getByLabel('渠道商名称', { exact: true }).fill('羊城乳品广州分销');
    const regions = form().getByLabel('授权地区', { exact: true });
    await regions.click();
    await regions.fill('杭州');
    await waitForText(page, '没有符合的');
    await regions.fill('广州');
    await page.getByRole('treeitem', { name: '广州市' }).locator('.ant-select-tree-checkbox').click();
    await page.keyboard.press('Escape');
    await form()
      .getByRole('button', { name: /保\s*存/ })
      .click();
    await page.getByRole('heading', { level: 1, name: '羊城乳品广州分销' }).waitFor();
    await page.goto(`${suyuan.consoleUrl}/manage/channelBusiness`);
    await rowOf('羊城乳品广州分销').getByText('广东省广州市').waitFor();
    await waitForText(page, /^共 \d+ 家$/);
    // a truncated tree says so and links to the list
    const treeUrl = '**/api/manage/channelBusiness/tree';
    await page.route(treeUrl, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, more: true } } });
    });
    await page.getByRole('button', { name: '刷新' }).click();
    await waitForText(page, /^只显示前 \d+ 家；其余在“列表”里查找$/);
    await page.unroute(treeUrl);
  });

  it('selects regions on the map and warns about exclusive regions of other dealers', async () => {
    await page.getByRole('button', { name: '新增渠道商' }).click();
    await form().getByLabel('渠道商编码', { exact: true }).fill('GD-02');
    await form().getByLabel('渠道商名称', { exact: true }).fill('岭南商贸');
    await form().getByRole('button', { name: '在地图上选' }).click();
    const map = page.getByRole('dialog', { name: '授权地区' });
    await map.getByRole('button', { name: /^广东/ }).click();
    await map.getByText('广东省', { exact: true }).waitFor();
    await map.getByRole('button', { name: /确\s*定/ }).click();
    await form().getByText('粤鲜达华南总代（独家）：广东省').waitFor();
    await form()
      .getByRole('button', { name: /保\s*存/ })
      .click();
    await page.getByRole('heading', { level: 1, name: '岭南商贸' }).waitFor();
    await page.getByRole('tab', { name: '授权地区' }).waitFor();
    await waitForText(page, '不影响保存，但会引起窜货争议。');
  });

  it('refuses to let users approve their own record, with a reason', async () => {
    await page.getByRole('button', { name: '提交审批' }).click();
    await waitForText(page, '“岭南商贸”已提交审批');
    await page.getByRole('button', { name: '审批通过' }).click();
    await page
      .getByRole('dialog', { name: /审批通过“岭南商贸”/ })
      .getByRole('button', { name: '审批通过' })
      .click();
    await waitForText(page, '您参与过这家渠道商的登记（新增、修改或提交）；须由另一个人审批');
    const approverApi = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'approver', suyuan.passwords.approver ?? ''));
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    await approverApi.must('PUT', `/manage/channelBusiness/${id}/approve`, {});
    await page.reload();
    await page.getByRole('list', { name: '渠道商的生命周期' }).getByText('approver').waitFor();
  });

  it('clones a dealer as a draft at the same place, and explains its statistics', async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/channelBusiness`);
    await rowOf('羊城乳品广州分销').getByRole('button', { name: '“羊城乳品广州分销”的更多操作' }).click();
    await page.getByRole('menuitem', { name: '复制' }).click();
    const dialog = page.getByRole('dialog', { name: '复制“羊城乳品广州分销”' });
    await dialog.getByLabel('渠道商编码').fill('GD-GZ-2');
    await dialog.getByLabel('渠道商名称').fill('羊城乳品番禺分销');
    await dialog.getByRole('button', { name: /复\s*制/ }).click();
    await page.getByRole('heading', { level: 1, name: '羊城乳品番禺分销' }).waitFor();
    await page.getByRole('link', { name: '粤鲜达华南总代' }).click();
    await page.getByRole('heading', { level: 1, name: '粤鲜达华南总代' }).waitFor();
    await page.getByText('可供天数').locator('visible=true').first().hover();
    await page.getByRole('tooltip').getByText('未售库存除以近 30 天平均每天售出的单品数').waitFor();
    const rank = page.getByRole('link', { name: /^第 \d+ \/ 共 \d+ 家$/ }).locator('visible=true');
    await rank.click();
    await page.waitForURL(/\/manage\/diversion/);
  });

  it('links from an expiring document to the supplier and saves a new document', async () => {
    await page.getByRole('menuitem', { name: '到期预警' }).click();
    await page.getByRole('button', { name: '冷链代工合同' }).click();
    await page.getByRole('tab', { name: /证照与合同/ }).waitFor();
    await page.getByRole('button', { name: '新增证照' }).click();
    const certificateForm = page.getByRole('dialog', { name: '新增证照' });
    await certificateForm.getByLabel('名称', { exact: true }).fill('食品生产许可证');
    const expiryDate = certificateForm.getByLabel('有效期止', { exact: true });
    await expiryDate.fill('2099-02-30');
    for (const key of ['Enter', 'Control+s']) {
      await expiryDate.press(key);
      await certificateForm.getByText(/有效期止不是存在的日期/).waitFor();
      expect(await expiryDate.inputValue()).toBe('2099-02-30');
    }
    // focus and blur change no value
    await certificateForm.getByLabel('名称', { exact: true }).focus();
    await expiryDate.focus();
    await certificateForm.getByLabel('名称', { exact: true }).focus();
    expect(await expiryDate.inputValue()).toBe('2099-02-30');
    // Enter accepts a date and keeps the form open
    await expiryDate.fill('2099-12-01');
    await expiryDate.press('Enter');
    await page.waitForTimeout(300);
    expect([await certificateForm.isVisible(), await expiryDate.inputValue()]).toEqual([true, '2099-12-01']);
    // a picked date replaces incomplete input
    await expiryDate.press('Tab');
    await expiryDate.fill('2099-12-');
    await page.locator('.ant-picker-dropdown:visible').getByTitle('2099-12-30').click();
    expect(await expiryDate.inputValue()).toBe('2099-12-30');
    await expiryDate.fill(' 2099-12-31 ');
    await expiryDate.press('Control+s');
    await certificateForm.waitFor({ state: 'hidden' });
    await page.getByRole('cell', { name: /2099-12-31/ }).waitFor();
    await page.getByRole('menuitem', { name: '到期预警' }).click();
    await page.getByRole('button', { name: '刷新' }).click();
    await waitForText(page, '共 5 条');
    expect(visitor.faults).toEqual([]);
  });

  it('renews an expired contract from the list and the page, which resumes the dealer', async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/channelBusiness`);
    const name = '齐鲁商贸山东经销';
    await rowOf(name).getByRole('button', { name: '续签合同' }).click();
    const drawer = page.getByRole('dialog', { name: `续签“${name}”的合同` });
    await drawer.getByRole('button', { name: /取\s*消/ }).click();
    await drawer.waitFor({ state: 'hidden' });
    await rowOf(name).getByRole('link', { name }).click();
    await waitForText(page, /^合同 \d\d-\d\d 到期，已自动暂停$/);
    expect(await page.getByRole('button', { name: '恢复合作' }).count()).toBe(0);
    await page.getByRole('button', { name: '续签合同' }).click();
    const newEndDate = drawer.getByLabel('新的合同止日');
    await newEndDate.fill('2026-01-02');
    await newEndDate.press('Tab');
    await drawer.getByRole('button', { name: '续签合同' }).click();
    await drawer.getByText(/合同止日 2026-01-02 (已过；应填今天或以后的日期|早于起日)/).waitFor();
    await newEndDate.fill('2099-12-31');
    await newEndDate.press('Tab');
    await drawer.getByRole('button', { name: '续签合同' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await waitForText(page, '2099-12-31');
    await page.getByRole('button', { name: '续签合同' }).waitFor({ state: 'hidden' });
  });
});
