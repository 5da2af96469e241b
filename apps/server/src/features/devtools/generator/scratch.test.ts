import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { GenFile, GenWriteResult } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInBrowser } from '../../../test/generator/pages.ts';
import { runIn, scratchCopy } from '../../../test/generator/scratch-copy.ts';
import { makeTables } from '../../../test/generator/tables.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

const permissions = ['list', 'query', 'edit', 'import', 'preview', 'code', 'create'].map((verb) => `tool:gen:${verb}`);

const isLongRun = process.env.SUYUAN_LONG === '1';

/** Generates a list, a tree, a record with lines and a minimal table in a copy of the source, which must still work. */
describe('generated modules in a copy of the code base', { timeout: 600_000 }, () => {
  let server: TestServer;
  let copy: string;
  let generatedFiles: string[];

  beforeAll(async () => {
    server = await startTestServer();
    const client = await server.as(permissions);
    const tables = await makeTables(client, (statement) => sql.raw(statement).execute(server.owner));
    copy = scratchCopy();
    server.installation.genRoot = copy;
    const paths = new Set<string>();
    for (const table of tables) {
      const { body } = await client.get(`/tool/gen/genCode/${table}`);
      expect(body, JSON.stringify(body)).toMatchObject({ code: 200 });
      for (const file of (body.data as GenWriteResult).files) paths.add(file.path);
      const { rows } = (await client.get(`/tool/gen/list?tableName=${table}&orderByColumn=tableName`)).body;
      const { files } = (await client.get(`/tool/gen/files/${rows[0].tableId}`)).body.data as { files: GenFile[] };
      // regenerating changes nothing, and all registrations have an anchor
      expect(files.filter(({ state, code }) => state !== 'same' || code === null).map((file) => file.path)).toEqual([]);
    }
    generatedFiles = [...paths].sort();
    return async () => {
      if (!process.env.KEEP_SCRATCH) rmSync(copy, { recursive: true, force: true });
      await server.close();
    };
  }, 240_000);

  it('pass the linter and formatter', async () => {
    const { code, output } = await runIn(copy, [
      'node_modules/@biomejs/biome/bin/biome',
      'check',
      '--error-on-warnings',
      ...generatedFiles,
    ]);
    expect(code, output).toBe(0);
  });

  // takes about 30 seconds on two cores: type-checks the whole source
  it.runIf(isLongRun)('type-check with the row types of their migrations', async () => {
    const types = await runIn(copy, ['scripts/generate-database.ts']);
    expect(types.code, types.output).toBe(0);
    const { code, output } = await runIn(copy, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json']);
    expect(code, output).toBe(0);
  });

  it('pass their tests', async () => {
    const tests = generatedFiles.filter((file) => file.endsWith('.test.ts') && !file.includes('data-scope'));
    expect(tests).toHaveLength(5);
    const { code, output } = await runIn(copy, ['node_modules/vitest/vitest.mjs', 'run', ...tests]);
    expect(code, output).toBe(0);
  });

  it.runIf(isLongRun)('open in a browser, and add and show a record', async () => {
    const build = await runIn(copy, ['node_modules/vite/bin/vite.js', 'build', '--config', 'apps/console/vite.config.ts']);
    expect(build.code, build.output).toBe(0);
    const pageErrors = await runInBrowser(copy, async (page, base) => {
      const form = page.getByRole('dialog');
      const openForm = async (noun: string, title: string, add: string) => {
        await page.goto(`${base}/manage/${noun}`);
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await page.getByRole('button', { name: add }).first().click();
      };
      const save = async (text: string) => {
        await form.getByRole('button', { name: '保存' }).click();
        await form.waitFor({ state: 'hidden' });
        await page.getByText(text).first().waitFor();
      };
      await openForm('priceList', '价目管理', '新增价目');
      for (const [label, value] of [
        ['价目编码', 'P-001'],
        ['价目名称', '春季价目'],
        ['排序', '1'],
        ['单价', '12.5'],
      ] as const)
        await form.getByLabel(label).fill(value);
      await save('春季价目');
      await page.getByRole('link', { name: '春季价目' }).click();
      await page.getByRole('heading', { level: 1, name: '春季价目' }).waitFor();
      await openForm('storePlace', '库位管理', '新增库位');
      await form.getByLabel('库位名称').fill('一号库');
      await save('一号库');
      await page.getByRole('row', { name: '一号库' }).getByRole('button', { name: '更多' }).click();
      await page.getByRole('menuitem', { name: '新增下级' }).click();
      await form.getByLabel('库位名称').fill('甲排');
      await save('甲排');
      await openForm('purchase', '采购单管理', '新增采购单');
      await form.getByLabel('采购单号').fill('PO-1');
      await form.getByRole('button', { name: '添加采购明细' }).click();
      await form.getByLabel('物料 1').fill('纸箱');
      await form.getByLabel('数量 1').fill('20');
      await save('PO-1');
      await page.getByRole('button', { name: 'PO-1', exact: true }).click();
      await page.getByRole('cell', { name: '纸箱' }).waitFor();
      await openForm('memo', '便签管理', '新增便签');
      await form.getByLabel('memo_title').fill('买纸箱');
      await save('买纸箱');
    });
    expect(pageErrors).toEqual([]);
  });

  it('are registered once, even when they are written repeatedly', () => {
    const migrations = readdirSync(path.join(copy, 'apps/server/src/platform/db/migrations')).filter((name) =>
      /(price-list|store-place|purchase|grading|memo)\.ts$/.test(name),
    );
    expect(migrations).toHaveLength(5);
  });
});
