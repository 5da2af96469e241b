import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { onDatabase } from '../../test/database.ts';
import { clientOf, command, forbiddenStatements, rolesAt, shelfTable, sqlStateOf } from '../../test/role-rights.ts';
import { runServer, startServer } from '../../test/server-process.ts';
import { connect } from './connect.ts';
import { createScanPartitions } from './maintenance.ts';

describe('two roles on an external PostgreSQL', () => {
  const unique = randomBytes(4).toString('hex');
  const [owner, application, database] = [`owner_${unique}`, `app_${unique}`, `outer_${unique}`];
  const cluster = inject('postgresUrl');
  const at = (username: string, password = 'secret') =>
    Object.assign(new URL(cluster), { username, password, pathname: `/${database}` }).href;
  const [url, ownerUrl] = [at(application), at(owner)];
  let folder: string;
  const start = (env: Record<string, string>) =>
    startServer(path.join(folder, 'data'), { MASTER_KEY_FILE: path.join(folder, 'master.key'), ...env });

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'suyuan-outer-'));
    // as in the operators' guide
    const guide = readFileSync(path.join(import.meta.dirname, '../../../../../docs/operations.md'), 'utf8');
    const [, statements = ''] = /### Database roles[\s\S]*?```sql\n([\s\S]*?)```/.exec(guide) ?? [];
    const renamedStatements = statements
      .replaceAll('suyuan_owner', owner)
      .replaceAll('suyuan_app', application)
      .replaceAll(/\bsuyuan\b/g, database)
      .replaceAll(/password '[^']*'/g, `password 'secret'`);
    expect(renamedStatements.match(new RegExp(unique, 'g'))?.length).toBeGreaterThan(4);
    for (const statement of renamedStatements.split(';').filter((each) => each.trim())) await onDatabase(cluster, statement);
    writeFileSync(path.join(folder, 'master.key'), randomBytes(32), { mode: 0o600 });
  });
  afterAll(async () => {
    await onDatabase(cluster, `drop database if exists ${database} with (force)`);
    for (const role of [owner, application]) await onDatabase(cluster, `drop role if exists ${role}`);
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuse an empty database without the owner role, with one message', async () => {
    const server = await runServer(path.join(folder, 'data'), { MASTER_KEY_FILE: path.join(folder, 'master.key'), DATABASE_URL: url });
    expect(await server.ended).toBe(2);
    expect(server.printed()).toMatch(/^数据库角色无权改动数据库结构：.*DATABASE_OWNER_URL.*\n$/);
  });

  it('warn at start and in the check command when one role or a superuser can alter the audit log', async () => {
    const MASTER_KEY_FILE = path.join(folder, 'master.key');
    const singleRoleServer = await start({ DATABASE_URL: ownerUrl });
    expect(singleRoleServer.printed().match(/DATABASE_URL 的角色拥有数据表，能改动操作日志.*Database roles/g)).toHaveLength(1);
    await singleRoleServer.end();
    const checkResult = await command({ DATABASE_URL: ownerUrl, DATA_DIR: path.join(folder, 'data'), MASTER_KEY_FILE }, 'check');
    expect(checkResult).toMatchObject({ exitCode: 0, output: expect.stringContaining('能改动操作日志') });
    const { username, password } = new URL(cluster);
    const superuser = { DATABASE_URL: at(username, password), DATA_DIR: path.join(folder, 'data'), MASTER_KEY_FILE };
    expect((await command(superuser, 'check')).output).toContain('DATABASE_URL 的角色是超级用户');
  });

  it('run as the application and migrate as the owner, also after a start with one role', async () => {
    const server = await start({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });
    expect(server.printed()).not.toContain('Database roles');
    expect(await rolesAt(at(new URL(cluster).username, new URL(cluster).password))).toEqual([application]);
    const db = connect(url, { max: 2, ownerUrl });
    const call = await clientOf(db, server, ['monitor:operlog:list', 'monitor:operlog:remove', 'tool:gen:create', 'monitor:druid:list']);
    expect(await call('POST', '/tool/gen/createTable', shelfTable)).toMatchObject({ code: 200 });
    await sql`insert into rights_shelf (shelf_name) values ('甲')`.execute(db);
    await createScanPartitions(db, 30);
    expect(await call('GET', '/monitor/druid/source')).toMatchObject({ code: 200, data: { wall: { superuser: false } } });
    expect(await call('DELETE', '/monitor/operlog/clean')).toMatchObject({ code: 200 });
    for (const statement of forbiddenStatements) expect([statement, await sqlStateOf(url, statement)]).toEqual([statement, '42501']);
    await server.end();

    const env = { DATABASE_URL: url, DATA_DIR: path.join(folder, 'data'), MASTER_KEY_FILE: path.join(folder, 'master.key') };
    const both = { ...env, DATABASE_OWNER_URL: ownerUrl };
    expect(await command(both, 'check')).toMatchObject({ exitCode: 0, output: expect.stringContaining('操作日志完整') });
    expect(await command(both, 'figures', 'rebuild')).toMatchObject({ exitCode: 0 });
    const archive = path.join(folder, 'all.zip');
    expect(await command(env, 'backup', archive)).toMatchObject({ exitCode: 0 });

    // empty the database as its owner, then restore; the application's role alone may not
    await onDatabase(ownerUrl, 'truncate users cascade');
    const refused = await command(env, 'restore', archive);
    expect(refused).toMatchObject({ exitCode: 2, output: expect.stringContaining('DATABASE_OWNER_URL') });
    expect(await command(both, 'restore', archive)).toMatchObject({ exitCode: 0, output: expect.stringContaining('已恢复') });
    expect((await sql`select shelf_name from rights_shelf`.execute(db)).rows).toEqual([{ shelfName: '甲' }]);
    for (const statement of forbiddenStatements) expect([statement, await sqlStateOf(url, statement)]).toEqual([statement, '42501']);
    await db.destroy();

    // without pending migrations no owner is needed
    const site = await start({ DATABASE_URL: url, ROLE: 'public' });
    expect((await fetch(`http://127.0.0.1:${site.publicPort}/ready`)).status).toBe(200);
    await site.end();
  });

  it('refuse an unreachable owner, and an owner of another database', async () => {
    const MASTER_KEY_FILE = path.join(folder, 'master.key');
    for (const [address, words] of [
      [at(owner, 'wrong'), '连不上 DATABASE_OWNER_URL 指定的数据库'],
      [cluster, 'DATABASE_OWNER_URL 和 DATABASE_URL 通到两个不同的数据库'],
    ] as const) {
      const server = await runServer(path.join(folder, 'data'), { MASTER_KEY_FILE, DATABASE_URL: url, DATABASE_OWNER_URL: address });
      expect(await server.ended).toBe(2);
      expect(server.printed()).toMatch(new RegExp(`^${words}.*\n$`));
      expect(server.printed()).not.toContain('secret');
    }
  });

  it('refuse a database of another encoding, one that takes no writes, and one of another program, in one line', async () => {
    const name = `unfit_${unique}`;
    const unfit = Object.assign(new URL(cluster), { pathname: `/${name}` }).href;
    const MASTER_KEY_FILE = path.join(folder, 'master.key');
    for (const [options, statement, words] of [
      ["encoding latin1 lc_collate 'C' lc_ctype 'C'", 'select 1', 'DATABASE_URL 指定的数据库编码是 LATIN1；应为'],
      ['', `alter database ${name} set default_transaction_read_only = on`, 'DATABASE_URL 指定的数据库是只读的.*；应指向主库'],
      ['', 'create table supplier ()', '数据库里有其他程序的表.*supplier.*；DATABASE_URL 应指向一个空的数据库'],
    ] as const) {
      await onDatabase(cluster, `create database ${name} template template0 ${options}`);
      await onDatabase(unfit, statement);
      const server = await runServer(path.join(folder, 'data'), { MASTER_KEY_FILE, DATABASE_URL: unfit });
      expect(await server.ended).toBe(2);
      expect(server.printed()).toMatch(new RegExp(`^${words}.*\n$`));
      await onDatabase(cluster, `drop database ${name} with (force)`);
    }
  });
});
