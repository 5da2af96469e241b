import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { chooseRowAction } from './support/lists.ts';
import { waitForNotice } from './support/notices.ts';
import { test as base, expect } from './support/test.ts';
import { t } from './support/text.ts';

const test = base.extend<{
  /** URLs of the requests of all pages. */
  requestedUrls: string[];
}>({
  requestedUrls: async ({}, use) => use([]),
  openPage: async ({ openPage, requestedUrls }, use) => {
    await use(async (options) => {
      const page = await openPage(options);
      page.on('request', (request) => requestedUrls.push(request.url()));
      return page;
    });
  },
});

const root = path.join(tmpdir(), `suyuan-gen-${process.pid}`);
test.use({ environment: { GEN_ROOT: root } });
// the server does not start without the folder
test.beforeAll(() => mkdirSync(root, { recursive: true }));
test.afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Creates a table with one column, `<name>_name`. Returns the id of its import. */
async function addTable(admin: Api, tableName: string): Promise<number> {
  const columns = [{ columnName: `${tableName}_name`, columnComment: '名称', type: 'text', maxLength: 100 }];
  await admin.must('POST', '/tool/gen/createTable', { tableName, tableComment: '试验表', owned: true, columns });
  return (await admin.must('GET', `/tool/gen/list?tableName=${tableName}`)).rows?.[0].tableId;
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test.describe('the module generator and the API documents', () => {
  test.afterEach(({ requestedUrls, suyuan }) => {
    const externalUrls = requestedUrls.filter((url) => !url.startsWith(suyuan.consoleUrl) && !/^(data|blob):/.test(url));
    expect(externalUrls).toEqual([]);
  });

  test('creates a table from a form and explains an invalid column name', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/tool/gen');
    await page.getByRole('button', { name: t('tool.gen.create') }).click();
    const drawer = page.getByRole('dialog', { name: t('tool.gen.create') });
    const columnName = drawer.getByLabel(`${t('tool.gen.columnName')} 1`);
    await drawer.getByLabel(t('tool.gen.tableName')).fill('goods_price');
    await drawer.getByLabel(t('tool.gen.tableComment')).fill('商品价格表');
    await columnName.fill('Price Name');
    await drawer.getByLabel(`${t('tool.gen.columnComment')} 1`).fill('价格名称');
    await drawer.getByRole('button', { name: t('tool.gen.create') }).click();
    await waitForText(page, t('issue.formatHint', { field: t('tool.gen.columnName'), hint: t('tool.gen.columnName.hint') }));
    await columnName.fill('price_name');
    await drawer.getByRole('button', { name: t('tool.gen.create') }).click();
    await page.getByRole('button', { name: 'goods_price', exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  test('saves column settings from three tabs together', async ({ signIn, apiAs, faults }) => {
    const admin = await apiAs('admin');
    const tableId = await addTable(admin, 'shelf');
    const page = await signIn('admin', '/tool/gen');
    await chooseRowAction(row(page, 'shelf'), t('kit.edit'));
    await page.waitForURL(`**/gen/edit?tableId=${tableId}`);
    await page.getByRole('tab', { name: t('tool.gen.tab.columns') }).click();
    await page.getByLabel(`shelf_name ${t('tool.gen.columnComment')}`).fill('货架的名称');
    await page.getByLabel(`shelf_name ${t('tool.gen.isRequired')}`).check();
    await page.getByRole('tab', { name: t('tool.gen.tab.generation') }).click();
    await page.getByLabel(t('tool.gen.functionName')).fill('');
    await page.getByRole('button', { name: t('kit.save') }).click();
    await waitForNotice(page, t('tool.gen.invalid'));
    await page.getByLabel(t('tool.gen.functionName')).fill('货架');
    await page.getByText(t('tool.gen.genType.1')).click();
    await page.getByRole('button', { name: t('kit.save') }).click();
    await page.waitForURL(/\/tool\/gen$/);
    const { info, rows } = (await admin.must('GET', `/tool/gen/${tableId}`)).data;
    expect(info).toMatchObject({ functionName: '货架', genType: '1' });
    expect(rows).toContainEqual(expect.objectContaining({ columnName: 'shelf_name', columnComment: '货架的名称', isRequired: '1' }));
    expect(faults).toEqual([]);
  });

  test('previews the module files with syntax colours and writes them to the server folder', async ({ signIn, apiAs, faults }) => {
    const admin = await apiAs('admin');
    const tableId = await addTable(admin, 'goods_label');
    await admin.must('PUT', '/tool/gen', { tableId, functionName: '商品标签', genType: '1' });
    const page = await signIn('admin', '/tool/gen');
    await page.getByRole('button', { name: 'goods_label', exact: true }).click();
    const preview = page.getByRole('dialog', { name: t('tool.gen.previewOf', { tableName: 'goods_label' }) });
    await preview.getByRole('button', { name: /goodsLabel\.service\.ts/ }).click();
    await preview.locator('.cm-content', { hasText: 'goodsLabelId' }).waitFor();
    await preview
      .getByRole('button', { name: 'Close' })
      .or(preview.getByRole('button', { name: t('kit.close') }))
      .first()
      .click();
    await row(page, 'goods_label')
      .getByRole('button', { name: t('tool.gen.generate') })
      .click();
    const resultDialog = page.getByRole('dialog', { name: t('tool.gen.writtenOf', { tableName: 'goods_label' }) });
    await resultDialog.getByText(t('tool.gen.outcome.written')).first().waitFor();
    await resultDialog
      .getByRole('button', { name: t('kit.close') })
      .last()
      .click();
    expect(faults).toEqual([]);
  });

  test('shows the time of a download in the list, and that a deletion does not drop the table', async ({ signIn, apiAs, faults }) => {
    await addTable(await apiAs('admin'), 'goods_time');
    const page = await signIn('admin', '/tool/gen');
    const dashes = row(page, 'goods_time').getByRole('cell', { name: '—', exact: true });
    await expect(dashes).toHaveCount(2);
    const downloading = page.waitForEvent('download');
    await row(page, 'goods_time')
      .getByRole('button', { name: t('tool.gen.generate') })
      .click();
    await downloading;
    await expect(dashes).toHaveCount(1);
    await chooseRowAction(row(page, 'goods_time'), t('kit.remove'));
    await page.getByRole('dialog').getByText(t('tool.gen.removeMeans')).waitFor();
    expect(faults).toEqual([]);
  });

  test('lists API calls by group, finds one by permission and calls it as the signed-in user', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/tool/swagger');
    // a list of the same operations precedes the viewer
    const viewer = page.locator('.swagger-ui');
    await page.getByRole('button', { name: new RegExp(`^${t('system.post')}`) }).click();
    await viewer.getByText('/system/post/optionselect').waitFor();
    await page.getByLabel(t('tool.swagger.search')).fill('system:post:list');
    await viewer.getByText('岗位列表').waitFor();
    await viewer.getByText('/system/post/list', { exact: true }).click();
    await page.getByRole('button', { name: t('tool.swagger.label.try') }).click();
    await page.getByRole('button', { name: t('tool.swagger.label.execute') }).click();
    await page.locator('.live-responses-table', { hasText: '"code": 200' }).waitFor();
    await page.getByText(t('tool.swagger.document.public')).click();
    await viewer.getByText('/v1/verifications').waitFor();
    expect(faults).toEqual([]);
  });
});
