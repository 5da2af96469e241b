import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Locator, Page, Route } from '@playwright/test';
import pg from 'pg';
import { runningDatabaseUrls } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { pollUntil } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { startSuyuan } from './support/suyuan-process.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/text.ts';

// The spreadsheet library is a dependency of the server.
const hucre: typeof import('hucre/xlsx') = createRequire(path.join(import.meta.dirname, '../apps/server/package.json'))('hucre/xlsx');

const supplierTitles = {
  supplierCode: t('manage.supplier.supplierCode'),
  supplierName: t('manage.supplier.supplierName'),
  shortName: t('manage.supplier.shortName'),
  uscc: t('manage.supplier.uscc'),
  gln: t('manage.supplier.gln'),
  grade: t('manage.supplier.grade'),
  contactName: t('manage.supplier.contactName'),
  contactPhone: t('manage.supplier.contactPhone'),
  email: t('manage.supplier.email'),
  address: t('manage.supplier.address'),
  lng: t('manage.supplier.lng'),
  lat: t('manage.supplier.lat'),
  licenceNo: t('manage.supplier.licenceNo'),
  bankName: t('manage.supplier.bankName'),
  bankAccount: t('manage.supplier.bankAccount'),
  remark: t('common.field.remark'),
  catalogueCode: t('manage.supplier.catalogueCode'),
  regionCode: t('manage.supplier.regionCode'),
};

const batchTitles = {
  batchNo: t('manage.batch.batchNo'),
  categoryCode: t('manage.batch.categoryCode'),
  supplierCode: t('manage.batch.supplierCode'),
  quantity: t('manage.batch.quantity'),
  madeDate: t('manage.batch.madeDate'),
  packagingText: t('manage.batch.packagingText'),
  productionLine: t('manage.batch.productionLine'),
  intendedDealerCode: t('manage.batch.intendedDealerCode'),
  intendedRegionCode: t('manage.batch.intendedRegionCode'),
};

/** Uploads a workbook with these titles and rows, both by field. */
async function upload<Titles extends Record<string, string>>(
  dialog: Locator,
  name: string,
  titles: Titles,
  rows: { [Field in keyof Titles]?: string }[],
) {
  const fields = Object.keys(titles) as (keyof Titles)[];
  const table: (string | null)[][] = [Object.values(titles), ...rows.map((row) => fields.map((field) => row[field] ?? null))];
  const buffer = Buffer.from(await hucre.writeXlsx({ sheets: [{ name: 'rows', rows: table }] }));
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
}

