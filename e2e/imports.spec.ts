import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, api, pollUntil, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

// The spreadsheet library is a dependency of the server.
const hucre: typeof import('hucre/xlsx') = createRequire(path.join(import.meta.dirname, '../apps/server/package.json'))('hucre/xlsx');

describe('imports of suppliers and batches', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let planner: Visitor;
  let page: Page;
  let titles: string[] = [];

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    // wide enough for every column of the list
    planner = await newVisitor(browser, 1680);
    page = planner.page;
    await signIn(planner, suyuan, 'planner');
    await page.getByRole('menuitem', { name: '供应商管理' }).click();
    await waitForText(page, '共 6 条');
    await page.getByRole('button', { name: '导入', exact: true }).click();
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const dialog = () => page.getByRole('dialog', { name: '导入供应商' });

  /** Uploads a file with the template's headings. */
  async function uploadRows(name: string, rows: Record<string, string>[], target = dialog()) {
    const table = [titles, ...rows.map((row) => titles.map((title) => row[title] ?? null))];
    const buffer = Buffer.from(await hucre.writeXlsx({ sheets: [{ name: '供应商', rows: table }] }));
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await target.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  }

  it('provides a template with the field labels of the form', async () => {
    const downloading = page.waitForEvent('download');
    await dialog().getByRole('button', { name: '下载模板' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('supplier_template.xlsx');
    const { sheets } = await hucre.readXlsx(await readFile((await download.path()) ?? ''));
    titles = (sheets[0]?.rows[0] ?? []).map(String);
    expect(titles).toEqual([
      ...['供应商编码', '供应商名称', '简称', '统一社会信用代码', 'GLN', '等级', '联系人', '联系电话', '邮箱', '地址', '经度', '纬度'],
      ...['许可证号', '开户银行', '银行账号', '备注', '目录编码', '所在地区'],
    ]);
  });

  it('shows the errors of each row before anything is saved', async () => {
    await uploadRows('两行一错.xlsx', [
      { 供应商编码: 'IMP-1', 供应商名称: '导入一号', 等级: 'A 级' },
      { 供应商编码: 'IMP-2', 供应商名称: '导入二号', GLN: '6990016890019' },
    ]);
    await dialog().getByText('1 行可以导入，1 行有误').waitFor();
    await dialog()
      .getByRole('listitem')
      .filter({ hasText: /第 3 行.*GLN 不是有效的 GLN/ })
      .waitFor();
    await dialog()
      .getByRole('button', { name: /取\s*消/ })
      .click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: '刷新' }).click();
    await waitForText(page, '共 6 条');
  });

  it('rejects a file with the wrong content, with one message', async () => {
    await page.getByRole('button', { name: '导入', exact: true }).click();
    const file = { name: '假的.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('not a workbook') };
    await dialog().locator('input[type=file]').setInputFiles(file);
    await dialog().getByText('文件“假的.xlsx”不是有效的 xlsx 文件；用模板填写后再上传').waitFor();
    expect(await dialog().getByRole('button', { name: /^导入/ }).isDisabled()).toBe(true);
  });

  it('retries the same file when the server is reachable again', async () => {
    const dryRunUrl = /\/importData\?.*dryRun=1/;
    await page.route(dryRunUrl, (route) => route.abort());
    await uploadRows('一行.xlsx', [{ 供应商编码: 'IMP-1', 供应商名称: '导入一号', 等级: 'A 级' }]);
    const retryButton = dialog().getByRole('button', { name: '重试' });
    await retryButton.waitFor();
    await page.unroute(dryRunUrl);
    await retryButton.click();
    await dialog().getByText('1 行可以导入，0 行有误').waitFor();
    planner.faults.length = 0; // the browser's own message for an unreachable server
  });

  it('imports a valid file and shows its rows', async () => {
    await uploadRows('两行.xlsx', [
      { 供应商编码: 'IMP-1', 供应商名称: '导入一号', 等级: 'A 级' },
      { 供应商编码: 'IMP-2', 供应商名称: '导入二号', 所在地区: '云南省大理白族自治州' },
    ]);
    await dialog().getByText('2 行可以导入，0 行有误').waitFor();
    await dialog().getByRole('button', { name: '导入 2 行' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await waitForText(page, '共 8 条');
    await page.getByRole('row').filter({ hasText: '导入二号' }).getByText('云南省大理白族自治州').waitFor();
  });

  it('reports an existing code as an error, or updates it on request without clearing fields', async () => {
    await page.getByRole('button', { name: '导入', exact: true }).click();
    await uploadRows('改名.xlsx', [{ 供应商编码: 'IMP-2', 供应商名称: '导入二号改' }]);
    await dialog().getByText('0 行可以导入，1 行有误').waitFor();
    await dialog().getByRole('checkbox', { name: '更新已有记录' }).check();
    await dialog().getByText('1 行可以导入，0 行有误').waitFor();
    await waitForText(page, '其中 1 行更新已有记录。');
    await dialog().getByRole('button', { name: '导入 1 行' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('row').filter({ hasText: '导入二号改' }).getByText('云南省大理白族自治州').waitFor();
    await waitForText(page, '共 8 条');
  });

  it('disables the form during an import and leaves a newly opened dialog alone', async () => {
    const importGate = Promise.withResolvers<void>();
    const isRealImport = ({ pathname, searchParams }: URL) => pathname.endsWith('/importData') && !searchParams.has('dryRun');
    await page.route(isRealImport, async (route) => {
      await importGate.promise;
      await route.continue();
    });
    const cancel = () =>
      dialog()
        .getByRole('button', { name: /取\s*消/ })
        .click();
    await page.getByRole('button', { name: '导入', exact: true }).click();
    const option = dialog().getByRole('checkbox', { name: '更新已有记录' });
    await option.check();
    await uploadRows('再改名.xlsx', [{ 供应商编码: 'IMP-2', 供应商名称: '导入二号再改' }]);
    await dialog().getByText('1 行可以导入，0 行有误').waitFor();
    await dialog().getByRole('button', { name: '导入 1 行' }).click();
    await expect
      .poll(async () => [await option.isDisabled(), await dialog().locator('input[type=file]').isDisabled()], { timeout: 30_000 })
      .toEqual([true, true]);
    await cancel();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: '导入', exact: true }).click();
    await dialog().waitFor();
    importGate.resolve();
    await page.getByText('导入二号再改').waitFor();
    expect(await dialog().isVisible()).toBe(true);
    await cancel();
    await page.unroute(isRealImport);
  });

  it('imports batches by codes and names, and reports unknown ones', async () => {
    await page.getByRole('menuitem', { name: '批次管理' }).click();
    await page.getByRole('heading', { level: 1, name: '批次管理' }).waitFor();
    await page.getByRole('button', { name: '导入', exact: true }).locator('visible=true').click();
    const batchDialog = page.getByRole('dialog', { name: '导入批次' });
    const validRow = { 品类编码: 'MILK-250', 供应商编码: 'YL-DAIRY', 数量: '4800', 生产日期: '2026/11/1', 包装: '0×24×60' };
    titles = ['批号', ...Object.keys(validRow), '生产线', '预定渠道商编码', '预定地区'];
    const batchRow = (批号: string, 预定渠道商编码: string) => ({
      批号,
      ...validRow,
      生产线: '利乐灌装 1 线',
      预定渠道商编码,
      预定地区: '广东省',
    });
    await uploadRows('一行有误.xlsx', [batchRow('SHEET-1', 'GD-SZ'), batchRow('SHEET-2', 'NONE')], batchDialog);
    await batchDialog
      .getByRole('listitem')
      .filter({ hasText: /第 3 行.*没有这个预定渠道商编码，或它不在您的数据范围内/ })
      .waitFor();
    await batchDialog.getByRole('button', { name: '只导入正确的 1 行' }).click();
    await batchDialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'SHEET-1' }).click();
    await page.getByRole('heading', { level: 1, name: 'SHEET-1' }).waitFor();
    await waitForText(page, '利乐灌装 1 线');
    await page.getByRole('link', { name: '鹏城乳品深圳分销' }).waitFor();
    expect(planner.faults).toEqual([]);
  });

  it('shows the progress of a long import and keeps every row once when the server is killed', async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/supplier`);
    await page.getByRole('button', { name: '导入', exact: true }).click();
    titles = ['供应商编码', '供应商名称'];
    // a failed progress request does not end the task
    await page.route(/\/api\/account\/task\/\d+$/, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
    await uploadRows(
      '一千二.xlsx',
      Array.from({ length: 1200 }, (_, at) => ({ 供应商编码: `LONG-${at}`, 供应商名称: `第 ${at} 家` })),
    );
    await dialog().getByRole('progressbar').waitFor();
    await dialog()
      .getByText(/^1.200 行可以导入，0 行有误$/)
      .waitFor({ timeout: 60_000 });
    await dialog().getByRole('button', { name: /^导入/ }).click();
    await dialog().getByText('关闭窗口后继续进行，进度在右上角的任务里').waitFor();
    await dialog()
      .getByRole('button', { name: /取\s*消/ })
      .click();
    const signInPlanner = async () => api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'planner', suyuan.passwords.planner ?? ''));
    const readLatestTask = (client: Api) => async () => (await client.must('GET', '/account/task/list')).rows?.[0];
    await pollUntil(readLatestTask(await signInPlanner()), ({ kind, done }) => kind === 'importRows' && done > 0);
    process.kill(suyuan.pid, 'SIGKILL');
    suyuan = { ...(await startSuyuan({}, suyuan.dataDir)), passwords: suyuan.passwords };
    const client = await signInPlanner();
    expect(await pollUntil(readLatestTask(client), ({ state }) => state === 'done')).toMatchObject({
      done: 1200,
      result: { count: 1200, bad: 0 },
    });
    expect((await client.must('GET', '/manage/supplier/list?supplierCode=LONG-')).total).toBe(1200);
  });
});
