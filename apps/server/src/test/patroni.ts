import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { accountFor } from '../platform/db/embedded/binaries.ts';
import { isAlive, readPostmasterFile, stopPostmaster } from '../platform/db/embedded/postmaster.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const documents = path.join(import.meta.dirname, '../../../../docs/operations');
const MEMBERS = ['db1', 'db2', 'db3'] as const;
const SUPERUSER = 'postgres:a%20long%20random%20text';

interface Member {
  name: string;
  port: number;
  /** Power loss of its machine: PostgreSQL and Patroni end at once. */
  kill(): void;
  start(): void;
}

/** Three PostgreSQL servers with Patroni, three etcd and HAProxy, with the files of docs/operations. Only addresses and folders differ. */
export async function startPatroni() {
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-patroni-'));
  chmodSync(folder, 0o755);
  const account = accountFor(folder);
  const ownFolder = (name: string) => {
    const place = path.join(folder, name);
    mkdirSync(place, { mode: 0o700 });
    if (account) chownSync(place, account.uid, account.gid);
    return place;
  };
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: ownFolder('home') };
  const running = new Map<string, ChildProcess>();
  const launch = (name: string, program: string, args: string[]) => {
    const log = openSync(path.join(folder, `${name}.log`), 'a');
    running.set(name, spawn(program, args, { ...account, env, cwd: folder, stdio: ['ignore', log, log] }));
  };

  const ports = await Promise.all(Array.from({ length: 17 }, freePort));
  const take = () => ports.pop() ?? 0;
  const etcds = MEMBERS.map((name) => ({ name, client: take(), peer: take() }));
  const cluster = etcds.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join();
  for (const { name, client, peer } of etcds) {
    const addresses = { client: `http://127.0.0.1:${client}`, peer: `http://127.0.0.1:${peer}` };
    launch(`etcd-${name}`, 'etcd', [
      ...['--name', name, '--data-dir', ownFolder(`etcd-${name}`), '--logger', 'zap'],
      ...['--listen-client-urls', addresses.client, '--advertise-client-urls', addresses.client],
      ...['--listen-peer-urls', addresses.peer, '--initial-advertise-peer-urls', addresses.peer],
      ...['--initial-cluster', cluster, '--initial-cluster-state', 'new'],
    ]);
  }

  const machines = MEMBERS.map((name, index) => ({ name, address: `10.0.0.2${index + 1}`, port: take(), api: take() }));
  const [primaryPort, standbyPort] = [take(), take()];
  const localize = (text: string) =>
    machines
      .reduce(
        (result, { address, port, api }, index) =>
          result
            .replaceAll(`${address}:5432 check port 8008`, `127.0.0.1:${port} check port ${api}`)
            .replaceAll(`${address}:5432`, `127.0.0.1:${port}`)
            .replaceAll(`${address}:8008`, `127.0.0.1:${api}`)
            .replaceAll(`${address}:2379`, `127.0.0.1:${etcds[index]?.client}`),
        text,
      )
      .replaceAll('10.0.0.11:5000', `127.0.0.1:${primaryPort}`)
      .replaceAll('10.0.0.11:5001', `127.0.0.1:${standbyPort}`)
      .replaceAll('10.0.0.0/24', '127.0.0.0/8');
  const members = machines.map(({ name, address, port }): Member & { data: string } => {
    const home = ownFolder(name);
    const data = path.join(home, 'data');
    const file = path.join(folder, `${name}.yml`);
    const text = readFileSync(path.join(documents, 'patroni.yml'), 'utf8')
      .replace('name: db1', `name: ${name}`)
      .replaceAll(/((?:listen|connect_address): )10\.0\.0\.21/g, `$1${address}`)
      .replace('/var/lib/postgresql/15/suyuan', data)
      .replace('/var/lib/postgresql/pgpass', path.join(home, 'pgpass'))
      .replace('/var/run/postgresql', home);
    writeFileSync(file, localize(text));
    const start = () => launch(name, 'patroni', [file]);
    return {
      ...{ name, port, data, start },
      kill() {
        running.get(name)?.kill('SIGKILL');
        const postmaster = readPostmasterFile(data);
        if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
      },
    };
  });
  const proxyFile = path.join(folder, 'haproxy.cfg');
  writeFileSync(proxyFile, localize(readFileSync(path.join(documents, 'haproxy.cfg'), 'utf8')));

  const ctl = async (...args: string[]) =>
    (await promisify(execFile)('patronictl', ['-c', path.join(folder, 'db1.yml'), ...args], { ...account, env })).stdout;
  const list = async (): Promise<{ Member: string; Role: string; State: string }[]> =>
    JSON.parse(await ctl('list', 'suyuan', '-f', 'json').catch(() => '[]'));
  const roleOf = async (role: string) => (await list()).filter(({ Role, State }) => Role === role && State === 'running');
  const memberNamed = (name: string | undefined) => {
    const member = members.find((each) => each.name === name);
    if (!member) throw new Error(`there is no member ${name}`);
    return member;
  };

  members[0]?.start();
  await until(async () => (await roleOf('Leader')).length === 1, 60);
  for (const { start } of members.slice(1)) start();
  await until(async () => (await roleOf('Sync Standby')).length === 1, 120);
  launch('haproxy', '/usr/sbin/haproxy', ['-db', '-f', proxyFile]);
  await until(async () => (await roleOf('Replica')).length === 1, 120);

  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join();
  return {
    /** As a role, for the database `suyuan`, by several hosts. */
    url: (user: string, attributes = 'read-write') => `postgres://${user}@${hosts}/suyuan?target_session_attrs=${attributes}`,
    proxyUrl: (user: string, isStandby = false) => `postgres://${user}@127.0.0.1:${isStandby ? standbyPort : primaryPort}/suyuan`,
    administrator: `postgres://${SUPERUSER}@${hosts}/postgres?target_session_attrs=read-write`,
    members: members as readonly Member[],
    leader: async () => memberNamed((await roleOf('Leader'))[0]?.Member),
    hasSyncStandby: async () => (await roleOf('Sync Standby')).length > 0,
    async switchover() {
      const [leader, standby] = [(await roleOf('Leader'))[0]?.Member ?? '', (await roleOf('Sync Standby'))[0]?.Member ?? ''];
      await ctl('switchover', 'suyuan', '--master', leader, '--candidate', standby, '--force');
    },
    async stop() {
      for (const { name, data } of members) {
        running.get(name)?.kill('SIGKILL');
        const postmaster = readPostmasterFile(data);
        if (postmaster && isAlive(postmaster.pid)) await stopPostmaster(postmaster.pid, data);
      }
      for (const child of running.values()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
