import type { Page } from '@playwright/test';
import { choosePage } from './support/menu.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const noun = t('manage.codeRule');
const form = (page: Page) => page.getByRole('dialog', { name: t('kit.addNoun', { noun }) });
const field = (page: Page, name: 'ruleName' | 'prefix' | 'tagDigits') =>
  form(page).getByLabel(t(`manage.codeRule.${name}`), { exact: true });
const save = (page: Page) =>
  form(page)
    .getByRole('button', { name: t('kit.save') })
    .click();
/** Announced strength of the default rule. */
const veryStrong = (page: Page) =>
  form(page)
    .getByRole('status')
    .filter({ hasText: pattern('manage.codeRule.odds.good', { odds: '[\\d.]+ 万亿', times: '.+' }) });
const tooWeak = (page: Page) =>
  form(page)
    .getByRole('alert')
    .filter({ hasText: pattern('manage.codeRule.odds.refused', { odds: '.+', least: '3' }) });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const rule = (ruleName: string, prefix: string) => ({ ruleName, prefix, alphabet: 'base32', serialDigits: 8, tagDigits: 8 });

test.describe('code rules', () => {
  test('starts with the default rule, an example code and its strength', async ({ signIn, faults }) => {
    const page = await signIn('planner');
    await choosePage(page, t('shell.menu.manage.codeRule'));
    await page.getByRole('button', { name: t('kit.addNoun', { noun }) }).click();
    await form(page)
      .getByRole('img', { name: pattern('manage.codeRule.stripOf', { text: '[0-9A-Z]{16}' }) })
      .waitFor();
    await veryStrong(page).waitFor();
    expect(faults).toEqual([]);
  });

  test('rejects a rule that is too weak and states the minimum number of digits', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/codeRule');
    await page.getByRole('button', { name: t('kit.addNoun', { noun }) }).click();
    await field(page, 'ruleName').fill('太弱规则');
    await field(page, 'prefix').fill('w2');
    await field(page, 'tagDigits').fill('2');
    await tooWeak(page).waitFor();
    await save(page);
    await form(page)
      .getByText(t('problem.codeRuleTooWeak', { odds: 1024, floor: 10000 }))
      .waitFor();
    await expect(field(page, 'tagDigits')).toBeFocused();
    await expect(form(page)).toBeVisible();
    await expect(field(page, 'ruleName')).toHaveValue('太弱规则');
    expect(faults).toEqual([]);
  });

  test('saves the default rule', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/codeRule');
    await page.getByRole('button', { name: t('kit.addNoun', { noun }) }).click();
    await field(page, 'ruleName').fill('默认规则');
    await field(page, 'tagDigits').fill('2');
    await tooWeak(page).waitFor();
    await form(page)
      .getByRole('button', { name: t('manage.codeRule.preset.base32') })
      .click();
    await field(page, 'prefix').fill('e2');
    await veryStrong(page).waitFor();
    await save(page);
    await form(page).waitFor({ state: 'hidden' });
    await row(page, '默认规则').getByText(/^E2/).waitFor();
    expect(faults).toEqual([]);
  });

  test('offers to delete selected rules that are unused, and lists the others', async ({ signIn, apiAs, faults }) => {
    await (await apiAs('planner')).must('POST', '/manage/codeRule', rule('没用过的规则', 'D2'));
    const page = await signIn('planner', '/manage/codeRule');
    const usedRule = '通用 16 位';
    await row(page, usedRule).getByRole('checkbox').check();
    const bar = page.getByRole('toolbar');
    await bar.getByText(t('kit.keptCount', { count: 1 })).waitFor();
    await expect(bar.getByRole('button', { name: pattern('kit.removeCount', { count: '\\d+' }) })).toHaveCount(0);
    await row(page, '没用过的规则').getByRole('checkbox').check();
    await bar.getByRole('button', { name: t('kit.removeCount', { count: 1 }) }).click();
    const question = page.getByRole('dialog').filter({ hasText: '没用过的规则' });
    await question.getByText(t('kit.keptNames', { names: usedRule })).waitFor();
    await question.getByRole('button', { name: t('kit.cancel') }).click();
    await bar.getByRole('button', { name: t('kit.clearSelection') }).click();
    expect(faults).toEqual([]);
  });

  test('disables the structure of an existing rule', async ({ signIn, apiAs, faults }) => {
    await (await apiAs('planner')).must('POST', '/manage/codeRule', rule('印过的规则', 'P2'));
    const page = await signIn('planner', '/manage/codeRule');
    await row(page, '印过的规则')
      .getByRole('button', { name: t('kit.edit') })
      .click();
    const editForm = page.getByRole('dialog', { name: t('kit.editNoun', { noun }) });
    await editForm.getByText(t('manage.codeRule.fixed')).waitFor();
    await expect(editForm.getByLabel(t('manage.codeRule.tagDigits'), { exact: true })).toBeDisabled();
    expect(faults).toEqual([]);
  });
});
