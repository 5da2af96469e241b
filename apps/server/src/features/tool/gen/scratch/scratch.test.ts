import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { GenFile, GenWritten } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { runIn, scratchCopy } from './copy.ts';
import { makeTables } from './tables.ts';

const rights = ['list', 'query', 'edit', 'import', 'preview', 'code', 'create'].map((verb) => `tool:gen:${verb}`);

const long = process.env.SUYUAN_LONG === '1';

/** A plain list, a tree, a record with lines and the least of tables, written into a copy of the source, which must go on working. */
describe('generated modules in a copy of the house', { timeout: 240_000 }, () => {
  let server: TestServer;
  let copy: string;
  let written: string[];

  beforeAll(async () => {
    server = await startTestServer();
    const keeper = await server.as(rights);
    const tables = await makeTables(keeper, (statement) => sql.raw(statement).execute(server.db));
    copy = scratchCopy();
    server.installation.genRoot = copy;
    const paths = new Set<string>();
    for (const table of tables) {
      const { body } = await keeper.get(`/tool/gen/genCode/${table}`);
      expect(body, JSON.stringify(body)).toMatchObject({ code: 200 });
      for (const file of (body.data as GenWritten).files) paths.add(file.path);
      const { rows } = (await keeper.get(`/tool/gen/list?tableName=${table}&orderByColumn=tableName`)).body;
      const { files } = (await keeper.get(`/tool/gen/files/${rows[0].tableId}`)).body.data as { files: GenFile[] };
      // what was just written is written no other way, and every file of the house has its place
      expect(files.filter(({ state, code }) => state !== 'same' || code === null).map((file) => file.path)).toEqual([]);
    }
    written = [...paths].sort();
    return async () => {
      if (!process.env.KEEP_SCRATCH) rmSync(copy, { recursive: true, force: true });
      await server.close();
    };
  }, 240_000);

  it('are laid out as the house lays out its own', async () => {
    const { code, said } = await runIn(copy, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...written]);
    expect(code, said).toBe(0);
  });

  // half a minute of two cores: the whole house is checked with them
  it.runIf(long)('type-check with the house, by the row types of their own migrations', async () => {
    const types = await runIn(copy, ['scripts/generate-database.ts']);
    expect(types.code, types.said).toBe(0);
    const { code, said } = await runIn(copy, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json']);
    expect(code, said).toBe(0);
  });

  it('pass the tests that came with them', async () => {
    const tests = written.filter((file) => file.endsWith('.test.ts') && !file.includes('foreign'));
    expect(tests).toHaveLength(4);
    const { code, said } = await runIn(copy, ['node_modules/vitest/vitest.mjs', 'run', ...tests]);
    expect(code, said).toBe(0);
  });

  it('are told to the house once, however often they are written', () => {
    const migrations = readdirSync(path.join(copy, 'apps/server/src/db/migrations')).filter((name) =>
      /(price-list|store-place|purchase|memo)\.ts$/.test(name),
    );
    expect(migrations).toHaveLength(4);
  });
});
