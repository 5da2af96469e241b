import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { DEFAULT_SHAPE } from '@suyuan/codes';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as codeSpaceService from '../../features/codes/code-space/code-space.service.ts';
import { modelOf } from '../../features/devtools/generator/generator-model.ts';
import { postSource } from '../../features/devtools/generator/golden/post.ts';
import { migrationFile } from '../../features/devtools/generator/template/migration.ts';
import { cloneDatabase, onDatabase } from '../../test/database.ts';
import { openPublicSite } from '../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import type { Db } from './db.ts';
import { migrate, migrationNames } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/** Written by scripts/write-upgrade-fixture.ts. */
const release = gunzipSync(readFileSync(path.join(import.meta.dirname, '../../test/fixtures/1.0.0.sql.gz'))).toString();

/** Definitions of all columns, constraints, indexes, functions and triggers; without the partitions, which depend on the day. */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with tables as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and not relispartition)
    select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid)) as line
      from tables t join pg_attribute a on a.attrelid = t.oid and attnum > 0 and not attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    union all select concat_ws(' ', relname, conname, pg_get_constraintdef(c.oid)) from tables t join pg_constraint c on conrelid = t.oid where contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from tables t join pg_index on indrelid = t.oid
    union all select pg_get_triggerdef(g.oid) from tables t join pg_trigger g on tgrelid = t.oid where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`.execute(db);
  return rows.map(({ line }) => line).sort();
}

describe('an upgrade from 1.0.0', () => {
  let server: TestServer;
  let applied: string[];

  beforeAll(async () => {
    server = await startTestServer(async () => {
      const database = await cloneDatabase('template0');
      await onDatabase(database.ownerUrl, release);
      applied = await migrate(database.db);
      return database;
    });
    return () => server.close();
  });

  it('applies all later migrations and arrives at the schema of a new database', async () => {
    expect(['0001-baseline', ...applied]).toEqual(migrationNames);
    const fresh = await cloneDatabase();
    expect(await schemaOf(server.db)).toEqual(await schemaOf(fresh.db));
    await fresh.close();
  });

  it('keeps the records of every domain', async () => {
    const rights = 'batch supplier category channelBusiness dispatch codeRecord codeCase traceability'.split(' ');
    const clerk = await server.as([
      ...rights.map((noun) => `manage:${noun}:list`),
      'system:config:list',
      'tool:form:list',
      'monitor:operlog:list',
    ]);
    const first = async (url: string) => (await clerk.get(url)).body.rows[0];
    expect(await first('/manage/batch/list')).toMatchObject({
      batchNo: 'OLD-1',
      state: 'active',
      categoryName: '旧品类',
      issuedCount: 1000,
    });
    expect(await first('/manage/category/list')).toMatchObject({ categoryCode: 'OLD', gtin: '06901234567892', catalogueName: '茶叶' });
    expect(await first('/manage/supplier/list')).toMatchObject({ supplierName: '旧供应商', state: 'approved' });
    expect(await first('/manage/channelBusiness/list')).toMatchObject({ channelBusinessName: '旧渠道商' });
    expect(await first('/manage/dispatch/list')).toMatchObject({ dispatchNo: 'FH260101-00001', codeCount: 100 });
    expect(await first('/manage/codeRecord/list')).toMatchObject({ verdict: 'genuine', ordinal: 8 });
    expect(await first('/manage/codeCase/list')).toMatchObject({ reason: 'reported' });
    expect(await first('/manage/traceability/list')).toMatchObject({ stepName: '采摘', state: 'draft' });
    expect(await first('/system/config/list?configKey=suyuan.footer.company')).toMatchObject({ configValue: '溯源茶业' });
    expect(await first('/tool/form/list')).toMatchObject({ formKey: 'survey' });
    expect(await first('/monitor/operlog/list?operName=founder')).toMatchObject({ title: '批次管理' });
  });

  it('verifies codes issued before, which remember their scans', async () => {
    const spaceId = await codeSpaceService.findOrCreate(server.db, DEFAULT_SHAPE);
    const deriver = codeSpaceService.deriverOf(server.installation, spaceId, DEFAULT_SHAPE, 0);
    const site = await openPublicSite(server.installation);
    expect((await site.verify(deriver.code(7))).body).toMatchObject({ verdict: 'alreadyVerified' });
    expect((await site.verify(deriver.code(8))).body).toMatchObject({ verdict: 'genuine' });
    await site.close();
  });

  it('continues the numbers of records', async () => {
    const { rows } = await sql<{ categoryId: number }>`insert into product (category_code, category_name, create_by)
      values ('NEW', '新品类', 100) returning category_id`.execute(server.db);
    expect(rows).toEqual([{ categoryId: 2 }]);
  });

  it('takes the migration of a generated module as the next one', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-migration-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    symlinkSync(path.join(import.meta.dirname, '../../../../../node_modules'), path.join(folder, 'node_modules'));
    const source: typeof postSource = JSON.parse(JSON.stringify(postSource).replaceAll('post', 'shelf').replaceAll('Post', 'Shelf'));
    const file = path.join(folder, '0002-shelf.mjs');
    writeFileSync(file, stripTypeScriptTypes(migrationFile(modelOf(source, undefined, { resources: new Map(), owners: new Map() }))));
    const available = { ...migrations, '0002-shelf': await import(pathToFileURL(file).href) };
    expect(await migrate(server.db, { available })).toEqual(['0002-shelf']);
    expect((await sql`select shelf_code from shelf`.execute(server.db)).rows).toEqual([]);
    const { rows } = await sql<{ perms: string }>`select perms from menu where perms like '%:shelf:%' order by menu_id`.execute(server.db);
    expect(rows.map(({ perms }) => perms.split(':').at(-1))).toEqual(['list', 'query', 'add', 'edit', 'remove', 'export']);
  });
});
