import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { accountFor } from '../platform/db/embedded/binaries.ts';
import { freePort } from './free-port.ts';

/** Programs of the newest system installation of PostgreSQL that has `file`, relative to its programs. */
export const findPrograms = (file: string): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin')
    .sort()
    .reverse()
    .find((folder) => existsSync(path.join(folder, file)));

/** Several PostgreSQL servers of a system installation in a temporary folder. */
export function temporaryNodes(name: string, programs = '') {
  const folder = mkdtempSync(path.join(tmpdir(), `suyuan-${name}-`));
  const account = accountFor(folder);
  chmodSync(folder, 0o755);
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(path.join(programs, program), args, { ...account, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } });
  const dataFolders: string[] = [];
  return {
    run,
    /** With an empty folder. */
    async add(node: string) {
      const [port, data] = [await freePort(), path.join(folder, node)];
      mkdirSync(data, { mode: 0o700 });
      if (account) chownSync(data, account.uid, account.gid);
      dataFolders.push(data);
      return {
        port,
        data,
        url: `postgres://suyuan@127.0.0.1:${port}/suyuan`,
        async initialize(settings: Record<string, string>) {
          await run('initdb', '--no-sync', '-D', data, '-U', 'suyuan', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
          const lines = Object.entries({ listen_addresses: '127.0.0.1', ...settings }).map(([key, value]) => `${key} = '${value}'\n`);
          appendFileSync(path.join(data, 'postgresql.conf'), lines.join(''));
        },
        start: async () => void (await run('pg_ctl', '-D', data, '-w', '-l', path.join(data, 'log'), '-o', `-p ${port} -k ''`, 'start')),
        /** Simulates a power loss. */
        kill: () => void process.kill(postmasterOf(data), 'SIGKILL'),
      };
    },
    async stop() {
      for (const data of dataFolders) await run('pg_ctl', '-D', data, '-m', 'immediate', 'stop').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const postmasterOf = (data: string): number => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
