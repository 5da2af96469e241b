import { expect, test } from './support/test.ts';
import { t } from './support/text.ts';

test('the help icon opens the user guide at the section for the page and the role', async ({ signIn, faults }) => {
  const page = await signIn('approver', '/manage/batch');
  await page.getByRole('heading', { level: 1, name: t('manage.batch.title') }).waitFor();
  await page.getByRole('button', { name: t('shell.help') }).click();
  const section = page.getByRole('heading', { level: 3, name: '审批与发码' });
  await expect(section).toBeFocused();
  await expect(section).toBeInViewport();
  const contents = page.getByRole('navigation', { name: t('shell.help') });
  await contents.getByRole('link', { name: '仓储员' }).click();
  await expect(page.getByRole('heading', { level: 2, name: '仓储员' })).toBeFocused();
  await contents.getByRole('link', { name: '发货', exact: true }).click();
  const picture = page.getByRole('img', { name: '发货单' });
  await expect(picture).toHaveJSProperty('complete', true);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  expect(faults).toEqual([]);
});
