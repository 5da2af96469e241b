// Over 300 lines: the tests share the processes of commands and one database.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import { insertBatch, insertUser } from '../../test/factories.ts';
import { bareEnvironment, startServer } from '../../test/server-process.ts';
import { until } from '../../test/until.ts';

const suyuan = path.join(import.meta.dirname, 'suyuan.ts');

describe('suyuan command', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let dataDir: string;

  beforeAll(async () => {
    database = await cloneDatabase();
    dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-command-'));
  });
  afterAll(async () => {
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('issues no codes when the database is older than the data folder, even before a server start', async () => {
    const { batchId } = await insertBatch(database.db, { quantity: 10 });
    await database.db.updateTable('batch').set({ state: 'approved' }).where('batchId', '=', batchId).execute();
    writeFileSync(path.join(dataDir, 'operlog.checkpoints'), `${JSON.stringify({ seal: 99, hash: 'ab' })}\n`);
    const env = { ...bareEnvironment, DATABASE_URL: database.url, DATA_DIR: dataDir };
    const failure = await promisify(execFile)(process.execPath, [suyuan, 'issue', String(batchId)], { env }).catch((error) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run suyuan -- key rotate') });
    const batch = database.db.selectFrom('batch').select('state').where('batchId', '=', batchId);
    expect(await batch.executeTakeFirstOrThrow()).toEqual({ state: 'approved' });
  });

  it('writes an audit log entry with the OS account, without a password', async () => {
    const { db, url, close } = await cloneDatabase();
    const env = { ...bareEnvironment, DATABASE_URL: url, DATA_DIR: path.join(dataDir, 'logged') };
    const run = (...words: string[]) => promisify(execFile)(process.execPath, [suyuan, ...words], { env }).catch((error) => error);
    const { stdout } = await run('user', 'add', 'mallory', '--role', 'admin');
    await run('config', 'set', 'suyuan.footer.company', '溯源茶业');
    await run('config', 'set', 'suyuan.nothing', '1');
    await run('verify', 'NOTACODE');
    const rows = await db.selectFrom('auditLog').selectAll().orderBy('operId').execute();
    expect(rows.map(({ method, requestMethod, status }) => [method, requestMethod, status])).toEqual([
      ['suyuan user add', 'CLI', '0'],
      ['suyuan config set', 'CLI', '0'],
      ['suyuan config set', 'CLI', '1'],
    ]);
    expect(new Set(rows.map(({ operName }) => operName))).toEqual(new Set([`${userInfo().username}@${hostname()}`]));
    expect(JSON.parse(rows[0]?.operParam ?? '')).toEqual({ arguments: ['mallory'], role: 'admin' });
    expect(JSON.parse(rows[1]?.operParam ?? '')).toEqual({ configKey: 'suyuan.footer.company', configValue: '溯源茶业' });
    const password = stdout.trim().split(/\s+/).at(-1);
    expect(password.length).toBeGreaterThan(10);
    expect(JSON.stringify(rows)).not.toContain(password);
    const unsealed = await db.selectFrom('auditLogUnsealed').select('operId').execute();
    expect(unsealed).toHaveLength(rows.length);
    await close();
  });

  it('adds no account without its entry in the audit log, and prints the answer of long work that has none', async () => {
    const { db, url, owner, close } = await cloneDatabase();
    const env = { ...bareEnvironment, DATABASE_URL: url, DATA_DIR: path.join(dataDir, 'full') };
    const run = (...words: string[]) => promisify(execFile)(process.execPath, [suyuan, ...words], { env }).catch((error) => error);
    await sql`create function disk_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(owner);
    await sql`create trigger disk_full before insert on audit_log execute function disk_full()`.execute(owner);
    expect(await run('user', 'add', 'mallory', '--role', 'admin')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('run it again'),
    });
    expect(await db.selectFrom('users').select('userName').where('userName', '=', 'mallory').execute()).toEqual([]);
    expect(await run('figures', 'rebuild')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('the figures are rebuilt'),
      stderr: expect.stringMatching(/^已完成，但没有写入操作日志：.*No space left on device \/ this is done, .*\n$/),
    });
    await sql`drop trigger disk_full on audit_log`.execute(owner);
    expect((await run('user', 'add', 'mallory', '--role', 'admin')).stdout).toContain('mallory');
    await close();
  });

  it('lists and disables accounts, prints settings without secrets, and suggests similar commands', async () => {
    const { db, url, close } = await cloneDatabase();
    const env = { ...bareEnvironment, DATABASE_URL: url, DATA_DIR: path.join(dataDir, 'listed') };
    const run = (...words: string[]) => promisify(execFile)(process.execPath, [suyuan, ...words], { env }).catch((error) => error);
    await run('user', 'add', 'mallory', '--role', 'admin');
    expect((await run('user', 'list')).stdout).toMatch(/^mallory\tadmin\t正常 \/ enabled$/m);
    expect((await run('user', 'disable', 'mallory')).stdout).toContain('已停用');
    expect((await run('user', 'list')).stdout).toMatch(/^mallory\tadmin\t停用 \/ disabled$/m);
    for (const name of ['admin', 'nobody-here'])
      expect(await run('user', 'disable', name)).toMatchObject({
        code: expect.any(Number),
        stdout: '',
        stderr: expect.stringContaining(name),
      });
    await db.insertInto('setting').values({ configName: 'mail', configKey: 'mail.password', configValue: 'hunter2-hunter2' }).execute();
    await run('config', 'set', 'suyuan.footer.company', '溯源茶业');
    expect((await run('config', 'get', 'suyuan.footer.company')).stdout).toBe('溯源茶业\n');
    for (const key of ['mail.password', 'sys.user.initPassword']) expect((await run('config', 'get', key)).stdout).toBe('******\n');
    expect((await run('config', 'set', 'mail.password', 'hunter3-hunter3')).stdout).not.toContain('hunter3');
    expect((await run('config', 'set', 'suyuan.footer.company', 'x'.repeat(2000))).stderr).toBe(
      `参数“suyuan.footer.company”不能是“${'x'.repeat(50)}…”；应为 一行文字，至多 100 个字符 / ` +
        `The setting “suyuan.footer.company” cannot be “${'x'.repeat(50)}…”. It should be one line of at most 100 characters.\n`,
    );
    const { stdout } = await run('config', 'list');
    expect(stdout).toContain('suyuan.footer.company=溯源茶业\n');
    expect(stdout).not.toContain('hunter2');
    expect(await run('config', 'get', 'suyuan.nothing')).toMatchObject({ stdout: '', stderr: expect.stringContaining('suyuan.nothing') });
    for (const words of [
      ['issue', '999'],
      ['key', 'rotate', '999'],
    ])
      expect(await run(...words)).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no record 999') });
    expect(await run('user', 'disabel', 'mallory')).toMatchObject({ code: 2, stderr: expect.stringContaining('“user disable”') });
    expect(await run('bakcup')).toMatchObject({ code: 2, stderr: expect.stringContaining('“backup”') });
    const unwritable = await run('backup', path.join(dataDir, 'no-folder', 'all.zip'));
    expect(unwritable).toMatchObject({ code: 1, stderr: expect.stringContaining('all.zip cannot be written') });
    expect(unwritable.stderr.trim().split('\n')).toHaveLength(1);
    await close();
  });

  it('checks the log, the files and the archived scans, and reports all that is damaged', async () => {
    const { db, url, close } = await cloneDatabase();
    const env = { ...bareEnvironment, DATABASE_URL: url, DATA_DIR: path.join(dataDir, 'checked') };
    const run = () => promisify(execFile)(process.execPath, [suyuan, 'check'], { env }).catch((error) => error);
    mkdirSync(path.join(env.DATA_DIR, 'files/upload'), { recursive: true });
    writeFileSync(path.join(env.DATA_DIR, 'files/upload/changed.png'), 'other bytes');
    const { userId } = await insertUser(db);
    const content = { bytes: 1, sha256: Buffer.alloc(32) };
    for (const name of ['changed', 'gone'])
      await db
        .insertInto('file')
        .values({ ...content, path: `upload/${name}.png`, originalName: name, contentType: 'image/png', createBy: userId })
        .execute();
    const archived = { ...content, state: 'archived', path: 'scanArchive/2024-03.parquet', scans: 1, digest: '', batches: '{}' };
    await db
      .insertInto('scanArchive')
      .values({ ...archived, month: '2024-03' })
      .execute();
    expect(await run()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^操作日志完整/),
      stderr: expect.stringMatching(
        /^文件坏了 2 个.* \/ broken files: 2, .*: upload\/changed\.png \(changed\), upload\/gone\.png \(missing\); broken files of archived months: 1, .*: 2024-03 \(missing\)\n$/,
      ),
    });
    writeFileSync(path.join(env.DATA_DIR, 'operlog.checkpoints'), `${JSON.stringify({ seal: 99, hash: 'ab' })}\n`);
    expect((await run()).stderr).toMatch(/the operation log was tampered with: .*cut short.*changed\.png.*2024-03/);
    await close();
  });

  it('prints the usage of one command or group, and names what is wrong with arguments', async () => {
    const run = (...words: string[]) =>
      promisify(execFile)(process.execPath, [suyuan, ...words], { env: bareEnvironment }).catch((error) => error);
    for (const words of [
      ['backup', '--help'],
      ['backup', '-h'],
      ['help', 'backup'],
    ])
      expect((await run(...words)).stdout).toMatch(/^.*\n\n {2}backup <file\.zip> .*\n$/);
    expect((await run('key', '--help')).stdout).toMatch(/^.*\n\n {2}key rotate .*\n {2}key retire .*\n$/);
    expect((await run('help', 'start')).stdout).toMatch(/^.*\n\n {2}start .*\n$/);
    for (const words of [['key'], ['help', 'key', 'rotaet'], ['key', 'rotaet', '--help']])
      expect(await run(...words)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('the nearest is “key rotate”') });
    expect((await run('config', 'set', 'suyuan.scan.keepMonths', '-1')).stderr).toContain('write a negative number as -- -1; usage: ');
    const usage = 'usage: npm run suyuan -- user add <name> --role <role>\n';
    for (const [words, fault] of [
      [['user', 'add'], 'arguments expected: 1, found: 0'],
      [['user', 'add', 'lihua', '--rôle=x'], 'there is no option --rôle'],
      [['user', 'add', 'lihua', '--role'], 'the option --role lacks a value, or takes none'],
    ] as const)
      expect(await run(...words)).toMatchObject({ code: 2, stderr: expect.stringContaining(`${fault}; ${usage}`) });
  });

  it('ends a command at once on Ctrl+C, with a failure and no partial file', async () => {
    const { url, close } = await cloneDatabase();
    const target = path.join(dataDir, 'interrupted.zip');
    const env = { ...bareEnvironment, DATABASE_URL: url, DATA_DIR: path.join(dataDir, 'interrupted') };
    // copying it takes longer than the test
    mkdirSync(path.join(env.DATA_DIR, 'files/2026'), { recursive: true });
    writeFileSync(path.join(env.DATA_DIR, 'files/2026/large.bin'), '');
    truncateSync(path.join(env.DATA_DIR, 'files/2026/large.bin'), 2 ** 36);
    const child = spawn(process.execPath, [suyuan, 'backup', target], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr, ended] = [text(child.stdout), text(child.stderr), once(child, 'exit')];
    await until(() => existsSync(`${target}.partial`));
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect([await stdout, await stderr]).toEqual(['', expect.stringMatching(/^已中断，命令没有做完.*\n$/)]);
    expect(existsSync(`${target}.partial`)).toBe(false);
    await close();
  });

  it('reports in one line that the database does not answer in time', async () => {
    const { db, url, close } = await cloneDatabase();
    const env = { ...bareEnvironment, DATABASE_URL: url, DATA_DIR: path.join(dataDir, 'locked') };
    await db.transaction().execute(async (tx) => {
      await sql`lock table setting in access exclusive mode`.execute(tx);
      const failure = await promisify(execFile)(process.execPath, [suyuan, 'config', 'list'], { env }).catch((error) => error);
      expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(/^数据库或磁盘出错：.*lock timeout.*\n$/) });
    });
    await close();
  });

  it('prints its help in one language: that of the machine or of --lang', async () => {
    const help = async (...words: string[]) => {
      const env = { ...bareEnvironment, LANG: 'en_GB.UTF-8' };
      return (await promisify(execFile)(process.execPath, [suyuan, ...words], { env })).stdout;
    };
    const [english, chinese] = [await help(), await help('help', '--lang', 'zh')];
    expect(english).toMatch(/^usage: npm run --silent suyuan/);
    expect(english).not.toMatch(/\p{Script=Han}/u);
    expect(chinese).toMatch(/^用法：npm run --silent suyuan/);
    expect(chinese).not.toContain(' / ');
  });

  it('retires an epoch with issued codes only after it states their number and gets confirmation', async () => {
    const { db, url, close } = await cloneDatabase();
    const env = { ...bareEnvironment, DATABASE_URL: url, DATA_DIR: path.join(dataDir, 'retiring') };
    const run = (...words: string[]) => promisify(execFile)(process.execPath, [suyuan, ...words], { env }).catch((error) => error);
    const { batchId } = await insertBatch(db, { quantity: 10 });
    await db.updateTable('batch').set({ state: 'approved' }).where('batchId', '=', batchId).execute();
    await run('issue', String(batchId));
    const [, english] = (await run('issue', String(batchId))).stderr.split(' / ');
    expect(english).not.toMatch(/\p{Script=Han}/u);
    const range = db.selectFrom('batchRange').selectAll().where('batchId', '=', batchId);
    const { spaceId, epoch } = await range.executeTakeFirstOrThrow();
    await run('key', 'rotate', String(spaceId));
    const words = ['key', 'retire', String(spaceId), String(epoch)];
    expect(await run(...words)).toMatchObject({ code: 1, stderr: expect.stringContaining('发过 10 枚码（1 个批次）') });
    expect(await run(...words, '--yes')).toMatchObject({ stdout: expect.stringContaining('已停用') });
    // validation precedes the confirmation
    for (const otherEpoch of [epoch, epoch + 1])
      expect(await run('key', 'retire', String(spaceId), String(otherEpoch))).toMatchObject({
        code: 1,
        stderr: expect.not.stringContaining('--yes'),
      });
    await close();
  });

  it('of an older release refuses a newer schema that it cannot work with and changes nothing, while the server keeps running', async () => {
    const { db, url, owner, close } = await cloneDatabase();
    const env = { DATABASE_URL: url, DATA_DIR: path.join(dataDir, 'older') };
    const run = (...words: string[]) =>
      promisify(execFile)(process.execPath, [suyuan, ...words], { env: { ...bareEnvironment, PORT: '0', PUBLIC_PORT: '0', ...env } });
    const running = await startServer(env.DATA_DIR, env);
    const status = async (url: string, body?: object) => {
      const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return (await fetch(`http://127.0.0.1:${running.publicPort}${url}`, init)).status;
    };
    // as after `migrate` of a newer release
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-a-newer-release', now()::text)`.execute(owner);
    const users = db.selectFrom('users').select('userName').orderBy('userId');
    const before = await users.execute();
    // all commands open the installation by the same path
    for (const command of ['start', 'migrate', 'user add newcomer --role admin', 'figures rebuild', `backup ${dataDir}/older.zip`]) {
      const end = await run(...command.split(' ')).catch((error) => error);
      expect([command, end.code, end.stdout, end.stderr]).toEqual([
        ...[command, 4, ''],
        expect.stringMatching(
          /^数据库的结构比这个版本新.*9999-of-a-newer-release.* \/ the database schema is newer than this release.*\n$/,
        ),
      ]);
    }
    expect(await users.execute()).toEqual(before);
    expect([await status('/ready'), await status('/v1/verifications', { code: 'NOT-OURS' })]).toEqual([200, 200]);
    await running.end();
    await sql`delete from kysely_migration where name like '9999%'`.execute(owner);
    await sql`insert into kysely_migration_record (migration, step, end_time) values ('9999-of-a-newer-release', '', now())`.execute(owner);
    for (const command of ['migrate', 'migrate --plan'])
      expect(await run(...command.split(' '))).toEqual({
        stdout: '数据库结构已是最新 / the database is up to date\n',
        stderr: expect.stringMatching(/^数据库的结构比这个版本新：多出 1 次升级（9999-of-a-newer-release），仍与这个版本相容.*\n$/),
      });
    await close();
  });

  it('names the migration that a changed schema does not allow, in one line', async () => {
    const { url, ownerUrl, owner, close } = await cloneDatabase();
    await sql`delete from kysely_migration_record where migration = '0010-trace-rejection'`.execute(owner);
    const env = { ...bareEnvironment, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: path.join(dataDir, 'changed') };
    for (const words of [['migrate'], ['migrate', '--plan'], ['check']])
      expect(await promisify(execFile)(process.execPath, [suyuan, ...words], { env }).catch((error) => error)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(
          /^数据库结构升级 0010-trace-rejection 不能执行：.* \/ the migration 0010-trace-rejection cannot run: column "reject_by" .* already exists; .*\n$/,
        ),
      });
    await close();
  });

  it('refuses a database of the unreleased version 0.1 in one line that says what to do, and changes nothing', async () => {
    const { url, owner, close } = await cloneDatabase();
    await sql`delete from kysely_migration where name <> '0001-baseline'`.execute(owner);
    await sql`update kysely_migration set name = '0001-organisation'`.execute(owner);
    const env = { ...bareEnvironment, PORT: '0', PUBLIC_PORT: '0', DATABASE_URL: url, DATA_DIR: path.join(dataDir, 'unreleased') };
    for (const command of ['start', 'migrate']) {
      const end = await promisify(execFile)(process.execPath, [suyuan, command], { env }).catch((error) => error);
      expect([command, end.code, end.stdout, end.stderr]).toEqual([
        ...[command, 2, ''],
        expect.stringMatching(/^这个数据库由从未发布的 0\.1 版建立.*空的数据库.* \/ this database was created by version 0\.1.*empty.*\n$/),
      ]);
    }
    const { rows } = await sql`select name from kysely_migration`.execute(owner);
    expect(rows).toEqual([{ name: '0001-organisation' }]);
    await close();
  });
});
