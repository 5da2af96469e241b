import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStore } from '../../platform/files/folder-store.ts';
import { cloneDatabase } from '../../test/database.ts';
import { issueCodes } from '../../test/issued-codes.ts';
import { runServer, type ServerProcess, startServer } from '../../test/server-process.ts';
import { startTestServer } from '../../test/test-server.ts';

const suyuan = path.join(import.meta.dirname, 'suyuan.ts');

/** Starts about a dozen processes, so it runs in the long run only. */
describe.runIf(process.env.SUYUAN_LONG === '1')('an installation that moves', { timeout: 180_000 }, () => {
  const masterKey = randomBytes(32);
  const closing: (() => Promise<unknown>)[] = [];
  const running: ServerProcess[] = [];
  let folder: string;
  let code: string;

  const command = (env: Record<string, string>, ...words: string[]) =>
    promisify(execFile)(process.execPath, [suyuan, ...words], { env: { PATH: process.env.PATH, ...env } }).then(
      ({ stdout }) => ({ ended: 0, said: stdout }),
      ({ code: ended, stdout, stderr }) => ({ ended, said: stdout + stderr }),
    );
  const at = (name: string) => path.join(folder, name);
  const newMachine = async (name: string) => {
    const { url, ownerUrl, close } = await cloneDatabase();
    closing.push(close);
    return { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: at(name) };
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
    mkdirSync(at('first'));
    writeFileSync(at('first/master.key'), masterKey, { mode: 0o600 });
    const files = folderStore(at('first'));
    await files.receive('one', (file) => file.write(Buffer.from('bytes of a picture')));
    await files.keep('one', '2026/11/picture.png');
    code = (await issueCodes({ ...server.installation, masterKey, dataDir: at('first'), files }, { count: 10 })).code(3);
    const first = { DATABASE_URL: server.url, DATA_DIR: at('first') };
    const before = await serve(first);
    expect(await verdict(before)).toBe('genuine');
    expect(await command(first, 'backup', at('with.zip'), '--key')).toMatchObject({
      ended: 0,
      said: expect.stringContaining('备份里有主密钥'),
    });
    expect(await command(first, 'backup', at('without.zip'))).toMatchObject({ ended: 0, said: expect.stringContaining('没有主密钥') });
    await before.end();
  }, 180_000);
  afterAll(async () => {
    await Promise.all(running.map((server) => server.end('SIGKILL')));
    for (const close of closing) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('verifies its codes at another address with the key of the archive, and its log and files are whole', async () => {
    expect(statSync(at('with.zip')).mode & 0o077).toBe(0);
    const second = await newMachine('second');
    const restored = await command(second, 'restore', at('with.zip'));
    expect(restored).toMatchObject({ ended: 0, said: expect.stringMatching(/已恢复 .*、1 个文件/) });
    expect(restored.said).not.toContain('不是备份的那一把');
    // a key generated for the empty folder is replaced silently and not backed up
    expect(restored.said).not.toContain('原来的主密钥');
    expect(readdirSync(at('second')).filter((name) => name.startsWith('master.key'))).toEqual(['master.key']);
    expect(readFileSync(at('second/master.key')).equals(masterKey)).toBe(true);
    expect(readFileSync(at('second/files/2026/11/picture.png'), 'utf8')).toBe('bytes of a picture');
    expect((await command(second, 'check')).ended).toBe(0);
    // the consumer's earlier scan was the first one
    expect(['genuine', 'alreadyVerified']).toContain(await verdict(await serve(second)));
  });

  it('makes and reads no code without the key, says so, and does once the key is back', async () => {
    const third = await newMachine('third');
    expect(await command(third, 'restore', at('without.zip'))).toMatchObject({
      ended: 0,
      said: expect.stringContaining('放回原来的 master.key'),
    });
    expect(readFileSync(at('third/master.key')).equals(masterKey)).toBe(false);
    const refused = await runServer(third.DATA_DIR, third);
    running.push(refused);
    expect(await refused.ended).toBe(2);
    expect(refused.printed()).toMatch(/^主密钥文件不属于这个数据库：用它验不出已发的码.*\n$/);
    for (const words of [
      ['verify', code],
      ['issue', '1'],
      ['backup', at('third.zip')],
    ])
      expect(await command(third, ...words)).toMatchObject({ ended: 2, said: expect.stringContaining('主密钥文件不属于这个数据库') });
    expect(existsSync(at('third.zip'))).toBe(false);

    writeFileSync(at('third/master.key'), masterKey, { mode: 0o600 });
    expect(['genuine', 'alreadyVerified']).toContain(await verdict(await serve(third)));
  });

  it('says that a key file of the operator’s own is another one, and leaves it as it is', async () => {
    const own = randomBytes(32);
    writeFileSync(at('own.key'), own, { mode: 0o600 });
    const fourth = { ...(await newMachine('fourth')), MASTER_KEY_FILE: at('own.key') };
    expect(await command(fourth, 'restore', at('with.zip'))).toMatchObject({ ended: 0, said: expect.stringContaining('不是备份的那一把') });
    expect(readFileSync(at('own.key')).equals(own)).toBe(true);
    expect(existsSync(at('fourth/master.key'))).toBe(false);
  });
});
