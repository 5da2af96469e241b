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
import { migrationFile } from '../../features/devtools/generator/template/migration.ts';
import { cloneDatabase, cloneSingleDatabase, onDatabase } from '../../test/database.ts';
import { postSource } from '../../test/generator/post.ts';
import { openPublicSite } from '../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import type { Db } from './db.ts';
import { migrate, migrationNames } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/** Written by scripts/write-upgrade-fixture.ts. */
const release = gunzipSync(readFileSync(path.join(import.meta.dirname, '../../test/fixtures/1.0.0.sql.gz'))).toString();

/** What an administrator of 1.0.0 changed: names, places, an own page and own roles. */
const changedMenus = `
  update menu set menu_name = '封禁名单' where menu_id = 3310;
  update menu set parent_id = 0, path = 'expiry-dates' where menu_id = 3200;
  update menu set menu_name = '运维' where menu_id = 2;
  update menu set icon = 'star' where menu_id = 3460;
  insert into menu (menu_id, parent_id, menu_name, path, component, menu_type) values (6000, 2002, '看板', 'board', 'manage/board/index', 'C');
  insert into role (role_id, role_name, role_key, role_sort) values (900, '采购', 'buyer', 1), (901, '字典员', 'words', 2), (902, '无目录', 'bare', 3);
  insert into role_menu values (900, 2002), (900, 2104), (900, 3050), (900, 2001), (900, 2113), (901, 1), (901, 105), (902, 2104);`;

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
      await onDatabase(database.ownerUrl, release + changedMenus);
      applied = await migrate(database.db);
      return database;
    });
    return () => server.close();
  });

  it('applies all later migrations and arrives at the schema of a new database', async () => {
    expect(['0001-baseline', ...applied]).toEqual(migrationNames);
    const fresh = await cloneSingleDatabase();
    expect(await schemaOf(server.db)).toEqual(await schemaOf(fresh.db));
    await fresh.close();
  });

  it('groups the menus that are neither moved nor renamed, and gives their roles the new directories', async () => {
    const { rows: menus } = await sql<{ menuId: number; parentId: number; path: string; menuName: string }>`
      select menu_id, parent_id, path, menu_name from menu where menu_type <> 'F'`.execute(server.db);
    const find = (id: number) => {
      const menu = menus.find(({ menuId }) => menuId === id);
      return menu && [menu.parentId, menu.path, menu.menuName];
    };
    expect(find(2104)).toEqual([2007, '/manage/supplier', '供应商管理']);
    expect(find(3310)).toEqual([2005, '/manage/blacklist', '封禁名单']);
    expect(find(3200)).toEqual([0, 'expiry-dates', '到期预警']);
    expect(find(6000)).toEqual([2002, 'board', '看板']);
    expect(find(113)).toEqual([2, 'cache', '缓存监控']);
    expect([find(2000), find(118)]).toEqual([undefined, undefined]);
    const { rows: granted } = await sql<{ roleId: number; menus: number[] }>`
      select role_id, array_agg(menu_id order by menu_id) as menus from role_menu where role_id >= 900 group by role_id order by role_id`.execute(
      server.db,
    );
    expect(granted.map(({ roleId, menus }) => [roleId, menus.map(Number)])).toEqual([
      [900, [2006, 2007, 2104, 2113, 3050]],
      [901, [3, 105]],
      [902, [2104]],
    ]);
  });

  it('gives entries that share an icon with a neighbour their own, unless an administrator has', async () => {
    const { rows } = await sql<{ icon: string }>`
      select icon from menu where menu_id in (2103, 2108, 3460) order by menu_id`.execute(server.db);
    expect(rows.map(({ icon }) => icon)).toEqual(['goods', 'shopping', 'star']);
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
    const name = `${String(Object.keys(migrations).length + 1).padStart(4, '0')}-shelf`;
    const file = path.join(folder, `${name}.mjs`);
    writeFileSync(file, stripTypeScriptTypes(migrationFile(modelOf(source, undefined, { resources: new Map(), owners: new Map() }))));
    const available = { ...migrations, [name]: await import(pathToFileURL(file).href) };
    expect(await migrate(server.db, { available })).toEqual([name]);
    expect((await sql`select shelf_code from shelf`.execute(server.db)).rows).toEqual([]);
    const { rows } = await sql<{ perms: string }>`select perms from menu where perms like '%:shelf:%' order by menu_id`.execute(server.db);
    expect(rows.map(({ perms }) => perms.split(':').at(-1))).toEqual(['list', 'query', 'add', 'edit', 'remove', 'export']);
  });
});
