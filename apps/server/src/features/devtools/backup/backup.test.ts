import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { GenNewColumn } from '@suyuan/contract';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/db.ts';
import { folderStore } from '../../../platform/files/folder-store.ts';
import { cloneDatabase, cloneSingleDatabase } from '../../../test/database.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { create } from '../generator/generator.queries.ts';
import { loadSample } from '../sample/sample.service.ts';
import { backup } from './backup.service.ts';
import { restore } from './restore.service.ts';
import { DEFINITIONS, statementsOf } from './table-definition.queries.ts';

describe('full backup', () => {
  let server: TestServer;
  let folder: string;
  let archive: string;

  beforeAll(async () => {
    server = await startTestServer();
    await loadSample(server.installation);
    const store = server.installation.files;
    await store.receive('one', (file) => file.write(Buffer.from('bytes of a picture')));
    await store.publish('one', '2026/11/picture.png');
    folder = mkdtempSync(path.join(tmpdir(), 'suyuan-backup-'));
    archive = path.join(folder, 'all.zip');
    await backup(server.installation, archive, true);
    return async () => {
      rmSync(folder, { recursive: true, force: true });
      await server.close();
    };
  });

  /** A second, unused installation. */
  async function newInstallation() {
    const { db, close } = await cloneSingleDatabase();
    const dataDir = mkdtempSync(path.join(folder, 'data-'));
    return { installation: { ...server.installation, db, dataDir, files: folderStore(dataDir), masterKey: randomBytes(32) }, close };
  }

  /** Checksum of each table, independent of row order and distribution. */
  async function sums(db: Db): Promise<Record<string, string>> {
    const { rows: names } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
        and relnamespace = 'public'::regnamespace and relname not like 'kysely\\_%' order by 1`.execute(db);
    const checksums: Record<string, string> = {};
    for (const { name } of names) {
      const { rows } = await sql<{ sum: string }>`
        select count(*) || ' ' || coalesce(sum(('x' || left(md5((to_jsonb(t) - 'code_key')::text), 8))::bit(32)::bigint), 0) as sum from ${sql.table(name)} t`.execute(
        db,
      );
      checksums[name] = rows[0]?.sum ?? '';
    }
    return checksums;
  }

  /** A copy of the archive with one file changed. */
  async function alterArchive(name: string, change: (bytes: Uint8Array) => Uint8Array) {
    const reader = new ZipReader(new Uint8ArrayReader(readFileSync(archive)));
    const writer = new ZipWriter(new Uint8ArrayWriter());
    for (const entry of await reader.getEntries()) {
      if (entry.directory) continue;
      const bytes = await entry.getData(new Uint8ArrayWriter());
      await writer.add(entry.filename, new Uint8ArrayReader(entry.filename === name ? change(bytes) : bytes));
    }
    const file = path.join(folder, `${randomBytes(4).toString('hex')}.zip`);
    writeFileSync(file, await writer.close());
    return file;
  }
  const inManifest = (change: (manifest: Record<string, unknown>) => void) => (bytes: Uint8Array) => {
    const manifest = JSON.parse(Buffer.from(bytes).toString());
    change(manifest);
    return Buffer.from(JSON.stringify(manifest));
  };

  it('restores every row, partition, sequence, file and the key', async () => {
    const { installation, close } = await newInstallation();
    const { rows, files, key } = await restore(installation, archive);
    expect(rows).toBeGreaterThan(3000);
    expect(files).toBeGreaterThan(0);
    expect(key?.equals(server.installation.masterKey)).toBe(true);
    expect(await sums(installation.db)).toEqual(await sums(server.db));
    expect(readFileSync(path.join(installation.dataDir, 'files/2026/11/picture.png'), 'utf8')).toBe('bytes of a picture');
    const next = (db: Db) => sql<{ next: number }>`select nextval('batch_batch_id_seq') as next`.execute(db);
    expect((await next(installation.db)).rows).toEqual((await next(server.db)).rows);
    await close();
  });

  it('restores tables without a migration, with constraints, and reports the skipped ones', async () => {
    const { db, owner, close: closeFirst } = await cloneDatabase();
    const source = { ...server.installation, db };
    const column = { notNull: true, unique: true, maxLength: 20, flag: false } as const;
    const columns: GenNewColumn[] = [
      { ...column, columnName: 'shelf_name', columnComment: '货架：它的“名字”', type: 'text' },
      { ...column, columnName: 'load', columnComment: '承重', type: 'numeric', places: 1, notNull: false, unique: false },
      { ...column, columnName: 'in_use', columnComment: '在用', type: 'text', flag: true, unique: false },
    ];
    const tableOptions = { columns, owned: true };
    await create(owner, { ...tableOptions, tableName: 'shelf', tableComment: '货架', kind: 'tree' });
    await create(
      owner,
      { ...tableOptions, tableName: 'a_shelf_line', tableComment: '货架明细', kind: 'lines', ofTable: 'shelf' },
      'shelf_id',
    );
    await sql`insert into shelf (shelf_name, load) values ('甲', 2.5), ('乙\t;', null)`.execute(db);
    await sql`update shelf set parent_id = 2 where shelf_id = 1`.execute(db);
    await sql`insert into a_shelf_line (shelf_id, shelf_name) values (1, '层')`.execute(db);
    // created by hand: its default calls a function that archives may not use
    await sql`create table by_hand (id serial, size bigint default pg_database_size('postgres'))`.execute(owner);
    await sql`insert into by_hand default values`.execute(db);
    const target = path.join(folder, 'made.zip');
    await backup(source, target, false);

    const { installation, close } = await newInstallation();
    expect((await restore(installation, target)).skippedTables).toEqual(['by_hand']);
    const { by_hand: _, ...otherSums } = await sums(db);
    expect(await sums(installation.db)).toEqual(otherSums);
    const definitions = async (database: Db) => (await sql<{ name: string }>`${sql.raw(DEFINITIONS)} order by name`.execute(database)).rows;
    const onlyShelfTables = (rows: { name: string }[]) => rows.filter(({ name }) => name.includes('shelf'));
    expect(onlyShelfTables(await definitions(installation.db))).toEqual(onlyShelfTables(await definitions(db)));
    const { rows } = await sql<{ id: number }>`insert into shelf (shelf_name) values ('丙') returning shelf_id as id`.execute(
      installation.db,
    );
    expect(rows).toEqual([{ id: 3 }]);
    await expect(sql`insert into shelf (shelf_name) values ('丙')`.execute(installation.db)).rejects.toThrow('shelf_shelf_name_key');
    await close();
    await closeFirst();
  });

  it.each([String.raw`E'\'' || pg_read_file('a') || ''`, `"pg_read_file"('a')`, `0); drop table users; --`])(
    'creates no table from a backup with the default %s',
    (standard) => {
      const column = {
        name: 'a',
        type: 'text',
        notNull: false,
        identity: '',
        generated: '',
        standard: `'x'::text`,
        comment: null,
      } as const;
      const definition = { columns: [column], constraints: [], indexes: [], comment: null };
      expect(statementsOf('made', definition)).toEqual([`create table "made" ("a" text default 'x'::text)`]);
      expect(statementsOf('made', { ...definition, columns: [{ ...column, standard }] })).toBeUndefined();
    },
  );

  it('is a consistent snapshot during concurrent writes', async () => {
    const before = await server.db.selectFrom('auditLog').select('operId').orderBy('operId').execute();
    const target = path.join(folder, 'busy.zip');
    const running = backup(server.installation, target, false);
    const writing = Array.from({ length: 20 }, (_, index) =>
      server.db
        .insertInto('auditLog')
        .values({ title: `meanwhile ${index}`, businessType: 0, status: '0' })
        .execute(),
    );
    await Promise.all([running, ...writing]);
    const { installation, close } = await newInstallation();
    const { key } = await restore(installation, target);
    expect(key).toBeUndefined();
    const after = await installation.db.selectFrom('auditLog').select('operId').orderBy('operId').execute();
    expect(after.length).toBeGreaterThanOrEqual(before.length);
    await close();
  });

  it('repeats after the rows are loaded what had not ended of a migration', async () => {
    let steps: unknown[] = [];
    const interrupted = await alterArchive(
      'manifest.json',
      inManifest((manifest) => {
        steps = manifest.migrationSteps as unknown[];
        return Object.assign(manifest, { migrationSteps: steps.slice(1) });
      }),
    );
    const { installation, close } = await newInstallation();
    let loadTime = '';
    await restore(installation, interrupted, async () => {
      const { rows } = await sql<{ time: string }>`select clock_timestamp()::text as time`.execute(server.db);
      loadTime = rows[0]?.time ?? '';
    });
    const { rows: repeated } = await sql`select migration, step from kysely_migration_record
      where step <> '' and end_time > ${loadTime}::timestamptz`.execute(installation.db);
    expect(steps.length).toBeGreaterThan(1);
    expect(repeated).toEqual(steps.slice(0, 1));
    await close();
  });

  it('is rejected when it is damaged, newer or no backup, and leaves no rows', async () => {
    const supplierIn = (db: Db) => db.selectFrom('supplier').select('supplierName').orderBy('supplierId').executeTakeFirstOrThrow();
    const name = (await supplierIn(server.db)).supplierName;
    const swapName = (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString().replaceAll(name, `${name}伪`));
    const noZip = path.join(folder, 'no.zip');
    writeFileSync(noZip, 'hello');
    const refusedArchives: [string, RegExp][] = [
      [
        await alterArchive(
          'manifest.json',
          inManifest((manifest) => (manifest.migrations as string[]).push('9999-later')),
        ),
        /更新的版本.*9999-later/,
      ],
      [
        await alterArchive(
          'manifest.json',
          inManifest((manifest) => Object.assign(manifest, { migrations: ['0001-organisation', '0002-session'] })),
        ),
        /0\.1 版，不能恢复/,
      ],
      [
        await alterArchive(
          'manifest.json',
          inManifest((manifest) => Object.assign(manifest, { product: 'other' })),
        ),
        /不是溯源防伪系统的备份/,
      ],
      [await alterArchive('manifest.json', () => Buffer.from('hello')), /不是溯源防伪系统的备份/],
      [path.join(folder, 'nowhere.zip'), /读不到/],
      [noZip, /不是溯源防伪系统的备份/],
    ];
    const { installation, close } = await newInstallation();
    for (const [file, words] of refusedArchives) await expect(restore(installation, file), file).rejects.toThrow(words);
    await expect(restore(installation, await alterArchive('tables/supplier.copy', swapName))).rejects.toThrow(/supplier 已损坏/);
    // a bad disk or an incomplete copy
    const overwritten = path.join(folder, 'overwritten.zip');
    const bytes = readFileSync(archive);
    const entry = 'tables/supplier.copy';
    writeFileSync(overwritten, bytes.fill(0xff, bytes.indexOf(entry) + entry.length + 40, bytes.indexOf(entry) + entry.length + 80));
    await expect(restore(installation, overwritten)).rejects.toThrow(/supplier\.copy 已损坏/);
    await expect(restore(installation, await alterArchive(entry, () => Buffer.from('no\trow\n')))).rejects.toThrow(/supplier\.copy 已损坏/);
    expect(await installation.db.selectFrom('users').select('userId').execute()).toEqual([]);
    const picture = await alterArchive('files/2026/11/picture.png', () => Buffer.from('other bytes'));
    await expect(restore(installation, picture)).rejects.toThrow(/picture\.png 已损坏/);
    expect(await installation.db.selectFrom('users').select('userId').execute()).toEqual([]);
    // an interrupted restore can be repeated
    const failedRestore = restore(installation, archive, () => Promise.reject(new Error('the disk is full')));
    await expect(failedRestore).rejects.toThrow('the disk is full');
    expect(await installation.db.selectFrom('users').select('userId').execute()).toEqual([]);
    await close();
  });

  it('is never restored over a database in use', async () => {
    const before = await sums(server.db);
    await expect(restore(server.installation, archive)).rejects.toThrow('已经有人在用');
    expect(await sums(server.db)).toEqual(before);
  });

  it('is neither restored into a distributed database nor made while scans move', async () => {
    const { db, owner, close } = await cloneDatabase();
    // as `distribute` does
    await sql`alter table scan_state add column if not exists code_key bigint`.execute(owner);
    const before = await sums(db);
    const installation = { ...server.installation, db, dataDir: folder, files: folderStore(path.join(folder, 'distributed')) };
    await expect(restore(installation, archive)).rejects.toThrow('先运行 undistribute，恢复之后再运行 distribute');
    expect(await sums(db)).toEqual(before);
    expect(existsSync(path.join(folder, 'distributed'))).toBe(false);
    await sql`create table scan_moving (like scan)`.execute(owner);
    const target = path.join(folder, 'moving.zip');
    await expect(backup(installation, target, false)).rejects.toThrow('等 distribute 或 undistribute 完成后再备份');
    expect(existsSync(target)).toBe(false);
    await close();
  });

  it('survives the idle transaction timeout when files are slow to read', async () => {
    const databaseName = new URL(server.url).pathname.slice(1);
    const setIdleTimeout = (time: string) =>
      sql.raw(`alter database ${databaseName} set idle_in_transaction_session_timeout = ${time}`).execute(server.owner);
    await setIdleTimeout("'50ms'");
    const { files } = server.installation;
    const slow: typeof files = Object.create(files, { read: { value: (key: string) => wait(200).then(() => files.read(key)) } });
    const target = path.join(folder, 'slow.zip');
    expect((await backup({ ...server.installation, files: slow }, target, false)).files).toBeGreaterThan(0);
    await setIdleTimeout('default');
  });

  it('is written completely or not at all', async () => {
    const target = path.join(folder, 'missing', 'x.zip');
    await expect(backup(server.installation, target, false)).rejects.toThrow();
    symlinkSync('/dev/full', path.join(folder, 'full.zip.partial'));
    await expect(backup(server.installation, path.join(folder, 'full.zip'), false)).rejects.toThrow(/^写不了 .*full\.zip：ENOSPC/);
    const broken = { ...server.installation, files: folderStore(path.join(folder, 'none')) };
    await backup(broken, path.join(folder, 'without-files.zip'), false);
    expect(readdirSync(folder).filter((file) => file.endsWith('.partial'))).toEqual([]);
  });
});
