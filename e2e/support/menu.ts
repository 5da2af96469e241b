import { expect, type Page } from '@playwright/test';
import { t } from './text.ts';

/** Titles of pages by the group of the side menu that contains them. */
const pagesByGroup = {
  [t('shell.menu.production')]: [t('manage.batch.title')],
  [t('shell.menu.distribution')]: [t('manage.channelBusiness.title')],
  [t('shell.menu.verification')]: [t('manage.codeRecord.title')],
  [t('shell.menu.masterData')]: [
    t('manage.category.title'),
    t('manage.supplier.title'),
    t('manage.codeRule.title'),
    t('manage.expiry.title'),
  ],
  [t('shell.menu.system')]: [t('system.notice.title')],
};

/** Entry of the side menu, in its group, which is opened if it is collapsed. */
export async function menuEntry(page: Page, title: string) {
  const menu = page.getByTestId('side-menu');
  const group = Object.keys(pagesByGroup).find((name) => pagesByGroup[name]?.includes(title)) ?? '';
  const toggle = menu.getByRole('menuitem', { name: group, exact: true });
  const entry = menu.getByRole('menuitem', { name: title, exact: true });
  // a group also opens or closes when a page opens
  await expect(async () => {
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    await entry.waitFor({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  return entry;
}

export const choosePage = async (page: Page, title: string) => (await menuEntry(page, title)).click();
