import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { accountFor } from '../platform/db/embedded/binaries.ts';
import { onDatabase } from './database.ts';
import { freePort } from './free-port.ts';

/** Newest system installation of PostgreSQL that has Citus. */
const [programs] = globSync('/usr/lib/postgresql/*/bin')
  .sort()
  .reverse()
  .filter((folder) => existsSync(path.join(folder, '../lib/citus.so')));

/** Whether a cluster can be started here. */
export const canDistribute = programs !== undefined;

interface Worker {
  url: string;
  /** Simulates a power loss. */
  kill(): void;
  start(): Promise<unknown>;
}

interface CitusCluster {
  /** Superuser of the database `suyuan` on the coordinator. */
  url: string;
  workers: Worker[];
  /** Processor seconds so far (Linux): of the coordinator, and of all workers. */
  processorSeconds(): [number, number];
  stop(): Promise<void>;
}

/** A coordinator with two workers in a temporary folder. Writes are as durable as the settings say. */
export async function startCitus(settings: Record<string, string> = {}): Promise<CitusCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-citus-'));
  const account = accountFor(folder);
  chmodSync(folder, 0o755);
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(path.join(programs ?? '', program), args, { ...account, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } });
  const nodes = await Promise.all(
    ['coordinator', 'worker1', 'worker2'].map(async (name) => {
      const [port, data] = [await freePort(), path.join(folder, name)];
      mkdirSync(data, { mode: 0o700 });
      if (account) chownSync(data, account.uid, account.gid);
      await run('initdb', '-D', data, '-U', 'suyuan', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
      const lines = Object.entries({ ...baseSettings, ...settings }).map(([key, value]) => `${key} = '${value}'\n`);
      appendFileSync(path.join(data, 'postgresql.conf'), lines.join(''));
      // processes of a killed server may hold its shared memory for a moment
      const start = async () => {
        for (let attempt = 1; ; attempt++) {
          try {
            return await run('pg_ctl', '-D', data, '-w', '-l', path.join(data, 'log'), '-o', `-p ${port}`, 'start');
          } catch (error) {
            if (attempt === 20) throw error;
            await wait(500);
          }
        }
      };
      await start();
      const url = `postgres://suyuan@127.0.0.1:${port}/suyuan`;
      await onDatabase(Object.assign(new URL(url), { pathname: '/postgres' }).href, 'create database suyuan');
      await onDatabase(url, 'create extension citus');
      const kill = () => process.kill(Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
      return { url, port, data, start, kill };
    }),
  );
  const [coordinator, ...workers] = nodes;
  const { url = '', port } = coordinator ?? {};
  await onDatabase(url, `select citus_set_coordinator_host('127.0.0.1', ${port})`);
  for (const worker of workers) await onDatabase(url, `select citus_add_node('127.0.0.1', ${worker.port})`);
  return {
    url,
    workers,
    processorSeconds: () => [secondsOf(coordinator?.data), workers.reduce((sum, { data }) => sum + secondsOf(data), 0)],
    async stop() {
      for (const { data } of nodes) await run('pg_ctl', '-D', data, '-m', 'immediate', 'stop').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Of the server in this folder and its processes, in ticks of 10 ms. */
function secondsOf(data = ''): number {
  const postmaster = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0];
  const ticks = globSync('/proc/[0-9]*/stat').map((file) => {
    // fields after the name, which may contain spaces: state, parent, …
    const fields = existsSync(file) ? readFileSync(file, 'utf8').split(') ')[1]?.split(' ') : undefined;
    const isPostmaster = file === `/proc/${postmaster}/stat`;
    if (!fields || (fields[1] !== postmaster && !isPostmaster)) return 0;
    return fields.slice(11, isPostmaster ? 15 : 13).reduce((sum, value) => sum + Number(value), 0);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / 100;
}

const baseSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  max_connections: '200',
  max_prepared_transactions: '200',
};
