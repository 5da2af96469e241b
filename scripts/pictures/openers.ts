import type { Words } from '@suyuan/contract';
import type { Locator, Page } from 'playwright-core';

/**
 * Opens a dialog, drawer or menu. `shown`: open. `absent`: not on this page, page unchanged. `spoiled`: pressed without effect, so the
 * page must be reloaded.
 */
export type Opener = (page: Page, words: Words) => Promise<'shown' | 'absent' | 'spoiled'>;

const SHORT = 3000;
const floating = [
  '.ant-modal-wrap:visible',
  '.ant-drawer-open .ant-drawer-section',
  '.ant-popover:not(.ant-popover-hidden)',
  '.ant-dropdown:not(.ant-dropdown-hidden)',
  '.palette:visible',
  '.popup:visible',
].join();
const menuItem =
  ':is(.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-item:not(.ant-dropdown-menu-item-disabled), .popup-entry:not([aria-disabled=true]))';
/** The constant prefix of a text, before its first parameter. */
const begun = (words: Words, key: keyof Words) => words[key].split('{')[0]?.trim() ?? '';
const visible = (of: Locator) => of.locator('visible=true');

/** Presses the match; `shown` once a new overlay appears. */
export const pressing =
  (found: (page: Page, words: Words) => Locator, nth = 0): Opener =>
  async (page, words) => {
    const button = visible(found(page, words)).nth(nth);
    if ((await button.count()) === 0 || !(await button.isEnabled())) return 'absent';
    return opened(page, () => button.click({ timeout: SHORT }));
  };

async function opened(page: Page, act: () => Promise<void>) {
  const [address, before] = [page.url(), await page.locator(floating).count()];
  await act();
  for (let turn = 0; turn < 12; turn++) {
    await page.waitForTimeout(100);
    if (page.url() !== address) return 'spoiled';
    if ((await page.locator(floating).count()) > before) return 'shown';
  }
  return 'spoiled';
}

/** @throws where it is there and opens nothing, because a named button must open something */
export const named = (key: keyof Words): Opener => {
  const press = pressing((page, words) => page.getByRole('button', { name: begun(words, key) }));
  return async (page, words) => {
    const outcome = await press(page, words);
    if (outcome === 'spoiled') throw new Error(`“${begun(words, key)}” was pressed and nothing opened`);
    return outcome;
  };
};

export const primary = pressing((page) => page.locator('.page-actions :is(.ant-btn-primary, .ant-btn-color-primary)'));

/** The nth entry of the menu that `button` opens. */
export const entry =
  (button: (page: Page) => Locator, nth: number): Opener =>
  async (page) => {
    const opens = visible(button(page)).first();
    if ((await opens.count()) === 0) return 'absent';
    await opens.click({ timeout: SHORT });
    const item = page.locator(menuItem).nth(nth);
    const there = await item.waitFor({ timeout: 700 }).then(
      () => true,
      () => false,
    );
    if (!there) {
      await page.keyboard.press('Escape');
      await page.locator(menuItem).first().waitFor({ state: 'hidden', timeout: 1000 });
      return 'absent';
    }
    const address = page.url();
    await item.click({ timeout: SHORT });
    await page.waitForTimeout(600);
    return page.url() === address && (await page.locator(floating).count()) > 0 ? 'shown' : 'spoiled';
  };

/** Submits the opened form unchanged, to show its validation errors. */
export const sending =
  (opener: Opener): Opener =>
  async (page, words) => {
    const open = await opener(page, words);
    if (open !== 'shown') return open;
    const send = page.locator(':is(.ant-drawer-open .form-footer, .ant-modal-footer) .ant-btn-primary:visible:not([disabled])').last();
    if (!(await send.isVisible())) return 'spoiled';
    await send.click({ timeout: SHORT });
    return said(page);
  };

export const sendingPage: Opener = async (page) => {
  const send = page.locator(':is(.footer-bar .ant-btn-primary, .form-view [type=submit], .map-form [type=submit]):visible').last();
  if (!(await send.isVisible())) return 'absent';
  await send.click({ timeout: SHORT });
  return said(page);
};

const said = async (page: Page) => {
  const fault = page.locator('.ant-form-item-explain-error, [role=alert]').locator('visible=true').first();
  return fault.waitFor({ timeout: 1500 }).then(
    () => 'shown' as const,
    () => 'spoiled' as const,
  );
};

/** The tab at index `nth`, from 0. */
export const tab =
  (nth: number): Opener =>
  async (page) => {
    const other = page.locator('.page .ant-tabs-tab:visible').nth(nth);
    if ((await other.count()) === 0) return 'absent';
    await other.click({ timeout: SHORT });
    await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined);
    return 'shown';
  };

/** Selects the first two rows, which shows the bulk actions. */
export const ticked: Opener = async (page) => {
  const boxes = page.locator(':is(tbody .ant-table-selection-column, .record-card-name) .ant-checkbox-input:not([disabled])');
  if ((await boxes.count()) === 0) return 'absent';
  for (const box of (await boxes.all()).slice(0, 2)) await box.check({ timeout: SHORT });
  await page.locator('.action-bar:visible').waitFor({ timeout: SHORT });
  return 'shown';
};

/** The nth bulk action. */
export const tickedThen =
  (nth: number): Opener =>
  async (page, words) => {
    if ((await ticked(page, words)) === 'absent') return 'absent';
    const acts = page.locator('.action-bar .ant-btn:not(.ant-btn-link)');
    const found = await pressing(() => acts, nth)(page, words);
    return found === 'absent' ? 'spoiled' : found;
  };

export const allFilters: Opener = async (page) => {
  const more = page.locator('.filter-buttons [aria-expanded=false]:visible').first();
  if ((await more.count()) === 0) return 'absent';
  await more.click({ timeout: SHORT });
  return 'shown';
};
