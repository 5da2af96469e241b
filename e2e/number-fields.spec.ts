import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('number and text fields', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let batch: IssuedBatch;
  let admin: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan({ ENGLISH_ENABLED: 'on' }), openBrowser()]);
    batch = await issueBatch(suyuan, 'TYPED-1', 1000);
    admin = await newVisitor(browser);
    page = admin.page;
    await signIn(admin, suyuan, 'admin');
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const numberField = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('spinbutton', { name }).locator('visible=true');
  const waitUntilHidden = (text: string) => expect.poll(() => page.getByText(text).locator('visible=true').count()).toBe(0);
  async function typeInto(field: Locator, text: string) {
    await field.fill(text);
    await field.press('Tab');
    return field.inputValue();
  }

  it('keep a value outside the limits and show the limits', async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/supplier/new`);
    expect(await typeInto(numberField('经度'), '999')).toBe('999');
    await waitForText(page, '经度太大；不能大于 180');
    expect(await typeInto(numberField('纬度'), '-90.5')).toBe('-90.5');
    await waitForText(page, '纬度太小；不能小于 -90');
    await numberField('经度').fill('１２０．５');
    await numberField('经度').press('Tab');
    await waitUntilHidden('经度太大');
    expect(await numberField('经度').inputValue()).toBe('120.5');
  });

  it('keep text that is no number and block the form', async () => {
    expect(await typeInto(numberField('经度'), '东经 12')).toBe('东经 12');
    await waitForText(page, '经度不是数字；只填数字，不带文字');
    await page.keyboard.press('Control+S');
    await waitForText(page, '供应商名称未填写');
    await waitForText(page, '纬度太小；不能小于 -90');
    expect(await numberField('经度').inputValue()).toBe('东经 12');
  });

  it('keep a text that is too long and reject it instead of cutting it', async () => {
    const contact = page.getByLabel('联系人', { exact: true });
    await contact.fill('王'.repeat(31));
    await contact.press('Tab');
    await waitForText(page, '联系人太长；至多 30 个字符');
    expect((await contact.inputValue()).length).toBe(31);
  });

  it('show messages in English in the English console', async () => {
    const { page: englishPage, faults } = await newVisitor(browser, 1440, { storageState: await page.context().storageState() });
    await englishPage.goto(`${suyuan.consoleUrl}/manage/supplier/new`);
    await englishPage.getByRole('button', { name: '语言' }).click();
    await englishPage.getByRole('menuitem', { name: 'English' }).click();
    expect(await typeInto(numberField('Longitude', englishPage), '999')).toBe('999');
    await waitForText(englishPage, 'Longitude is too large; it cannot be above 180');
    await englishPage.getByRole('button', { name: 'Language' }).click();
    await englishPage.getByRole('menuitem', { name: '简体中文' }).click();
    await waitForText(englishPage, '经度');
    expect(faults).toEqual([]);
    await englishPage.context().close();
  });

  it('validate the value in the displayed unit and precision', async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/category/new`);
    const price = numberField('建议零售价');
    expect(await typeInto(price, '-5.678')).toBe('-5.678');
    await waitForText(page, '建议零售价太小；不能小于 0');
    expect(await typeInto(price, '5.678')).toBe('5.678');
    await waitForText(page, '建议零售价的小数位太多；至多 2 位小数');
    expect(await typeInto(price, '￥1,234.5')).toBe('1234.50');
    await waitUntilHidden('建议零售价的小数位太多');
    expect(await typeInto(numberField('净含量'), '-250')).toBe('-250');
    await waitForText(page, '净含量太小；不能小于 0.001');
    expect(await typeInto(numberField('保质期'), '1.5')).toBe('1.5');
    await waitForText(page, '保质期不是整数；只填数字，不带小数');
  });

  it('stop at the limits when stepped', async () => {
    const shelfLife = numberField('保质期');
    await shelfLife.fill('2');
    for (let step = 0; step < 4; step++) await shelfLife.press('ArrowDown');
    expect([await shelfLife.inputValue(), await shelfLife.getAttribute('aria-valuemin')]).toEqual(['1', '1']);
    await shelfLife.fill('99999');
    await shelfLife.press('ArrowUp');
    expect(await shelfLife.inputValue()).toBe('99999');
    await shelfLife.press('ArrowDown');
    expect(await shelfLife.inputValue()).toBe('36500');
  });

  it('keep a dialog open while the value is invalid', async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/batch/${batch.batchId}`);
    await page.getByRole('tab', { name: /导出/ }).click();
    await page.getByRole('button', { name: '移交印刷' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('印刷厂').fill('旅程印务');
    await dialog.getByText('PNG 标签').click();
    expect(await typeInto(numberField(/边长/, dialog), '4')).toBe('4');
    expect(await typeInto(numberField('结束序号', dialog), '1001')).toBe('1001');
    await waitForText(page, /结束序号太大；不能大于 1\s000/);
    expect(await typeInto(numberField('结束序号', dialog), '1e')).toBe('1e');
    await dialog.getByRole('button', { name: /^申请移交/ }).click();
    await waitForText(page, '结束序号不是数字；只填数字，不带文字');
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: /取\s*消/ }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('block an action on a range while the range is invalid', async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/batch/${batch.batchId}`);
    await page.getByRole('button', { name: '按序号选一段' }).click();
    const range = page.getByRole('group', { name: '序号范围' });
    expect(await typeInto(numberField('结束序号', range), '2000')).toMatch(/^2\s000$/);
    await waitForText(page, /结束序号太大；不能大于 1\s000/);
    await range.getByRole('button', { name: '激活' }).click();
    await expect.poll(() => numberField('结束序号', range).evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await typeInto(numberField('结束序号', range), '1 0 0 0')).toMatch(/^1\s000$/);
    await waitUntilHidden('结束序号太大');
  });

  it('block a filter while the value is invalid', async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/codeRecord`);
    await page.getByRole('button', { name: '更多', exact: true }).click();
    await typeInto(numberField(/最小$/), '5');
    expect(await typeInto(numberField(/最大$/), '3')).toBe('3');
    await page.getByRole('button', { name: /查\s*询/ }).click();
    await waitForText(page, /的最大值太小；不能小于 5/);
    expect(new URL(page.url()).search).not.toContain('session');
    expect(admin.faults).toEqual([]);
  });
});
