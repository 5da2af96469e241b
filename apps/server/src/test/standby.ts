import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { accountFor } from '../platform/db/embedded/binaries.ts';
import { freePort } from './free-port.ts';

/** Newest system installation of PostgreSQL: npm packages lack the programs for streaming replication. */
const [programs] = globSync('/usr/lib/postgresql/*/bin')
  .sort()
  .reverse()
  .filter((folder) => existsSync(path.join(folder, 'pg_basebackup')));

/** Whether streaming replication can be tested here. */
export const canStream = programs !== undefined;

interface Node {
  port: number;
  /** Simulates a power loss. */
  kill(): void;
  promote(): Promise<void>;
  start(): Promise<void>;
}

export interface Pair {
  url(port: number): string;
  first: Node;
  second: Node;
  stop(): Promise<void>;
}

/** A primary and a streaming standby in a temporary folder. */
export async function startPair({ isSynchronous = true } = {}): Promise<Pair> {
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-pair-'));
  const account = accountFor(folder);
  chmodSync(folder, 0o755);
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(path.join(programs ?? '', program), args, { ...account, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } });
  const ports = [await freePort(), await freePort()] as const;
  const node = (name: string, port: number): Node & { data: string } => {
    const data = path.join(folder, name);
    mkdirSync(data, { mode: 0o700 });
    if (account) chownSync(data, account.uid, account.gid);
    return {
      port,
      data,
      start: async () => void (await run('pg_ctl', '-D', data, '-w', '-l', path.join(data, 'log'), '-o', `-p ${port} -k ''`, 'start')),
      kill: () => process.kill(Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
      promote: async () => void (await run('pg_ctl', '-D', data, '-w', 'promote')),
    };
  };
  const [first, second] = [node('first', ports[0]), node('second', ports[1])];
  const runSql = (statement: string) =>
    run('psql', '-h', '127.0.0.1', '-p', String(first.port), '-U', 'suyuan', '-d', 'postgres', '-c', statement);
  await run('initdb', '--no-sync', '-D', first.data, '-U', 'suyuan', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  appendFileSync(path.join(first.data, 'postgresql.conf'), "listen_addresses = '127.0.0.1'\nmax_connections = 120\n");
  // a killed process loses nothing that it wrote, only a machine would
  if (!isSynchronous) appendFileSync(path.join(first.data, 'postgresql.conf'), 'fsync = off\nfull_page_writes = off\n');
  await first.start();
  await runSql('create database suyuan');
  const connectionString = `host=127.0.0.1 port=${first.port} user=suyuan application_name=second`;
  await run('pg_basebackup', '-d', connectionString, '-D', second.data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
  await second.start();
  if (isSynchronous) await runSql("alter system set synchronous_standby_names = 'second'");
  await runSql('select pg_reload_conf()');
  return {
    url: (port) => `postgres://suyuan@127.0.0.1:${port}/suyuan`,
    first,
    second,
    async stop() {
      for (const { data } of [first, second]) await run('pg_ctl', '-D', data, '-m', 'immediate', 'stop').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