async function openImport(page: Page, noun: string): Promise<Locator> {
  await page.getByRole('button', { name: t('kit.import'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('kit.importNoun', { noun }) });
  await dialog.waitFor();
  return dialog;
}

const openSupplierImport = (page: Page) => openImport(page, t('manage.supplier.many'));

const suppliers = (codePrefix: string) => `/manage/supplier?supplierCode=${codePrefix}`;

const DALI = { regionCode: '532900', regionName: '云南省大理白族自治州', listed: '大理白族自治州 · 云南' };

/** Wide enough for every column of the list. */
const WIDE = { width: 1680 };

/** In place of "cancel" while the import goes on. */
const closeButton = (dialog: Locator) => dialog.locator('.ant-modal-footer').getByRole('button', { name: t('kit.close') });

test.describe('imports of suppliers and batches', () => {
  test.afterEach(({ faults }) => expect(faults).toEqual([]));

  test('provides a template with the field labels of the form', async ({ signIn }) => {
    const page = await signIn('planner', '/manage/supplier');
    const dialog = await openSupplierImport(page);
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: t('kit.template') }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('supplier_template.xlsx');
    const { sheets } = await hucre.readXlsx(await readFile(await download.path()));
    expect(sheets[0]?.rows[0]).toEqual(Object.values(supplierTitles));
  });

  test('shows the errors of each row before anything is saved', async ({ signIn, apiAs }) => {
    const page = await signIn('planner', suppliers('CHECK-'));
    const emptyList = page.getByText(t('kit.emptyFiltered', { noun: t('manage.supplier.many') }));
    await emptyList.waitFor();
    const dialog = await openSupplierImport(page);
    await upload(dialog, '两行一错.xlsx', supplierTitles, [
      { supplierCode: 'CHECK-1', supplierName: '检查一号', grade: t('manage.supplier.grade.A') },
      { supplierCode: 'CHECK-2', supplierName: '检查二号', gln: '6990016890019' },
    ]);
    await dialog.getByText(t('kit.importPreview', { good: 1, bad: 1 })).waitFor();
    const error = `${t('kit.rowNo', { row: 3 })} ${t('issue.gln', { field: t('manage.supplier.gln') })}`;
    await dialog.getByRole('listitem').filter({ hasText: error }).waitFor();
    await dialog.getByRole('button', { name: t('kit.cancel') }).click();
    await dialog.waitFor({ state: 'hidden' });
    const refreshed = page.waitForResponse(/\/api\/manage\/supplier\/list/);
    await page.getByRole('button', { name: t('kit.refresh') }).click();
    await refreshed;
    await emptyList.waitFor();
    expect((await (await apiAs('planner')).must('GET', '/manage/supplier/list?supplierCode=CHECK-')).total).toBe(0);
  });

  test('rejects a file with the wrong content, with one message', async ({ signIn }) => {
    const page = await signIn('planner', '/manage/supplier');
    const dialog = await openSupplierImport(page);
    const file = { name: '假的.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('not a workbook') };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await expect(dialog.getByText(t('problem.fileUnreadable', { file: '假的.xlsx', expected: 'xlsx' }))).toHaveCount(1);
    await expect(dialog.getByRole('button', { name: t('kit.import'), exact: true })).toBeDisabled();
  });

  test('retries the same file when the server is reachable again', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/supplier');
    const dialog = await openSupplierImport(page);
    const dryRunUrl = /\/importData\?.*dryRun=1/;
    await page.route(dryRunUrl, (route) => route.abort());
    await upload(dialog, '一行.xlsx', supplierTitles, [{ supplierCode: 'RETRY-1', supplierName: '重试一号' }]);
    const retryButton = dialog.getByRole('button', { name: t('kit.retry') });
    await retryButton.waitFor();
    faults.length = 0; // the browser's own message for an unreachable server
    await page.unroute(dryRunUrl);
    await retryButton.click();
    await dialog.getByText(t('kit.importPreview', { good: 1, bad: 0 })).waitFor();
  });

  test('imports a valid file and shows its rows', async ({ signIn }) => {
    const page = await signIn('planner', suppliers('VALID-'), WIDE);
    const dialog = await openSupplierImport(page);
    await upload(dialog, '两行.xlsx', supplierTitles, [
      { supplierCode: 'VALID-1', supplierName: '导入一号', grade: t('manage.supplier.grade.A') },
      { supplierCode: 'VALID-2', supplierName: '导入二号', regionCode: DALI.regionName },
    ]);
    await dialog.getByText(t('kit.importPreview', { good: 2, bad: 0 })).waitFor();
    await dialog.getByRole('button', { name: t('kit.importAll', { count: 2 }) }).click();
    await dialog.waitFor({ state: 'hidden' });
    await waitForText(page, t('kit.total', { total: 2 }));
    await page.getByRole('row').filter({ hasText: '导入二号' }).getByText(DALI.listed).waitFor();
  });

  test('reports an existing code as an error, or updates it on request without clearing fields', async ({ signIn, apiAs }) => {
    const { must } = await apiAs('planner');
    await must('POST', '/manage/supplier', { supplierCode: 'UPDATE-1', supplierName: '改前一号', regionCode: DALI.regionCode });
    const page = await signIn('planner', suppliers('UPDATE-'), WIDE);
    const dialog = await openSupplierImport(page);
    await upload(dialog, '改名.xlsx', supplierTitles, [{ supplierCode: 'UPDATE-1', supplierName: '改后一号' }]);
    await dialog.getByText(t('kit.importPreview', { good: 0, bad: 1 })).waitFor();
    await dialog.getByRole('checkbox', { name: t('kit.importUpdate') }).check();
    await dialog.getByText(t('kit.importPreview', { good: 1, bad: 0 })).waitFor();
    await waitForText(page, t('kit.importUpdated', { count: 1 }));
    await dialog.getByRole('button', { name: t('kit.importAll', { count: 1 }) }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('row').filter({ hasText: '改后一号' }).getByText(DALI.listed).waitFor();
    await waitForText(page, t('kit.total', { total: 1 }));
  });

  test('disables the form during an import and leaves a newly opened dialog alone', async ({ signIn, apiAs }) => {
    const { must } = await apiAs('planner');
    await must('POST', '/manage/supplier', { supplierCode: 'GATE-1', supplierName: '等待一号' });
    const page = await signIn('planner', suppliers('GATE-'));
    const importGate = Promise.withResolvers<void>();
    const isRealImport = ({ pathname, searchParams }: URL) => pathname.endsWith('/importData') && !searchParams.has('dryRun');
    await page.route(isRealImport, async (route) => {
      await importGate.promise;
      await route.continue();
    });
    const dialog = await openSupplierImport(page);
    const cancelButton = dialog.getByRole('button', { name: t('kit.cancel') });
    const option = dialog.getByRole('checkbox', { name: t('kit.importUpdate') });
    await option.check();
    await upload(dialog, '再改名.xlsx', supplierTitles, [{ supplierCode: 'GATE-1', supplierName: '等待一号改' }]);
    await dialog.getByText(t('kit.importPreview', { good: 1, bad: 0 })).waitFor();
    await dialog.getByRole('button', { name: t('kit.importAll', { count: 1 }) }).click();
    await expect(option).toBeDisabled();
    await expect(dialog.locator('input[type=file]')).toBeDisabled();
    await closeButton(dialog).click();
    await dialog.waitFor({ state: 'hidden' });
    await openSupplierImport(page);
    importGate.resolve();
    await page.getByText('等待一号改').waitFor();
    await expect(dialog).toBeVisible();
    await cancelButton.click();
    await dialog.waitFor({ state: 'hidden' });
  });

  test('shows the rows of an import that ends while another one starts', async ({ signIn, apiAs }) => {
    const task = { kind: 'importRows', subject: 'x.csv', state: 'running', done: 0, total: 9, result: null, problem: null };
    const times = { createTime: '2026-01-01 00:00:00', startTime: null, finishTime: null };
    let rows = [{ ...task, ...times, taskId: 1 }];
    const page = await signIn('planner');
    await page.route('**/api/account/task/list*', (route) => route.fulfill({ json: { code: 200, rows, total: rows.length } }));
    await page.goto(new URL(suppliers('ENDED-'), page.url()).href);
    await page.getByText(t('kit.emptyFiltered', { noun: t('manage.supplier.many') })).waitFor();
    await page.getByRole('button', { name: t('account.taskRunning', { count: 1 }) }).waitFor();
    await (await apiAs('planner')).must('POST', '/manage/supplier', { supplierCode: 'ENDED-1', supplierName: '结束一号', grade: 'A' });
    rows = [
      { ...task, ...times, taskId: 2 },
      { ...task, ...times, taskId: 1, state: 'done' },
    ];
    await page.getByRole('row').filter({ hasText: 'ENDED-1' }).waitFor();
  });

  test('imports batches by codes and names, and reports unknown ones', async ({ signIn }) => {
    const page = await signIn('planner', '/manage/batch');
    const dialog = await openImport(page, t('manage.batch.many'));
    const row = (batchNo: string, intendedDealerCode: string) => ({
      batchNo,
      categoryCode: 'MILK-250',
      supplierCode: 'YL-DAIRY',
      quantity: '4800',
      madeDate: '2026/11/1',
      packagingText: '0×24×60',
      productionLine: '利乐灌装 1 线',
      intendedDealerCode,
      intendedRegionCode: '广东省',
    });
    await upload(dialog, '一行有误.xlsx', batchTitles, [row('SHEET-1', 'GD-SZ'), row('SHEET-2', 'NONE')]);
    const error = `${t('kit.rowNo', { row: 3 })} ${t('problem.referenceNotFound', { title: t('manage.batch.intendedDealerCode') })}`;
    await dialog.getByRole('listitem').filter({ hasText: error }).waitFor();
    await dialog.getByRole('button', { name: t('kit.importGood', { count: 1 }) }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'SHEET-1' }).click();
    await page.getByRole('heading', { level: 1, name: 'SHEET-1' }).waitFor();
    await waitForText(page, '利乐灌装 1 线');
    await page.getByRole('link', { name: '鹏城乳品深圳分销' }).waitFor();
  });
});

