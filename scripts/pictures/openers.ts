import type { Locator, Page } from '@playwright/test';
import type { Words } from '@suyuan/contract';

/**
 * Opens a dialog, drawer or menu. `shown`: open. `absent`: not on this page, page unchanged. `spoiled`: pressed without effect, so the
 * page must be reloaded.
 */
export type Opener = (page: Page, words: Words) => Promise<'shown' | 'absent' | 'spoiled'>;

const CLICK_TIMEOUT_MS = 3000;
const overlaySelector = [
  '.ant-modal-wrap:visible',
  '.ant-drawer-open .ant-drawer-section',
  '.ant-popover:not(.ant-popover-hidden)',
  '.ant-dropdown:not(.ant-dropdown-hidden)',
  'dialog:visible',
  '[data-popup]:visible',
].join();
const menuItem =
  ':is(.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-item:not(.ant-dropdown-menu-item-disabled), [data-popup] [role^=menuitem]:not([aria-disabled=true]))';
/** The constant prefix of a text, before its first parameter. */
const textPrefix = (words: Words, key: keyof Words) => words[key].split('{')[0]?.trim() ?? '';
const visible = (locator: Locator) => locator.locator('visible=true');

/** Presses the match; `shown` once a new overlay appears. */
export const pressButton =
  (locate: (page: Page, words: Words) => Locator, nth = 0): Opener =>
  async (page, words) => {
    const button = visible(locate(page, words)).nth(nth);
    if ((await button.count()) === 0 || !(await button.isEnabled())) return 'absent';
    return opensOverlay(page, () => button.click({ timeout: CLICK_TIMEOUT_MS }));
  };

async function opensOverlay(page: Page, action: () => Promise<void>) {
  const [address, before] = [page.url(), await page.locator(overlaySelector).count()];
  await action();
  for (let attempt = 0; attempt < 12; attempt++) {
    await page.waitForTimeout(100);
    if (page.url() !== address) return 'spoiled';
    if ((await page.locator(overlaySelector).count()) > before) return 'shown';
  }
  return 'spoiled';
}

/** @throws where it is there and opens nothing, because a named button must open something */
export const namedButton = (key: keyof Words): Opener => {
  const press = pressButton((page, words) => page.getByRole('button', { name: textPrefix(words, key) }));
  return async (page, words) => {
    const outcome = await press(page, words);
    if (outcome === 'spoiled') throw new Error(`“${textPrefix(words, key)}” was pressed and nothing opened`);
    return outcome;
  };
};

export const primary = pressButton((page) => page.locator('[data-testid=page-actions] :is(.ant-btn-primary, .ant-btn-color-primary)'));

/** The nth entry of the menu that `button` opens. */
export const menuEntry =
  (button: (page: Page) => Locator, nth: number): Opener =>
  async (page) => {
    const menuButton = visible(button(page)).first();
    if ((await menuButton.count()) === 0) return 'absent';
    await menuButton.click({ timeout: CLICK_TIMEOUT_MS });
    const item = page.locator(menuItem).nth(nth);
    const isVisible = await item.waitFor({ timeout: 700 }).then(
      () => true,
      () => false,
    );
    if (!isVisible) {
      await page.keyboard.press('Escape');
      await page.locator(menuItem).first().waitFor({ state: 'hidden', timeout: 1000 });
      return 'absent';
    }
    const address = page.url();
    await item.click({ timeout: CLICK_TIMEOUT_MS });
    await page.waitForTimeout(600);
    return page.url() === address && (await page.locator(overlaySelector).count()) > 0 ? 'shown' : 'spoiled';
  };

/** Submits the opened form unchanged, to show its validation errors. */
export const submitForm =
  (opener: Opener): Opener =>
  async (page, words) => {
    const outcome = await opener(page, words);
    if (outcome !== 'shown') return outcome;
    const submitButton = page
      .locator(':is(.ant-drawer-open [data-form-footer], .ant-modal-footer) .ant-btn-primary:visible:not([disabled])')
      .last();
    if (!(await submitButton.isVisible())) return 'spoiled';
    await submitButton.click({ timeout: CLICK_TIMEOUT_MS });
    return waitForError(page);
  };

export const submitPage: Opener = async (page) => {
  const submitButton = page
    .locator(':is([data-testid=footer-bar] .ant-btn-primary, [data-testid=form-view] [type=submit], #map-route [type=submit]):visible')
    .last();
  if (!(await submitButton.isVisible())) return 'absent';
  await submitButton.click({ timeout: CLICK_TIMEOUT_MS });
  return waitForError(page);
};

const waitForError = async (page: Page) => {
  const fault = page.locator('.ant-form-item-explain-error, [role=alert]').locator('visible=true').first();
  return fault.waitFor({ timeout: 1500 }).then(
    () => 'shown' as const,
    () => 'spoiled' as const,
  );
};

/** The tab at index `nth`, from 0. */
export const openTab =
  (nth: number): Opener =>
  async (page) => {
    const tabButton = page.locator('[data-page=body] .ant-tabs-tab:visible').nth(nth);
    if ((await tabButton.count()) === 0) return 'absent';
    await tabButton.click({ timeout: CLICK_TIMEOUT_MS });
    await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined);
    return 'shown';
  };

/** Selects the first two rows, which shows the bulk actions. */
export const selectRows: Opener = async (page) => {
  const boxes = page.locator(':is(tbody .ant-table-selection-column, main li) .ant-checkbox-input:not([disabled])');
  if ((await boxes.count()) === 0) return 'absent';
  for (const box of (await boxes.all()).slice(0, 2)) await box.check({ timeout: CLICK_TIMEOUT_MS });
  await page.locator('[data-testid=selection-bar]:visible').waitFor({ timeout: CLICK_TIMEOUT_MS });
  return 'shown';
};

/** The nth bulk action. */
export const runBulkAction =
  (nth: number): Opener =>
  async (page, words) => {
    if ((await selectRows(page, words)) === 'absent') return 'absent';
    const actions = page.locator('[data-testid=selection-bar] .ant-btn:not(.ant-btn-link)');
    const outcome = await pressButton(() => actions, nth)(page, words);
    return outcome === 'absent' ? 'spoiled' : outcome;
  };

/** Lists the filters that can be added; on phones opens their drawer. */
export const showAllFilters: Opener = async (page) => {
  const more = page.locator('[role=search] :is(.ant-dropdown-trigger, .ant-btn-icon-only, .ant-btn:has(svg)):visible').first();
  if ((await more.count()) === 0) return 'absent';
  await more.click({ timeout: CLICK_TIMEOUT_MS });
  return 'shown';
};
