import type { Locator } from '@playwright/test';
import { displayNames } from '@suyuan/contract';
import type { Api } from './support/api.ts';
import { startWalker } from './support/page-walker.ts';
import { expect, test } from './support/test.ts';
import { accounts, t } from './support/text.ts';

/** Greatest distance of the first tab from the top of a window of 1440 × 900, in pixels. */
const CONTENT_TOP = 480;

type Row = Record<string, string>;

/** List with the record, its page, and the name in the title. */
const detailPages: [list: string, path: (row: Row) => string, name: (row: Row) => string | undefined][] = [
  ['/manage/batch/list?state=active', ({ batchId }) => `/manage/batch/${batchId}`, ({ categoryName }) => categoryName],
  ['/manage/batch/list?state=recalled', ({ batchId }) => `/manage/batch/${batchId}`, ({ categoryName }) => categoryName],
  ['/manage/category/list', ({ categoryId }) => `/manage/category/${categoryId}`, ({ categoryName }) => categoryName],
  ['/manage/supplier/list?state=approved', ({ supplierId }) => `/manage/supplier/${supplierId}`, ({ supplierName }) => supplierName],
  [
    '/manage/channelBusiness/list?state=active',
    ({ channelBusinessId: id }) => `/manage/channelBusiness/${id}`,
    (row) => row.channelBusinessName,
  ],
  [
    '/manage/channelBusiness/list?state=suspended',
    ({ channelBusinessId: id }) => `/manage/channelBusiness/${id}`,
    (row) => row.channelBusinessName,
  ],
  ['/manage/codeRecord/list?verdict=genuine', ({ batchId, ordinal }) => `/manage/code/${batchId}/${ordinal}`, () => undefined],
  ['/manage/dispatch/list?state=received&kind=out', ({ dispatchId }) => `/manage/dispatch/${dispatchId}`, ({ toName }) => toName],
  ['/manage/handover/list', ({ handoverId }) => `/manage/handover/${handoverId}`, ({ categoryName }) => categoryName],
  ['/manage/traceability/list', ({ traceRecordId: id }) => `/manage/traceability/record/${id}`, ({ categoryName }) => categoryName],
  ['/manage/traceability/list', ({ batchId }) => `/manage/traceability/batch/${batchId}`, ({ categoryName }) => categoryName],
  ['/manage/batch/list?state=recalled', ({ batchId }) => `/manage/recallImpact?batchId=${batchId}`, ({ categoryName }) => categoryName],
];

async function firstRow(admin: Api, list: string): Promise<Row> {
  const { rows = [] } = await admin.must('GET', `${list}${list.includes('?') ? '&' : '?'}pageNum=1&pageSize=1`);
  expect(rows, list).toHaveLength(1);
  return rows[0];
}