test.describe('a long import of suppliers', () => {
  test.use({ ownServer: true });

  test('shows the progress of a long import and keeps every row once when the server is killed', async ({ signIn, apiAs, suyuan }) => {
    const page = await signIn('planner', '/manage/supplier');
    const dialog = await openSupplierImport(page);
    // a failed progress request does not end the task; a quick preview would be done before it shows any progress
    const progress = [
      (route: Route) => route.fulfill({ status: 503, body: '' }),
      async (route: Route) => {
        const body = await (await route.fetch()).json();
        await route.fulfill({ json: { ...body, data: { ...body.data, state: 'running', done: 600, total: 1200 } } });
      },
    ];
    await page.route(/\/api\/account\/task\/\d+$/, (route) => progress.shift()?.(route), { times: progress.length });
    const { supplierCode, supplierName } = supplierTitles;
    const rows = Array.from({ length: 1200 }, (_, index) => ({ supplierCode: `LONG-${index}`, supplierName: `第 ${index} 家` }));
    await upload(dialog, '一千二.xlsx', { supplierCode, supplierName }, rows);
    await dialog.getByRole('progressbar').waitFor();
    await dialog.getByText(t('kit.importPreview', { good: 1200, bad: 0 })).waitFor();
    // an uncommitted supplier with a code of the file: the import waits for it in its middle
    const otherSession = new pg.Client({ connectionString: (await runningDatabaseUrls(suyuan.dataDir))?.ownerUrl });
    await otherSession.connect();
    await otherSession.query('begin');
    await otherSession.query(
      "insert into supplier (supplier_code, supplier_name, create_by) select 'LONG-600', '并发登记', min(user_id) from users",
    );
    await dialog.getByRole('button', { name: t('kit.importAll', { count: 1200 }) }).click();
    await dialog.getByText(t('kit.importGoesOn')).waitFor();
    await closeButton(dialog).click();
    const before = await apiAs('planner');
    await pollUntil(
      async () => (await before.must('GET', '/account/task/list')).rows?.[0],
      ({ kind, done }) => kind === 'importRows' && done > 0,
    );
    process.kill(suyuan.pid, 'SIGKILL');
    await otherSession.end();
    const ports = { PORT: new URL(suyuan.consoleUrl).port, PUBLIC_PORT: new URL(suyuan.publicUrl).port };
    const restarted = await startSuyuan(ports, suyuan.dataDir);
    try {
      const after = await apiAs('planner');
      const task = await pollUntil(
        async () => (await after.must('GET', '/account/task/list')).rows?.[0],
        ({ state }) => state === 'done',
      );
      expect(task).toMatchObject({ done: 1200, result: { count: 1200, bad: 0 } });
      expect((await after.must('GET', '/manage/supplier/list?supplierCode=LONG-')).total).toBe(1200);
    } finally {
      await restarted.stopProcess();
    }
  });
});
