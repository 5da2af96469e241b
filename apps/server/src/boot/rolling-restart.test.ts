import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cloneDatabase } from '../test/database.ts';
import { freePort } from '../test/free-port.ts';
import { issueCodes } from '../test/issued-codes.ts';
import { hasNginx, startNginx } from '../test/nginx.ts';
import { LOAD_SUPPLIER, startLoad } from '../test/proxied-load.ts';
import { openReleases } from '../test/releases.ts';
import { runServer, type ServerProcess } from '../test/server-process.ts';
import { startTestServer } from '../test/test-server.ts';
import { until } from '../test/until.ts';

const RESTARTS = 10;
const USERS = 10;
const main = path.join(import.meta.dirname, 'main.ts');

/** nginx with the documented configuration in front of two processes on one PostgreSQL. */
describe.runIf(process.env.SUYUAN_LONG === '1' && hasNginx)('two processes behind nginx', { timeout: 900_000 }, () => {
  /** Two processes of a release, on a migrated or an empty database. */
  async function startBoth(program: string, template?: string) {
    const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-rolling-'));
    const database = await cloneDatabase(template);
    const masterKey = randomBytes(32);
    writeFileSync(path.join(folder, 'master.key'), masterKey, { mode: 0o600 });
    const ports = [
      { port: await freePort(), publicPort: await freePort() },
      { port: await freePort(), publicPort: await freePort() },
    ] as const;
    const settings = {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      MASTER_KEY_FILE: path.join(folder, 'master.key'),
    };
    const running: ServerProcess[] = [];
    const start = async (index: 0 | 1, program: string) => {
      const { port, publicPort } = ports[index];
      running[index] = await runServer(
        path.join(folder, `data ${index}`),
        // the pause is the default with DATABASE_URL
        { ...settings, TRUST_PROXY: 'on', DRAIN_SECONDS: '5', PORT: String(port), PUBLIC_PORT: String(publicPort) },
        { program },
      );
      await until(async () => (await fetch(`http://127.0.0.1:${publicPort}/ready`).catch(() => undefined))?.status === 200);
    };
    onTestFinished(async () => {
      for (const each of running) await each.end('SIGKILL');
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    });
    for (const index of [0, 1] as const) await start(index, program);
    const server = await startTestServer(async () => ({ ...database, close: async () => {} }));
    const { code } = await issueCodes({ ...server.installation, masterKey }, { count: 100_000 });
    const permissions = ['manage:supplier:list', 'manage:supplier:add'];
    const users = await Promise.all(Array.from({ length: USERS }, () => server.as(permissions)));
    await server.close();
    const proxy = await startNginx([...ports]);
    onTestFinished(() => proxy.stop());
    const load = startLoad({ ...proxy, code, tokens: users.map(({ token }) => token) });
    return {
      database,
      settings,
      running,
      start,
      /** SIGTERM, and a start when the process has ended. */
      async replace(index: 0 | 1, program: string) {
        expect(await running[index]?.end('SIGTERM')).toBe(0);
        await start(index, program);
      },
      /** Every request was answered, and each scan and write counts once. */
      async check(title: string) {
        const { outcomes, scans, longest } = await load.stop();
        const reasons = [...proxy.errors().matchAll(/(?<=\d: \*\d+ ).*?(?= while|,)/g)].map(([reason]) => reason);
        const passedOn = Object.fromEntries(
          [...new Set(reasons)].map((reason) => [reason, reasons.filter((each) => each === reason).length]),
        );
        console.log(title, JSON.stringify({ ...outcomes, longest, passedOn }));
        expect(Object.keys(outcomes).sort()).toEqual(['list 200', 'page 200', 'scan 200', 'write 200']);
        const rowsOf = (table: 'scan' | 'supplier') => database.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('rows'));
        const stored = await rowsOf('scan').where('channel', '=', 'api').executeTakeFirst();
        expect(stored).toEqual({ rows: scans });
        const written = await rowsOf('supplier').where('supplierName', '=', LOAD_SUPPLIER).executeTakeFirst();
        expect(written).toEqual({ rows: outcomes['write 200'] });
      },
    };
  }

  it('fail no request in ten rolling restarts under 100 scans a second and ten console users', async () => {
    const { replace, check } = await startBoth(main);
    for (let restart = 0; restart < RESTARTS; restart++) {
      await replace(0, main);
      await replace(1, main);
    }
    await check('ten rolling restarts:');
  });

  it('fail no request in an upgrade from the release before, which restarts on the new schema and after the new release', async () => {
    const releases = openReleases();
    onTestFinished(releases.remove);
    const { before, after, about } = releases;
    const { settings, replace, running, start, check } = await startBoth(before, 'template0');
    const command = path.join(path.dirname(after), 'commands/suyuan.ts');
    const env = { PATH: process.env.PATH, DATA_DIR: mkdtempSync(path.join(tmpdir(), 'suyuan-migrate-')), ...settings };
    const migrate = (...options: string[]) => promisify(execFile)(process.execPath, [command, 'migrate', ...options], { env });
    expect((await migrate('--plan')).stdout).toContain('待执行的升级');
    expect((await migrate()).stdout).toContain('数据库结构已是最新');
    // a crash of the release before, which its supervisor starts again
    await running[0]?.end('SIGKILL');
    await start(0, before);
    await replace(0, after);
    await replace(1, after);
    // the way back
    await replace(0, before);
    await check(`rolling upgrade ${about}:`);
    rmSync(env.DATA_DIR, { recursive: true, force: true });
  });
});
