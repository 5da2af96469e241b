import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStore } from '../../platform/files/folder-store.ts';
import { cloneSingleDatabase } from '../../test/database.ts';
import { issueCodes } from '../../test/issued-codes.ts';
import { runServer, type ServerProcess, startServer } from '../../test/server-process.ts';
import { startTestServer } from '../../test/test-server.ts';

const suyuan = path.join(import.meta.dirname, 'suyuan.ts');

/** Starts about a dozen processes, so it runs in the long run only. */
describe.runIf(process.env.SUYUAN_LONG === '1')('restore on another machine', () => {
  const masterKey = randomBytes(32);
  const closing: (() => Promise<unknown>)[] = [];
  const running: ServerProcess[] = [];
  let folder: string;
  let code: string;

  const command = (env: Record<string, string>, ...words: string[]) =>
    promisify(execFile)(process.execPath, [suyuan, ...words], { env: { PATH: process.env.PATH, ...env } }).then(
      ({ stdout }) => ({ exitCode: 0, output: stdout }),
      ({ code: exitCode, stdout, stderr }) => ({ exitCode, output: stdout + stderr }),
    );
  const pathTo = (name: string) => path.join(folder, name);
  const newMachine = async (name: string) => {
    const { url, ownerUrl, close } = await cloneSingleDatabase();
    closing.push(close);
    return { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: pathTo(name) };
  };
  const serve = async (env: Record<string, string>) => {
    const server = await startServer(env.DATA_DIR ?? '', env);
    running.push(server);
    return server;
  };
  const verdict = async ({ publicPort }: ServerProcess) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`http://127.0.0.1:${publicPort}/v1/verifications`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ code }),
    });
    return (await reply.json()).verdict;
  };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'suyuan-move-'));
    const server = await startTestServer();
    closing.push(() => server.close());
    mkdirSync(pathTo('first'));
    writeFileSync(pathTo('first/master.key'), masterKey, { mode: 0o600 });
    const files = folderStore(pathTo('first'));
    await files.receive('one', (file) => file.write(Buffer.from('bytes of a picture')));
    await files.publish('one', '2026/11/picture.png');
    code = (await issueCodes({ ...server.installation, masterKey, dataDir: pathTo('first'), files }, { count: 10 })).code(3);
    const first = { DATABASE_URL: server.url, DATA_DIR: pathTo('first') };
    const before = await serve(first);
    expect(await verdict(before)).toBe('genuine');
    expect(await command(first, 'backup', pathTo('with.zip'), '--key')).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('备份里有主密钥'),
    });
    expect(await command(first, 'backup', pathTo('without.zip'))).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('没有主密钥'),
    });
    await before.end();
  });
  afterAll(async () => {
    await Promise.all(running.map((server) => server.end('SIGKILL')));
    for (const close of closing) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('verifies codes at a new address with the archived key, with intact log and files', async () => {
    expect(statSync(pathTo('with.zip')).mode & 0o077).toBe(0);
    const second = await newMachine('second');
    const restored = await command(second, 'restore', pathTo('with.zip'));
    expect(restored).toMatchObject({ exitCode: 0, output: expect.stringMatching(/已恢复 .*、1 个文件/) });
    expect(restored.output).not.toContain('不是备份的那一把');
    // a key generated for the empty folder is replaced silently and not backed up
    expect(restored.output).not.toContain('原来的主密钥');
    expect(readdirSync(pathTo('second')).filter((name) => name.startsWith('master.key'))).toEqual(['master.key']);
    expect(readFileSync(pathTo('second/master.key')).equals(masterKey)).toBe(true);
    expect(readFileSync(pathTo('second/files/2026/11/picture.png'), 'utf8')).toBe('bytes of a picture');
    expect((await command(second, 'check')).exitCode).toBe(0);
    // the consumer's earlier scan was the first one
    expect(['genuine', 'alreadyVerified']).toContain(await verdict(await serve(second)));
  });

  it('refuses to create or read codes without the key, and works after the key is restored', async () => {
    const third = await newMachine('third');
    expect(await command(third, 'restore', pathTo('without.zip'))).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('放回原来的 master.key'),
    });
    expect(readFileSync(pathTo('third/master.key')).equals(masterKey)).toBe(false);
    const refused = await runServer(third.DATA_DIR, third);
    running.push(refused);
    expect(await refused.ended).toBe(2);
    expect(refused.printed()).toMatch(/^主密钥文件不属于这个数据库：用它验不出已发的码.*\n$/);
    for (const words of [
      ['verify', code],
      ['issue', '1'],
      ['backup', pathTo('third.zip')],
    ])
      expect(await command(third, ...words)).toMatchObject({ exitCode: 2, output: expect.stringContaining('主密钥文件不属于这个数据库') });
    expect(existsSync(pathTo('third.zip'))).toBe(false);

    writeFileSync(pathTo('third/master.key'), masterKey, { mode: 0o600 });
    expect(['genuine', 'alreadyVerified']).toContain(await verdict(await serve(third)));
  });

  it('reports that the key file of the operator differs, and leaves it unchanged', async () => {
    const own = randomBytes(32);
    writeFileSync(pathTo('own.key'), own, { mode: 0o600 });
    const fourth = { ...(await newMachine('fourth')), MASTER_KEY_FILE: pathTo('own.key') };
    expect(await command(fourth, 'restore', pathTo('with.zip'))).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(`unzip -p ${pathTo('with.zip')} master.key`),
    });
    expect(readFileSync(pathTo('own.key')).equals(own)).toBe(true);
    expect(existsSync(pathTo('fourth/master.key'))).toBe(false);
  });
});
