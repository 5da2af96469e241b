import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postmasterOf, runServer, type ServerProcess, startServer } from '../test/server-process.ts';
import { until } from '../test/until.ts';

describe('server process', () => {
  let folder: string;
  let dataDir: string;
  let cluster: string;
  const running: ServerProcess[] = [];
  const start = async (env?: Record<string, string>) => {
    const server = await startServer(dataDir, env);
    running.push(server);
    return server;
  };
  const answers = async ({ port }: ServerProcess) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/captchaImage`).catch(() => undefined);
    return reply?.status === 200 && (await reply.json()).code === 200;
  };

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'suyuan 溯源 '));
    chmodSync(folder, 0o711);
    dataDir = path.join(folder, '数据 data');
    cluster = path.join(dataDir, 'postgres');
  });
  afterAll(async () => {
    for (const server of running) await server.end('SIGKILL');
    const postmaster = postmasterOf(cluster);
    if (postmaster) process.kill(postmaster, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts for the first time, prints passwords, protects its secrets, and stops all on SIGTERM', async () => {
    const server = await start();
    expect(server.printed()).toContain(`http://127.0.0.1:${server.port}`);
    expect(server.printed()).toContain(`http://127.0.0.1:${server.publicPort}`);
    expect(server.printed()).toMatch(/admin +\S{12,}/);
    expect(await answers(server)).toBe(true);
    for (const secret of ['master.key', 'postgres.password']) expect(statSync(path.join(dataDir, secret)).mode & 0o077).toBe(0);
    expect(await server.end()).toBe(0);
    expect(postmasterOf(cluster)).toBeUndefined();
    expect(existsSync(path.join(dataDir, 'running.json'))).toBe(false);
  });

  it('prints no password on the second start, and stops cleanly after two signals', async () => {
    const server = await start();
    expect(server.printed()).not.toMatch(/admin +\S{12,}/);
    server.child.kill('SIGINT');
    expect(await server.end('SIGINT')).toBe(0);
    expect(postmasterOf(cluster)).toBeUndefined();
  });

  it('reports that a console setting overrides the environment variable', async () => {
    const server = await start({ CAPTCHA_ENABLED: 'off', REGISTER_ENABLED: 'off' });
    const warnings = server
      .printed()
      .split('\n')
      .filter((line) => line.includes('_ENABLED'));
    expect(warnings).toEqual([
      expect.stringMatching(/^环境变量 CAPTCHA_ENABLED=off .* sys\.account\.captchaEnabled .* on；.* \/ CAPTCHA_ENABLED=off /),
    ]);
    const captcha = await fetch(`http://127.0.0.1:${server.port}/api/captchaImage`);
    expect(await captcha.json()).toMatchObject({ captchaEnabled: true });
    await server.end();
  });

  it('reports not ready while it drains, still answers, and closes its connections', async () => {
    const server = await start({ DRAIN_SECONDS: '10' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const get = async (url: string) => {
      const request = httpGet(`http://127.0.0.1:${server.publicPort}${url}`, { agent });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const body = await text(response);
      return { status: response.statusCode, connection: response.headers.connection, reused: request.reusedSocket, body };
    };
    expect(await get('/ready')).toMatchObject({ status: 200, connection: 'keep-alive' });
    const begin = performance.now();
    server.child.kill('SIGTERM');
    await until(async () => (await get('/ready')).status === 503);
    const answer = await get('/ready');
    expect(answer).toMatchObject({ connection: 'close', reused: false });
    expect(JSON.parse(answer.body)).toMatchObject({
      status: 'unready',
      parts: { process: { ok: false, message: expect.stringMatching(/^正在停止/) } },
    });
    for (const url of ['/c/NOT-OURS', '/live']) expect(await get(url)).toMatchObject({ status: 200, connection: 'close' });
    expect(await server.ended).toBe(0);
    expect(performance.now() - begin).toBeGreaterThan(9900);
    // Ctrl+C skips the drain period
    const hurried = await start({ DRAIN_SECONDS: '30' });
    expect(await Promise.race([hurried.end('SIGINT'), new Promise((resolve) => setTimeout(resolve, 25_000, 'still draining'))])).toBe(0);
  });

  it('starts while its predecessor is still stopping', async () => {
    const before = await start();
    before.child.kill('SIGTERM');
    const server = await start();
    expect(await before.ended).toBe(0);
    expect(await answers(server)).toBe(true);
    await server.end();
  });

  it('stops cleanly when its launcher dies', async () => {
    const server = await start();
    server.child.disconnect();
    expect(await server.ended).toBe(0);
    expect(postmasterOf(cluster)).toBeUndefined();
  });

  it('adopts the database of a killed server', async () => {
    const killed = await start();
    await killed.end('SIGKILL');
    const orphan = postmasterOf(cluster);
    expect(orphan).toBeDefined();
    const server = await start();
    expect(postmasterOf(cluster)).toBe(orphan);
    expect(await answers(server)).toBe(true);
    expect(await server.end()).toBe(0);
    expect(postmasterOf(cluster)).toBeUndefined();
  });

  it('starts despite a stale postmaster.pid, even when another program has that PID', async () => {
    const note = path.join(cluster, 'postmaster.pid');
    writeFileSync(note, `${process.pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n  1 1\nready   \n`);
    const server = await start();
    expect(await answers(server)).toBe(true);
    await server.end();
  });

  it.skipIf(process.getuid?.() !== 0)(
    'stores its database elsewhere, with a message, below a folder that only root can enter',
    async () => {
      const closedFolder = path.join(folder, 'closed');
      const dataFolder = path.join(closedFolder, 'data');
      mkdirSync(dataFolder, { recursive: true });
      chmodSync(closedFolder, 0o700);
      const server = await startServer(dataFolder);
      running.push(server);
      const clusterFolder = server.printed().match(/数据库放在 (\S+)，/)?.[1] ?? '';
      expect(postmasterOf(clusterFolder)).toBeDefined();
      expect(await answers(server)).toBe(true);
      expect(await server.end()).toBe(0);
      expect(postmasterOf(clusterFolder)).toBeUndefined();
      rmSync(path.dirname(clusterFolder), { recursive: true });
    },
  );

  it('continues when its database is killed', async () => {
    const server = await start();
    const killed = postmasterOf(cluster);
    if (killed) process.kill(killed, 'SIGKILL');
    await until(() => postmasterOf(cluster) !== undefined && postmasterOf(cluster) !== killed);
    // this poll has no rate limit; that many captcha requests would be refused for a minute
    await until(async () => (await fetch(`http://127.0.0.1:${server.publicPort}/ready`)).status === 200);
    expect(await answers(server)).toBe(true);
    expect(await server.end()).toBe(0);
    expect(postmasterOf(cluster)).toBeUndefined();
  });

  it('lets one of two servers use a folder, and the other exits with a message', async () => {
    const both = [await runServer(dataDir), await runServer(dataDir)];
    running.push(...both);
    await until(() => both.some(({ child }) => child.exitCode !== null) && both.some(({ printed }) => printed().includes('Ctrl+C')));
    const second = both.find(({ child }) => child.exitCode !== null);
    const first = both.find((each) => each !== second);
    expect(second?.child.exitCode).toBe(3);
    expect(second?.printed()).toContain('已在运行');
    expect(second?.printed()).toContain(`http://127.0.0.1:${first?.port}`);
    expect(first && (await answers(first))).toBe(true);
    expect(await first?.end()).toBe(0);
  });

  it('reports a port in use, and leaves no database running', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const occupiedPort = typeof address === 'object' ? String(address?.port) : '';
    for (const variable of ['PORT', 'PUBLIC_PORT']) {
      const server = await runServer(dataDir, { [variable]: occupiedPort });
      expect(await server.ended).toBe(2);
      expect(server.printed().trim().split('\n')).toHaveLength(1);
      expect(server.printed()).toContain(`端口 ${occupiedPort}`);
      expect(server.printed()).toContain(variable);
    }
    other.close();
    expect(postmasterOf(cluster)).toBeUndefined();
  });

  it('rejects a read-only data folder with one line', async () => {
    const file = path.join(folder, 'a file');
    writeFileSync(file, '');
    const server = await runServer(path.join(file, 'data'));
    expect(await server.ended).toBe(2);
    expect(server.printed()).toMatch(/^数据目录 DATA_DIR .* 不可写.*\n$/);
  });

  it.skipIf(process.getuid?.() !== 0)('reports the owner of a data folder that belongs to another account', async () => {
    const foreign = path.join(folder, 'foreign');
    mkdirSync(foreign, { mode: 0o755 });
    const server = await runServer(foreign, {}, { uid: 65_534 });
    expect(await server.ended).toBe(2);
    expect(server.printed()).toMatch(
      /^数据目录 DATA_DIR .*它属于 root；.*chown -R.* \/ DATA_DIR belongs to root: start as that account, or chown -R .*\n$/,
    );
  });

  it.skipIf(process.getuid?.() !== 0)('rejects a data folder below a folder that its account may not enter, with one line', async () => {
    const shut = path.join(folder, 'shut');
    const below = path.join(shut, 'data');
    mkdirSync(below, { recursive: true });
    chmodSync(shut, 0o700);
    const server = await runServer(below, {}, { uid: 65_534 });
    expect(await server.ended).toBe(2);
    expect(server.printed()).toMatch(/^数据目录 DATA_DIR .* 不可写.*\n$/);
  });

  it.skipIf(!existsSync('/proc/self'))(
    'rejects a data folder that cannot be created, at once',
    async () => {
      for (const dataDir of ['/proc/x', '/proc/x/y/z']) {
        const server = await runServer(dataDir);
        expect(await Promise.race([server.ended, new Promise((resolve) => setTimeout(resolve, 40_000, 'still running'))])).toBe(2);
        expect(server.printed()).toMatch(/^数据目录 DATA_DIR \/proc\/x.* 不可写.*\n$/);
      }
    },
    120_000,
  );

  it('rejects invalid settings before it writes anything', async () => {
    const untouched = path.join(folder, 'untouched');
    const server = await runServer(untouched, { PORT: 'http', ROLE: 'king' });
    expect(await server.ended).toBe(2);
    expect(server.printed().trim().split('\n')).toHaveLength(2);
    expect(existsSync(untouched)).toBe(false);
  });

  it('refuses to start with a damaged or missing master key instead of creating another', async () => {
    const file = path.join(dataDir, 'master.key');
    const key = readFileSync(file);
    writeFileSync(file, key.subarray(1));
    const short = await runServer(dataDir);
    expect(await short.ended).toBe(2);
    expect(short.printed()).toContain('32 字节');
    rmSync(file);
    const missing = await runServer(dataDir);
    expect(await missing.ended).toBe(2);
    expect(missing.printed()).toContain(`the master key ${file} is missing`);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, key, { mode: 0o600 });
  });
});