test.describe('detail pages', () => {
  test('have the name of the record in the title, and their content within the first screen', async ({ browser, suyuan, apiAs }) => {
    const admin = await apiAs('admin');
    const account = { username: 'admin', password: suyuan.passwords.admin ?? '' };
    const { page, open } = await startWalker(browser, { url: suyuan.consoleUrl }, { account, width: 1440 });
    // the banner of an initial password is not part of the page
    const later = page.getByRole('button', { name: t('account.later') });
    if (await later.isVisible()) await later.click();
    const tops: Record<string, number> = {};
    for (const [list, pathOf, nameOf] of detailPages) {
      const row = await firstRow(admin, list);
      const path = pathOf(row);
      await open(path);
      const main = page.locator('[data-page=body]').locator('visible=true').first();
      await expect(main.getByRole('heading', { level: 1 })).toContainText(nameOf(row) ?? '');
      const tab = main.getByRole('tab').first();
      const content = (await tab.count()) > 0 ? tab : main.locator('h2, [data-testid=tile-note]').first();
      await content.waitFor();
      tops[path] = Math.round((await content.boundingBox())?.y ?? 0);
    }
    expect(Object.entries(tops).filter(([, top]) => top >= CONTENT_TOP)).toEqual([]);
    await page.context().close();
  });

  test('have their facts in the same place while they load', async ({ signIn, apiAs, faults }) => {
    // the oldest, so that no other test has made it
    const { batchId } = await firstRow(await apiAs('admin'), '/manage/batch/list?state=active&orderByColumn=createTime&isAsc=asc');
    const page = await signIn('admin', '/manage/batch?state=active&orderBy=createTime');
    const recordGate = Promise.withResolvers<void>();
    await page.route(`**/api/manage/batch/${batchId}`, async (route) => {
      await recordGate.promise;
      await route.continue();
    });
    const main = page.locator('[data-page=body]').locator('visible=true');
    const edgesOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox())!;
      return [y, y + height] as const;
    };
    await page.locator(`a[href$="/manage/batch/${batchId}"]`).first().click();
    const skeletonCards = main.getByRole('status', { name: t('kit.loading') }).locator('.card');
    await expect(skeletonCards).toHaveCount(2);
    const [top, bottom] = await edgesOf(skeletonCards.first());
    await expect(main.getByRole('heading')).toHaveCount(0);
    recordGate.resolve();
    await main.getByRole('heading', { level: 1 }).waitFor();
    const [loadedTop, loadedBottom] = await edgesOf(main.getByTestId('record-card'));
    expect(loadedTop).toBe(top);
    // the button that copies a fact is a pixel higher than text
    expect(Math.abs(loadedBottom - bottom)).toBeLessThan(2);
    expect(faults).toEqual([]);
  });

  test('show display names, and the whole life cycle on a phone', async ({ signIn, apiAs, faults }) => {
    const { batchId } = await firstRow(await apiAs('admin'), '/manage/batch/list?state=active');
    const page = await signIn('admin', `/manage/batch/${batchId}`, { width: 390 });
    const steps = page.getByRole('list', { name: t('manage.batch.life') });
    await steps.getByText(accounts.planner).first().waitFor();
    await expect(steps.getByText('planner')).toHaveCount(0);
    const [first, current] = [steps.getByRole('listitem').first(), steps.locator('[aria-current=step]')];
    for (const step of [first, current]) {
      const box = (await step.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
    }
    const rangeLink = page.getByRole('button', { name: t('manage.batch.chooseRange') }).locator('span');
    const leftOf = async (part: Locator) => (await part.boundingBox())!.x;
    expect(Math.abs((await leftOf(rangeLink)) - (await leftOf(page.getByRole('img', { name: /\d/ }).first())))).toBeLessThan(2);
    expect(faults).toEqual([]);
  });

  test('name who changed a product last, and when', async ({ signIn, apiAs, faults }) => {
    const planner = await apiAs('planner');
    const { categoryId } = await firstRow(planner, '/manage/category/list');
    await planner.must('PUT', '/manage/category', { categoryId, remark: '换了包装' });
    const page = await signIn('admin', `/manage/category/${categoryId}?tab=facts`);
    await page.getByText(t('common.field.updateBy'), { exact: true }).waitFor();
    await page.getByText(t('common.field.updateTime'), { exact: true }).waitFor();
    await expect(page.getByText(accounts.planner, { exact: true })).toHaveCount(2);
    expect(faults).toEqual([]);
  });

  test('show a placeholder instead of login names until the display names are there', async ({ signIn, apiAs, suyuan }) => {
    const { batchId, createBy } = await firstRow(await apiAs('admin'), '/manage/batch/list?state=active');
    const page = await signIn('admin');
    const answer = Promise.withResolvers<void>();
    await page.route(`**${displayNames.path}?*`, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto(`${suyuan.consoleUrl}/manage/batch/${batchId}`);
    const name = page
      .getByText(createBy ?? '', { exact: true })
      .locator('visible=true')
      .first();
    await expect(name).toHaveClass(/text-transparent/);
    answer.resolve();
    await expect(name).toHaveCount(0);
  });
});
