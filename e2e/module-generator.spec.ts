import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('the module generator and the API documents', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  const root = mkdtempSync(path.join(tmpdir(), 'suyuan-gen-'));
  const requestedUrls: string[] = [];

  beforeAll(async () => {
    suyuan = await startSuyuan({ CAPTCHA_ENABLED: 'off', GEN_ROOT: root });
    browser = await openBrowser();
    visitor = await newVisitor(browser);
    page = visitor.page;
    page.on('request', (request) => requestedUrls.push(request.url()));
    await signIn(visitor, suyuan, 'admin');
  });

  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('creates a table from a form and explains an invalid column name', async () => {
    await page.goto(`${suyuan.consoleUrl}/tool/gen`);
    await page.getByRole('button', { name: '建表' }).click();
    const drawer = page.getByRole('dialog', { name: '建表' });
    await drawer.getByLabel('表名称').fill('goods_price');
    await drawer.getByLabel('表描述').fill('商品价格表');
    await drawer.getByLabel('字段列名 1').fill('Price Name');
    await drawer.getByLabel('字段描述 1').fill('价格名称');
    await drawer.getByRole('button', { name: '建表' }).click();
    await waitForText(page, /字段列名的格式不对/);
    await drawer.getByLabel('字段列名 1').fill('price_name');
    await drawer.getByRole('button', { name: '建表' }).click();
    await page.getByRole('button', { name: 'goods_price', exact: true }).waitFor();
  });

  it('saves column settings from three tabs together', async () => {
    await page.getByRole('button', { name: '修改', exact: true }).click();
    await page.waitForURL(/\/gen\/edit\?tableId=\d+/);
    await page.getByRole('tab', { name: '字段信息' }).click();
    await page.getByLabel('price_name 字段描述').fill('价格的名称');
    await page.getByLabel('price_name 必填').check();
    await page.getByRole('tab', { name: '生成信息' }).click();
    await page.getByLabel('生成功能名').fill('');
    await page.getByRole('button', { name: '保存' }).click();
    await waitForText(page, '表单校验未通过，请重新检查提交内容');
    await page.getByLabel('生成功能名').fill('商品价格');
    await page.getByText('写入服务器文件夹').click();
    await page.getByRole('button', { name: '保存' }).click();
    await page.waitForURL(/\/tool\/gen$/);
  });

  it('previews the module files with syntax colours and writes them to the server folder', async () => {
    await page.getByRole('button', { name: 'goods_price', exact: true }).click();
    const preview = page.getByRole('dialog', { name: '预览“goods_price”的模块' });
    await preview.getByRole('button', { name: /goodsPrice\.service\.ts/ }).click();
    await preview.locator('.cm-content', { hasText: 'goodsPriceId' }).waitFor();
    await preview
      .getByRole('button', { name: 'Close' })
      .or(preview.getByRole('button', { name: '关闭' }))
      .first()
      .click();
    await page.getByRole('button', { name: '生成代码' }).first().click();
    const resultDialog = page.getByRole('dialog', { name: '“goods_price”的模块已生成' });
    await resultDialog.getByText('已写入').first().waitFor();
    await resultDialog.getByRole('button', { name: '关闭' }).last().click();
  });

  it('lists API calls by group, finds one by permission and calls it as the signed-in user', async () => {
    await page.goto(`${suyuan.consoleUrl}/tool/swagger`);
    await page.getByRole('button', { name: /^岗位/ }).click();
    await page.getByText('/system/post/optionselect').waitFor();
    await page.getByLabel('查找接口：地址、名称或权限').fill('system:post:list');
    await page.getByText('岗位列表').waitFor();
    await page.getByText('/system/post/list', { exact: true }).click();
    await page.getByRole('button', { name: '试一试' }).click();
    await page.getByRole('button', { name: '执行' }).click();
    await page.locator('.live-responses-table', { hasText: '"code": 200' }).waitFor();
    await page.getByText('公开验证').click();
    await page.getByText('/v1/verifications').waitFor();
    const externalUrls = requestedUrls.filter((url) => !url.startsWith(suyuan.consoleUrl) && !/^(data|blob):/.test(url));
    expect([externalUrls, visitor.faults]).toEqual([[], []]);
  });
});
