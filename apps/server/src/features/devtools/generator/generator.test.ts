// Over 300 lines: the complete API of the generator, from the table form to written files
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GenFile, type GenFiles, type GenTableWhole, type GenWriteResult, genTables } from '@suyuan/contract';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../../platform/db/connect.ts';
import { cloneDatabase } from '../../../test/database.ts';
import { unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const all = ['list', 'query', 'edit', 'remove', 'import', 'preview', 'code', 'create'].map((verb) => `tool:gen:${verb}`);

/** A new table, created by the form. */
const newTable = (overrides: object = {}) => ({
  tableName: `shelf${unique()}`,
  tableComment: '货架表',
  owned: true,
  columns: [
    { columnName: 'shelf_code', columnComment: '货架编码', type: 'text', maxLength: 32, notNull: true, unique: true },
    { columnName: 'shelf_name', columnComment: '货架名称', type: 'text', maxLength: 50, notNull: true },
    { columnName: 'status', columnComment: '状态（0正常 1停用）', type: 'text', flag: true },
    { columnName: 'width_mm', columnComment: '宽度', type: 'int' },
    { columnName: 'made_date', columnComment: '启用日期', type: 'date' },
    { columnName: 'remark', columnComment: '备注', type: 'text', maxLength: 500 },
  ],
  ...overrides,
});

describe('the code generator', () => {
  let server: TestServer;
  let client: Client;
  let sourceFolder: string;

  const expectOk = async (answer: ReturnType<Client['get']>) => {
    const { body } = await answer;
    expect(body, JSON.stringify(body)).toMatchObject({ code: 200 });
    return body;
  };
  const createTable = async (overrides: object = {}) => {
    const table = newTable(overrides);
    await expectOk(client.post('/tool/gen/createTable', table));
    return findTable(table.tableName);
  };
  const findTable = async (tableName: string) =>
    (await expectOk(client.get(`/tool/gen/list?tableName=${tableName}`))).rows[0] as GenTableWhole;
  const readTable = async (tableId: number) => (await expectOk(client.get(`/tool/gen/${tableId}`))).data.info as GenTableWhole;
  const write = async (tableName: string, query = '') => (await client.get(`/tool/gen/genCode/${tableName}${query}`)).body;
  const filesOf = async (tableId: number) => (await expectOk(client.get(`/tool/gen/files/${tableId}`))).data.files as GenFile[];

  beforeAll(async () => {
    server = await startTestServer();
    client = await server.as(all);
    sourceFolder = mkdtempSync(path.join(tmpdir(), 'suyuan-gen-'));
    return async () => {
      rmSync(sourceFolder, { recursive: true, force: true });
      await server.close();
    };
  });

  it('creates a table from a form with the standard columns, and imports it at once', async () => {
    const { tableId, tableName, moduleName, functionName } = await createTable();
    expect({ moduleName, functionName }).toEqual({ moduleName: 'manage', functionName: '货架' });
    const { columns } = await readTable(tableId);
    expect(columns.map(({ columnName }) => columnName)).toEqual([
      ...[`${tableName}_id`, 'shelf_code', 'shelf_name', 'status', 'width_mm', 'made_date', 'remark'],
      ...['dept_id', 'create_by', 'create_time', 'update_by', 'update_time', 'version'],
    ]);
    const [key, code, name, status] = columns;
    expect(key).toMatchObject({ isPk: '1', pk: true, isInsert: '0', javaField: `${tableName}Id` });
    expect(code).toMatchObject({ isRequired: '1', queryType: 'LIKE', htmlType: 'input' });
    expect(name).toMatchObject({ queryType: 'LIKE', columnComment: '货架名称' });
    expect(status).toMatchObject({ htmlType: 'radio', isRequired: '0', queryType: 'EQ' });
    const tree = await createTable({ kind: 'tree' });
    const treeCode = `${tree.tableName}_id`;
    expect(tree).toMatchObject({ tplCategory: 'tree', treeCode, treeParentCode: 'parent_id', treeName: 'shelf_name' });
    expect((await client.post('/tool/gen/createTable', newTable({ tableName }))).body.problem).toBe('genTableTaken');
    for (const ofTable of ['nowhere', 'gen_table'])
      expect((await client.post('/tool/gen/createTable', newTable({ kind: 'lines', ofTable }))).body.problem).toBe('genTableUnknown');
  });

  it('imports existing tables, except registered, internal and unsuitable ones', async () => {
    await sql`create table unkeyed (name text); create table "No Name" (a bigint primary key);
      create table address (address_id bigint primary key, line_2 text);
      create table correction (correction_id bigint primary key, note_name text, corrects bigint references correction)`.execute(
      server.owner,
    );
    const { rows, total } = await expectOk(client.get('/tool/gen/db/list?pageSize=500'));
    const names = rows.map(({ tableName }: { tableName: string }) => tableName);
    expect(total).toBe(names.length);
    expect(names).toContain('supplier');
    const last = await expectOk(client.get('/tool/gen/db/list?pageSize=500&pageNum=9'));
    expect(last).toMatchObject({ rows, total });
    expect(names.filter((name: string) => /^(gen_|kysely)/.test(name))).toEqual([]);
    // modules of other built-in tables would be refused
    expect(names).toContain('correction');
    expect(names.filter((name: string) => ['post', 'role', 'menu', 'users', 'audit_log'].includes(name))).toEqual([]);
    // unsupported tables are not offered: no key, a quoted name, a column of an array type
    expect(names.filter((name: string) => ['unkeyed', 'No Name', 'address', 'batch'].includes(name))).toEqual([]);
    await expectOk(client.post('/tool/gen/importTable?tables=supplier,post&tplWebType=element-plus'));
    await expectOk(client.post('/tool/gen/importTable?tables=correction,menu'));
    // a correction references what it corrects, which is not a parent
    expect((await findTable('correction')).tplCategory).toBe('crud');
    const notImported = (await expectOk(client.get('/tool/gen/db/list?tableName=correction'))).rows;
    expect(notImported).toEqual([]);
    for (const [query, problem] of [
      ['tables=post', 'genTableTaken'],
      ['tables=unkeyed', 'genTableUnfit'],
      ['tables=batch', 'genTableUnfit'],
      ['tables=nowhere', 'genTableUnknown'],
      ["tables=post'; drop table post; --", 'invalidInput'],
    ])
      expect((await client.post(`/tool/gen/importTable?${query}`)).body.problem, query).toBe(problem);
  });

  it('returns a table with its columns and all tables in the RuoYi format', async () => {
    const { tableId } = await createTable();
    const { data } = await expectOk(client.get(`/tool/gen/${tableId}`));
    expect(Object.keys(data).sort()).toEqual(['info', 'rows', 'tables']);
    expect(data.rows).toEqual(data.info.columns);
    expect(data.tables.map((table: GenTableWhole) => table.tableId)).toContain(tableId);
    expect((await expectOk(client.get(`/tool/gen/column/${tableId}`))).rows).toEqual(data.rows);
    const preview = (await expectOk(client.get(`/tool/gen/preview/${tableId}`))).data;
    // RuoYi clients name a tab by the last segment and open `domain.java`
    const tabs = Object.keys(preview).map((key) => key.slice(key.lastIndexOf('/') + 1));
    expect(tabs.every((tab) => tab.endsWith('.vm'))).toBe(true);
    expect(new Set(tabs).size).toBe(tabs.length);
    expect(tabs).toContain('domain.java.vm');
    expect((await client.get('/tool/gen/987654')).body.problem).toBe('notFound');
  });

  it('accepts RuoYi edits: the whole table, its columns, and its options in params', async () => {
    const { tableId } = await createTable();
    const before = await readTable(tableId);
    const columns = before.columns.map((column) => ({
      ...column,
      ...(column.javaField === 'widthMm' && { isList: null, columnComment: '宽（毫米）' }),
    }));
    const params = { treeCode: '', treeName: '', treeParentCode: '', parentMenuId: '3', genView: '1' };
    await expectOk(client.put('/tool/gen', { ...before, functionName: '货位', columns, params, version: undefined }));
    const after = await readTable(tableId);
    expect(after).toMatchObject({ functionName: '货位', genView: '1', parentMenuId: 3, parentMenuName: '系统工具', version: 2 });
    expect(after.columns.find(({ javaField }) => javaField === 'widthMm')).toMatchObject({ isList: '0', columnComment: '宽（毫米）' });
    for (const [changes, problem] of [
      [{ version: 1 }, 'recordStale'],
      [{ tplCategory: 'tree' }, 'genTreeFieldMissing'],
      [{ tplCategory: 'sub', subTableName: 'nowhere', subTableFkName: 'x_id' }, 'genSubTableMissing'],
      [{ columns: [{ columnId: columns[1]?.columnId, javaField: 'other' }] }, 'genFieldWrong'],
      [{ columns: [{ columnId: 987_654 }] }, 'notFound'],
      [{ className: 'a b' }, 'invalidInput'],
      [{ genPath: '/x/../../y' }, 'invalidInput'],
    ] as const)
      expect((await client.put('/tool/gen', { tableId, ...changes })).body.problem, JSON.stringify(changes)).toBe(problem);
    const { moduleName, businessName } = await createTable();
    const refusal = (await client.put('/tool/gen', { tableId, moduleName, businessName })).body;
    expect(refusal).toMatchObject({ problem: 'genNounTaken', params: { field: 'businessName', moduleName, businessName } });
    expect(Object.keys(refusal.params)).toHaveLength(3);
    expect((await readTable(tableId)).version).toBe(2);
  });

  it('shows database differences, applies the selected ones, and keeps manual settings', async () => {
    const { tableId, tableName } = await createTable();
    const { columns } = await readTable(tableId);
    const name = columns.find(({ columnName }) => columnName === 'shelf_name');
    await expectOk(client.put('/tool/gen', { tableId, columns: [{ columnId: name?.columnId, isList: '0', columnComment: '手工起的名' }] }));
    await sql`alter table ${sql.table(tableName)} add colour text, drop column made_date, alter shelf_name drop not null`.execute(
      server.owner,
    );
    const { data } = await expectOk(client.get(`/tool/gen/differences/${tableId}`));
    expect(data.map(({ columnName, kind }: { columnName: string; kind: string }) => [columnName, kind])).toEqual([
      ['shelf_name', 'changed'],
      ['colour', 'added'],
      ['made_date', 'removed'],
    ]);
    await expectOk(client.put(`/tool/gen/${tableId}/sync`, { columns: ['shelf_name', 'colour'] }));
    const after = (await readTable(tableId)).columns;
    expect(after.map(({ columnName }) => columnName)).toContain('made_date');
    expect(after.find(({ columnName }) => columnName === 'shelf_name')).toMatchObject({
      isList: '0',
      columnComment: '手工起的名',
      isRequired: '0',
    });
    await expectOk(client.get(`/tool/gen/synchDb/${tableName}`));
    expect((await expectOk(client.get(`/tool/gen/differences/${tableId}`))).data).toEqual([]);
    await sql`drop table ${sql.table(tableName)}`.execute(server.owner);
    expect((await client.get(`/tool/gen/synchDb/${tableName}`)).body.problem).toBe('genTableUnknown');
  });

  it('returns archives with each file at its target path', async () => {
    const [first, second] = [await createTable(), await createTable()];
    const { body, type, headers } = await client.get(`/tool/gen/batchGenCode?tables=${first.tableName},${second.tableName}`);
    expect(type).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="/);
    const entries = await new ZipReader(new Uint8ArrayReader(body)).getEntries();
    const names = entries.map(({ filename }) => filename);
    for (const { businessName } of [first, second])
      expect(names).toContain(`apps/server/src/features/manage/${businessName}/${businessName}.service.ts`);
    const patch = entries.find(({ filename }) => filename === 'register.patch');
    const text = Buffer.from((patch && 'getData' in patch && (await patch.getData?.(new Uint8ArrayWriter()))) || '').toString();
    expect(text).toContain(`+export * from './manage/${first.businessName}.ts';`);
    expect(text).toContain(`+export * from './manage/${second.businessName}.ts';`);
    expect((await client.get(`/tool/gen/download/${first.tableName}`)).body.subarray(0, 2).toString()).toBe('PK');
    expect((await client.get('/tool/gen/download/nowhere')).body.problem).toBe('genTableUnknown');
    expect((await readTable(first.tableId)).genTime).not.toBeNull();
  });

  it('writes files only into the configured folder, and never outside', async () => {
    const { tableName, tableId, businessName } = await createTable();
    expect((await write(tableName)).problem).toBe('genWritingOff');
    server.installation.genRoot = path.join(sourceFolder, 'fenced');
    const outside = path.join(sourceFolder, 'outside');
    for (const folder of [server.installation.genRoot, outside, path.join(server.installation.genRoot, 'own')])
      mkdirSync(folder, { recursive: true });
    symlinkSync(outside, path.join(server.installation.genRoot, 'packages'));
    expect((await write(tableName)).problem).toBe('genPathOutside');
    expect(readdirSync(outside)).toEqual([]);
    symlinkSync(outside, path.join(server.installation.genRoot, 'link'));
    await expectOk(client.put('/tool/gen', { tableId, genPath: '/link' }));
    expect((await write(tableName)).problem).toBe('genPathOutside');
    expect(readdirSync(outside)).toEqual([]);
    await expectOk(client.put('/tool/gen', { tableId, genPath: '/own' }));
    const { data } = await expectOk(client.get(`/tool/gen/genCode/${tableName}`));
    expect(data.path).toBe('/own');
    const service = path.join(
      server.installation.genRoot,
      `own/apps/server/src/features/manage/${businessName}/${businessName}.service.ts`,
    );
    expect(readFileSync(service, 'utf8')).toContain(`./${businessName}.queries.ts`);
  });

  it('creates the folder of a table when it is missing, and follows no symbolic link', async () => {
    const { tableName, tableId } = await createTable();
    const root = path.join(sourceFolder, `new${unique()}`);
    server.installation.genRoot = root;
    mkdirSync(root);
    await expectOk(client.put('/tool/gen', { tableId, genPath: '/a/b' }));
    await expectOk(client.get(`/tool/gen/genCode/${tableName}`));
    expect(readdirSync(path.join(root, 'a/b')).sort()).toEqual(['apps', 'locales', 'packages']);
    const elsewhere = path.join(sourceFolder, `elsewhere${unique()}`);
    mkdirSync(elsewhere);
    rmSync(path.join(root, 'a'), { recursive: true });
    symlinkSync(elsewhere, path.join(root, 'a'));
    expect((await write(tableName)).problem).toBe('genPathOutside');
    expect(readdirSync(elsewhere)).toEqual([]);
    server.installation.genRoot = undefined;
  });

  it('registers two modules that are written at once, each with a separate migration', async () => {
    const tables = [await createTable(), await createTable(), await createTable()];
    const root = path.join(sourceFolder, `both${unique()}`);
    server.installation.genRoot = root;
    const registries = ['apps/server/src/platform/db/migrations/index.ts', 'packages/contract/src/index.ts'];
    for (const file of registries) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      copyFileSync(path.join(import.meta.dirname, '../../../../../..', file), path.join(root, file));
    }
    await Promise.all(tables.map(({ tableName }) => expectOk(client.get(`/tool/gen/genCode/${tableName}`))));
    const [index = '', contract = ''] = registries.map((file) => readFileSync(path.join(root, file), 'utf8'));
    for (const { businessName } of tables) expect(contract).toContain(`export * from './manage/${businessName}.ts';`);
    const numbers = tables.map(({ businessName }) => new RegExp(`'(\\d{4})-${businessName}'`).exec(index)?.[1]);
    expect(new Set(numbers).size).toBe(3);
    expect(numbers).not.toContain(undefined);
    server.installation.genRoot = undefined;
  });

  it('keeps manual changes, and reports conflicts', async () => {
    const { tableId, tableName, businessName } = await createTable();
    server.installation.genRoot = path.join(sourceFolder, `kept${unique()}`);
    mkdirSync(server.installation.genRoot);
    const service = `apps/server/src/features/manage/${businessName}/${businessName}.service.ts`;
    const contract = `packages/contract/src/manage/${businessName}.ts`;
    const inFolder = (file: string) => path.join(server.installation.genRoot ?? '', file);
    await expectOk(client.get(`/tool/gen/genCode/${tableName}`));
    writeFileSync(inFolder(service), `${readFileSync(inFolder(service), 'utf8')}\n/** By hand. */\nexport const own = 1;\n`);
    writeFileSync(inFolder(contract), readFileSync(inFolder(contract), 'utf8').replace('shelfName: f.text(50)', 'shelfName: f.text(44)'));
    const { columns } = await readTable(tableId);
    const name = columns.find(({ columnName }) => columnName === 'shelf_name');
    await expectOk(client.put('/tool/gen', { tableId, columns: [{ columnId: name?.columnId, maxLength: 40, isQuery: '0' }] }));

    const state = Object.fromEntries((await filesOf(tableId)).map((file) => [file.path, file]));
    expect(state[service]?.state).toBe('merged');
    expect(state[contract]).toMatchObject({
      state: 'conflict',
      conflicts: [{ mine: ['    shelfName: f.text(44),'], generated: ['    shelfName: f.text(40),'] }],
    });
    const { data } = await expectOk(client.get(`/tool/gen/genCode/${tableName}`));
    expect(data.files.find((file: { path: string }) => file.path === contract)).toEqual({ path: contract, outcome: 'kept', conflicts: 1 });
    expect(readFileSync(inFolder(service), 'utf8')).toContain('/** By hand. */');
    expect(readFileSync(inFolder(contract), 'utf8')).toContain('text(44)');
    await expectOk(client.get(`/tool/gen/genCode/${tableName}?conflicts=replace`));
    expect(readFileSync(inFolder(contract), 'utf8')).toContain('shelfName: f.text(40),');
    writeFileSync(inFolder(contract), readFileSync(inFolder(contract), 'utf8').replace('text(40)', 'text(44)'));
    await expectOk(client.put('/tool/gen', { tableId, columns: [{ columnId: name?.columnId, maxLength: 41 }] }));
    await expectOk(client.get(`/tool/gen/genCode/${tableName}?conflicts=mark`));
    expect(readFileSync(inFolder(contract), 'utf8')).toMatch(
      /<<<<<<< .*\n {4}shelfName: f\.text\(44\),\n=======\n {4}shelfName: f\.text\(41\),\n>>>>>>>/,
    );
    // it stays a conflict and is not overwritten until it is settled
    const markedText = readFileSync(inFolder(contract), 'utf8');
    await expectOk(client.put('/tool/gen', { tableId, columns: [{ columnId: name?.columnId, maxLength: 42 }] }));
    expect((await filesOf(tableId)).find((file) => file.path === contract)).toMatchObject({
      state: 'conflict',
      conflicts: [{ mine: ['    shelfName: f.text(44),'], generated: ['    shelfName: f.text(41),'] }],
    });
    for (const policy of ['keep', 'mark']) {
      const result = (await expectOk(client.get(`/tool/gen/genCode/${tableName}?conflicts=${policy}`))).data as GenWriteResult;
      expect(result.files.find((file) => file.path === contract)?.outcome).toBe('kept');
      expect(readFileSync(inFolder(contract), 'utf8')).toBe(markedText);
    }
    server.installation.genRoot = undefined;
  });

  it('unregisters a table without changing it', async () => {
    const { tableId, tableName } = await createTable();
    await expectOk(client.delete(`/tool/gen/${tableId}`));
    expect((await client.get(`/tool/gen/${tableId}`)).body.problem).toBe('notFound');
    await expectOk(client.post(`/tool/gen/importTable?tables=${tableName}`));
  });

  it('executes no SQL of a user: a table is a form, and its names are identifiers', async () => {
    const before = await tableNames();
    for (const statement of ['create table a as select * from users', 'create table a(i int);drop table users', 'do $$ begin end $$'])
      expect((await client.post(`/tool/gen/createTable?sql=${encodeURIComponent(statement)}`)).body.problem).toBe('genSqlRefused');
    for (const table of [
      { tableName: 'a;drop table users' },
      { tableName: 'pg_hostile' },
      { tableName: 'user' },
      { tableName: 'gen_mine' },
      { columns: [{ columnName: 'a text); drop table users; --', columnComment: 'x', type: 'text' }] },
      { columns: [{ columnName: 'a', columnComment: 'x', type: "text default (select 'x')" }] },
      { columns: [{ columnName: 'constructor', columnComment: 'x', type: 'text' }] },
      { columns: [{ columnName: 'left', columnComment: 'x', type: 'text' }] },
      { columns: [{ columnName: 'line_2', columnComment: 'x', type: 'text' }] },
      { columns: [{ columnName: 'is_a_gift', columnComment: 'x', type: 'text' }] },
      { columns: [{ columnName: 'create_by', columnComment: 'x', type: 'text' }] },
    ])
      expect((await client.post('/tool/gen/createTable', newTable(table))).body.problem, JSON.stringify(table)).toMatch(
        /^(invalidInput|gen)/,
      );
    expect(await tableNames()).toEqual(before);
    // a comment is always text
    const hostile = "x'; drop table users; --";
    await createTable({ tableComment: hostile });
    expect(await tableNames()).toHaveLength(before.length + 1);
  });

  it('escapes comments, names and labels in the generated code', async () => {
    const hostile = [
      '*/ process.exit(); /*',
      ['$', '{process.exit()}`'].join(''),
      '"; process.exit(); //',
      "'); process.exit(); ('",
      '</script><img src=x onerror=alert(1)>',
      '{boom, select}',
    ];
    const { tableId } = await createTable();
    const { columns } = await readTable(tableId);
    let expectedShapes: object | undefined;
    for (const text of ['名称', ...hostile]) {
      await expectOk(
        client.put('/tool/gen', {
          tableId,
          ...{ tableComment: text, functionName: text, functionAuthor: text, englishName: text, remark: text },
          columns: columns.map(({ columnId }) => ({ columnId, columnComment: text, englishName: text })),
        }),
      );
      const shapes = await codeShapes(tableId);
      expectedShapes ??= shapes;
      expect(shapes, text).toEqual(expectedShapes);
    }
    const { columnId } = columns[1] ?? {};
    for (const dictType of ["x'); process.exit(); ('", 'sys_user,password'])
      expect((await client.put('/tool/gen', { tableId, columns: [{ columnId, dictType }] })).body.problem).toBe('invalidInput');
  });

  it('requires sign-in, and a separate permission for each part', async () => {
    const { tableId, tableName } = await createTable();
    expect((await server.stranger.get('/tool/gen/list')).body.code).toBe(401);
    const reader = await server.as(['tool:gen:list']);
    await expectOk(reader.get('/tool/gen/options'));
    for (const answer of [
      reader.get(`/tool/gen/${tableId}`),
      reader.get(`/tool/gen/preview/${tableId}`),
      reader.get(`/tool/gen/genCode/${tableName}`),
      reader.get(`/tool/gen/synchDb/${tableName}`),
      reader.post('/tool/gen/createTable', newTable()),
      reader.put('/tool/gen', { tableId }),
      reader.delete(`/tool/gen/${tableId}`),
    ])
      expect((await answer).body.problem).toBe('forbidden');
    expect(genTables.path).toBe('/tool/gen');
  });

  it('reports missing table rights without a database owner, and creates no unsuitable table', async () => {
    const clone = await cloneDatabase();
    const db = connect(clone.url, { max: 4 });
    const serverWithoutOwner = await startTestServer(async () => ({ ...clone, db, close: () => db.destroy().then(clone.close) }));
    onTestFinished(() => serverWithoutOwner.close());
    const creator = await serverWithoutOwner.as(['tool:gen:create']);
    expect((await creator.post('/tool/gen/createTable', newTable())).body).toMatchObject({ code: 500, problem: 'databaseRightMissing' });

    // the generator still lists a table that was dropped from the database
    const { tableName } = await createTable();
    await sql`drop table ${sql.table(tableName)}`.execute(server.owner);
    expect((await client.post('/tool/gen/createTable', newTable({ tableName }))).body.problem).toBe('genTableTaken');
    const { rows } = await sql`select to_regclass(${tableName}) as made`.execute(server.db);
    expect(rows).toEqual([{ made: null }]);
  });

  it('generates modules for tables with unique indexes of every kind', async () => {
    const table = `memo${unique()}`;
    await sql
      .raw(`create table ${table} (memo_id bigint generated by default as identity primary key, mark text constraint ${table}_mark unique, day date);
        create unique index on ${table} ((true)); create unique index ${table}_lower on ${table} (lower(mark));
        create unique index "all" on ${table} (day); create unique index ${table}_a on ${table} (mark)`)
      .execute(server.owner);
    await expectOk(client.post(`/tool/gen/importTable?tables=${table}`));
    const { tableId } = await findTable(table);
    const { files, steps } = (await expectOk(client.get(`/tool/gen/files/${tableId}`))).data as GenFiles;
    const service = files.find(({ path: file }) => file.endsWith(`${table}.service.ts`))?.code ?? '';
    const rules = [...service.matchAll(/\{ (\w+): '(\w+)Taken' \}/g)].map(([, constraint, name]) => [constraint, name]);
    expect(rules).toEqual([
      [`${table}_mark`, `${table}Mark`],
      [`all`, `${table}All`],
      [`${table}_a`, `${table}A`],
      [`${table}_lower`, `${table}Lower`],
    ]);
    expect(steps.filter((step) => / all|_idx|_lower/.test(step))).toHaveLength(3);
  });

  it('imports a table once when two users import it at once', async () => {
    const both = await Promise.all([1, 2].map(() => client.post('/tool/gen/importTable?tables=setting')));
    expect(both.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['genTableTaken', 'none']);
  });

  const tableNames = async () =>
    (
      await sql<{
        name: string;
      }>`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(server.db)
    ).rows;

  /** Each file without strings and comments, to compare its code. */
  async function codeShapes(tableId: number) {
    const files = (await filesOf(tableId)).filter(({ path: file, kind }) => kind === 'file' || file.startsWith('locales/'));
    return Object.fromEntries(files.map(({ path: file, code }) => [file, stripLiterals(code ?? '')]));
  }
});

/** Removes literals and comments by scanning. Throws for an unclosed one. */
function stripLiterals(source: string): string {
  let output = '';
  for (let at = 0; at < source.length; ) {
    const char = source[at] ?? '';
    if (source.startsWith('/*', at)) at = indexAfter(source, '*/', at + 2);
    else if (source.startsWith('//', at)) at = source.indexOf('\n', at);
    else if (char === "'" || char === '"' || char === '`') {
      let end = at + 1;
      for (; source[end] !== char; end++) {
        if (end >= source.length) throw new Error('a literal does not end');
        if (source[end] === '\\') end++;
      }
      output += char === '`' ? source.slice(at, end).replace(/'(?:[^']|'')*'/g, "''") : "''";
      at = end + 1;
    } else {
      output += char;
      at++;
    }
  }
  // ignore line breaks in long lines
  return output.replace(/,?\s+/g, '').replaceAll(',}', '}').replaceAll(',)', ')');
}

function indexAfter(source: string, ending: string, from: number): number {
  const at = source.indexOf(ending, from);
  if (at < 0) throw new Error('a comment does not end');
  return at + ending.length;
}
