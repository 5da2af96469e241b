import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn, type Visitor } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('code rules', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let planner: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    planner = await newVisitor(browser);
    page = planner.page;
    await signIn(planner, suyuan, 'planner');
    await page.getByRole('menuitem', { name: '码规则' }).click();
    await page.getByRole('button', { name: '新增码规则' }).click();
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const form = () => page.getByRole('dialog', { name: '新增码规则' });
  const save = () =>
    form()
      .getByRole('button', { name: /保\s*存/ })
      .click();

  it('starts with the default rule, an example code and its strength', async () => {
    await form()
      .getByRole('img', { name: /^样例 [0-9A-Z]{16}$/ })
      .waitFor();
    await form()
      .getByRole('status')
      .filter({ hasText: /很强：伪造者一猜即中的机会是 1\/[\d.]+ 万亿/ })
      .waitFor();
  });

  it('rejects a rule that is too weak and states the minimum number of digits', async () => {
    await form().getByLabel('规则名称', { exact: true }).fill('试验规则');
    await form().getByLabel('前缀', { exact: true }).fill('e2');
    await form().getByLabel('防伪位数', { exact: true }).fill('2');
    await form().getByRole('alert').filter({ hasText: '高于欧盟 1/10 000 的底线，不能保存；防伪位数至少 3' }).waitFor();
    await save();
    await form().getByText('规则太弱：随机猜中的概率约为 1/1 024，高于 1/10 000 的底线；增加防伪位数').waitFor();
    expect(
      await form()
        .getByLabel('防伪位数', { exact: true })
        .evaluate((input) => input === document.activeElement),
    ).toBe(true);
    expect(await form().isVisible()).toBe(true);
    expect(await form().getByLabel('规则名称', { exact: true }).inputValue()).toBe('试验规则');
  });

  it('saves the default rule', async () => {
    await form().getByRole('button', { name: '16 位 32 进制' }).click();
    await form().getByLabel('前缀', { exact: true }).fill('e2');
    await form().getByRole('status').filter({ hasText: '很强' }).waitFor();
    await save();
    await form().waitFor({ state: 'hidden' });
    await page.getByRole('row').filter({ hasText: '试验规则' }).getByText('E2', { exact: true }).waitFor();
    expect(planner.faults).toEqual([]);
  });

  it('offers to delete selected rules that are unused, and lists the others', async () => {
    const usedRow = page.locator('tbody tr:not([aria-hidden])').filter({ hasNotText: '试验规则' }).first();
    const name = await usedRow.getByRole('button').first().textContent();
    await usedRow.getByRole('checkbox').check();
    const bar = page.getByRole('toolbar');
    await bar.getByText('1 条不能删除').waitFor();
    expect(await bar.getByRole('button', { name: /^删除/ }).count()).toBe(0);
    await page.getByRole('row').filter({ hasText: '试验规则' }).getByRole('checkbox').check();
    await bar.getByRole('button', { name: '删除 1 条' }).click();
    const question = page.getByRole('dialog').filter({ hasText: '试验规则' });
    await question.getByText(`不能删除、会留下的：${name}`).waitFor();
    await question.getByRole('button', { name: /取\s*消/ }).click();
    await bar.getByRole('button', { name: '取消选择' }).click();
  });

  it('disables the structure of an existing rule', async () => {
    await page.getByRole('row').filter({ hasText: '试验规则' }).getByRole('button', { name: '修改' }).click();
    const editForm = page.getByRole('dialog', { name: '修改码规则' });
    await editForm.getByText('码的组成建立后不变').waitFor();
    expect(await editForm.getByLabel('防伪位数', { exact: true }).isDisabled()).toBe(true);
  });
});
