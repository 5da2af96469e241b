import type { Page } from '@playwright/test';
import { accessibilityViolations } from './support/accessibility.ts';
import { test as base, expect } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const test = base.extend<{ planner: Page }>({
  /** Home of the planner, ready for the keyboard. */
  planner: async ({ signIn }, use) => {
    const page = await signIn('planner', '/index', { bypassCSP: true });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await use(page);
  },
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const searchField = (page: Page) => page.getByRole('combobox', { name: t('shell.palette.field') });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

async function searchFor(page: Page, text: string) {
  await page.keyboard.press('Control+k');
  await searchField(page).fill(text);
}

async function openBatchesByInitials(page: Page) {
  await searchFor(page, 'pcgl');
  await option(page, t('manage.batch.title')).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, t('manage.batch.title')).waitFor();
}

test.describe('the command palette', () => {
  test.afterEach(({ faults }) => expect(faults).toEqual([]));

  test('opens a page by its pinyin initials with the keyboard only', async ({ planner }) => {
    await openBatchesByInitials(planner);
    await expect(searchField(planner)).toHaveCount(0);
  });

  test('opens a page while the storage of the browser is full', async ({ planner }) => {
    await planner.evaluate(() => {
      const setItem = Storage.prototype.setItem;
      Storage.prototype.setItem = function (...entry) {
        if (this === localStorage) throw new DOMException('full', 'QuotaExceededError');
        setItem.apply(this, entry);
      };
    });
    await openBatchesByInitials(planner);
  });

  test('lists recently used pages', async ({ planner }) => {
    await openBatchesByInitials(planner);
    await planner.getByRole('button', { name: t('shell.find') }).click();
    await planner.getByText(t('shell.palette.recent')).waitFor();
    await expect(planner.getByRole('option').first()).toContainText(t('manage.batch.title'));
    await planner.keyboard.press('Escape');
    await searchField(planner).waitFor({ state: 'detached' });
  });

  test('announces the active entry to a screen reader as the arrow keys move', async ({ planner }) => {
    await searchFor(planner, '管理');
    await option(planner, t('manage.batch.title')).waitFor();
    expect(await accessibilityViolations(planner)).toEqual([]);
    const activeOption = planner.getByRole('option', { selected: true });
    const first = (await activeOption.textContent()) ?? '';
    await planner.keyboard.press('ArrowDown');
    await expect(activeOption).not.toHaveText(first);
    await expect(activeOption).toHaveCount(1);
    await expect(searchField(planner)).toHaveAttribute('aria-activedescendant', (await activeOption.getAttribute('id')) ?? '');
  });

  test('opens a record by part of its name', async ({ planner }) => {
    await searchFor(planner, '云岭有机');
    await option(planner, /云岭有机牧业合作社/).click();
    await planner.waitForURL('**/manage/supplier?supplierName=**');
    await heading(planner, t('manage.supplier.title')).waitFor();
  });

  test('says when more records match than it lists', async ({ planner }) => {
    await searchFor(planner, '20');
    await expect(planner.getByRole('dialog').getByRole('status')).toHaveText(pattern('shell.palette.foundMore', { count: '\\d+' }));
  });

  test('opens a pasted code regardless of grouping', async ({ planner, apiAs }) => {
    const { must } = await apiAs('admin');
    const { rows: issued } = await must('GET', '/manage/batch/list?pageNum=1&pageSize=1&state=active');
    const { batchId } = (issued as { batchId: number }[])[0]!;
    const { rows } = await must('GET', `/manage/code/list?pageNum=1&pageSize=1&batchId=${batchId}`);
    const { code, ordinal } = (rows as { code: string; ordinal: number }[])[0]!;
    await searchFor(planner, code.replaceAll(/(.{4})(?=.)/g, '$1 '));
    // a text that is longer than a batch number may be is no failed search
    await expect(planner.getByRole('dialog').getByRole('status')).toHaveText(t('shell.palette.found', { count: 1 }));
    // a planner has no export permission and sees only the last four characters
    await option(planner, new RegExp(code.slice(-4))).click();
    await planner.waitForURL(`**/manage/code/${batchId}/${ordinal}`);
  });

  test('runs global actions', async ({ planner }) => {
    await searchFor(planner, t('shell.scheme.dark'));
    await option(planner, t('shell.palette.dark')).waitFor();
    await planner.keyboard.press('Enter');
    await expect(planner.locator('html')).toHaveAttribute('data-scheme', 'dark');
  });

  test('shows help, and hides pages without permission', async ({ planner }) => {
    await searchFor(planner, '?');
    await planner.getByText(t('shell.palette.help.open', { key: 'Ctrl+K' })).waitFor();
    for (const text of [t('shell.menu.system.user'), 'qsww']) {
      await searchField(planner).fill(text);
      await planner.getByText(t('shell.palette.none', { text })).waitFor();
    }
  });
});
