import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as sessionService from '../apps/server/src/features/identity/session/session.service.ts';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { insertUser } from '../apps/server/src/test/factories.ts';
import { testPostgres } from '../apps/server/src/test/postgres.ts';
import { type ServerProcess, startServer } from '../apps/server/src/test/server-process.ts';
import { type Measurement, percentile } from './measurement.ts';

const ROUNDS = 150;

/** What it costs that an ended session is refused by every process: the sign-out waits for the others, requests for nothing. */
export async function run(report: (figure: Measurement) => void) {
  const postgres = await testPostgres();
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-bench-replicas-'));
  const db = connect(postgres.appUrl, { max: 4, ownerUrl: postgres.url });
  const servers: ServerProcess[] = [];
  const keyFile = path.join(folder, 'master.key');
  writeFileSync(keyFile, randomBytes(32), { mode: 0o600 });
  const env = { DATABASE_URL: postgres.appUrl, DATABASE_OWNER_URL: postgres.url, MASTER_KEY_FILE: keyFile, ROLE: 'console' };
  const call = async ({ port }: ServerProcess, token: string, method: string, url: string) => {
    const at = performance.now();
    const reply = await fetch(`http://127.0.0.1:${port}/api${url}`, { method, headers: { authorization: `Bearer ${token}` } });
    await reply.arrayBuffer();
    return performance.now() - at;
  };
  try {
    await migrate(db);
    const { userId } = await insertUser(db, { deptId: 100 });
    for (const count of [1, 2, 4]) {
      while (servers.length < count) servers.push(await startServer(path.join(folder, String(servers.length)), env));
      const [signOuts, requests]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        const { token } = await sessionService.open(db, { userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' });
        for (const server of servers) await call(server, token, 'GET', '/getInfo');
        for (const server of servers) requests.push(await call(server, token, 'GET', '/getInfo'));
        signOuts.push(await call(servers[0]!, token, 'POST', '/logout'));
      }
      const processes = `${count} ${count === 1 ? 'process' : 'processes'}`;
      report({ name: `sign-out, ${processes}, p50`, value: percentile(signOuts, 0.5), unit: 'ms', lowerIsBetter: true });
      report({ name: `sign-out, ${processes}, p95`, value: percentile(signOuts, 0.95), unit: 'ms', aim: 50, lowerIsBetter: true });
      report({
        name: `request with a cached user, ${processes}, p50`,
        value: percentile(requests, 0.5),
        unit: 'ms',
        lowerIsBetter: true,
      });
    }
  } finally {
    for (const server of servers) await server.end('SIGKILL');
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
