import { expect, type Locator, type Page } from '@playwright/test';
import { t } from './text.ts';

/** Adds a filter to the visible ones of a list. */
export async function addFilter(page: Page, label: string) {
  await page.getByRole('button', { name: t('kit.addFilter'), exact: true }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
}

/** Chooses a rare action of a list from the menu after its tools. */
export async function chooseListAction(page: Page, list: string, action: string) {
  await page.getByRole('button', { name: t('kit.moreOf', { name: list }) }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Opens density, columns and views of a list. */
export async function openDisplay(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: t('kit.display'), exact: true }).click();
  const settings = page.getByRole('dialog', { name: t('kit.display') });
  await settings.waitFor();
  return settings;
}

/** A row has at most one visible action; the others are in its menu. */
export async function chooseRowAction(row: Locator, action: string) {
  const actions = row.getByTestId('row-actions');
  await actions.waitFor();
  const button = actions.getByRole('button', { name: action, exact: true });
  if ((await button.count()) > 0) return button.click();
  await actions.locator('.ant-dropdown-trigger').click();
  await row.page().getByRole('menuitem', { name: action, exact: true }).click();
}

/** The list of a page offers no filter with that label, neither visible nor to be added. */
export async function expectNoFilter(page: Page, label: string) {
  await expect(page.getByRole('search').getByLabel(label, { exact: true })).toHaveCount(0);
  const menu = page.getByRole('button', { name: t('kit.addFilter'), exact: true });
  if ((await menu.count()) === 0) return;
  await menu.click();
  // the menu of the console has the same role
  const filters = page.locator('.ant-dropdown:visible').getByRole('menuitem');
  await filters.first().waitFor();
  await expect(filters.filter({ hasText: new RegExp(`^${label}$`) })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(filters).toHaveCount(0);
}
