import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from './account.ts';
import { bareEnvironment } from './cluster.ts';

/** What a postmaster writes down about itself in the cluster's `postmaster.pid`. */
interface Postmaster {
  pid: number;
  port: number;
  /** Accepts connections; false while it starts, recovers or stops. */
  ready: boolean;
}

export interface LaunchSpec {
  postgres: string;
  account: Account;
  cluster: string;
  logFile: string;
  settings: Record<string, string | number>;
}

const pidFile = (cluster: string) => path.join(cluster, 'postmaster.pid');

/** Reads who serves the cluster according to its own note; the process may be gone. */
export function notedPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/** The postmaster that truly serves the cluster: its note names a running process, and that one works there. */
export function livePostmaster(cluster: string): Postmaster | undefined {
  const noted = notedPostmaster(cluster);
  return noted && isAlive(noted.pid) && servesCluster(noted.pid, cluster) ? noted : undefined;
}

/**
 * Takes away the note of a dead postmaster whose number another program got meanwhile, which PostgreSQL would believe. Any other
 * stale note stays: by it PostgreSQL sees that backends of the dead one still hold the cluster.
 */
function dropMistakenNote(cluster: string) {
  const noted = notedPostmaster(cluster);
  if (noted && isAlive(noted.pid) && !servesCluster(noted.pid, cluster) && backends(cluster).length === 0)
    rmSync(pidFile(cluster), { force: true });
}

/** Bytes of a log from which the next start begins another one; the former is kept, the one before it is not. */
const LARGEST_LOG = 16 * 2 ** 20;

/**
 * Starts a postmaster in a session of its own, out of reach of the terminal's Ctrl-C, and resolves once it accepts connections.
 * @throws with the last lines of its log when it ends before that
 */
export async function launch({ postgres, account, cluster, logFile, settings }: LaunchSpec, port: number): Promise<ChildProcess> {
  dropMistakenNote(cluster);
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  const logFrom = statSync(logFile).size;
  const options = Object.entries({ port, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', cluster, ...options], {
    ...account,
    cwd: '/',
    env: bareEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  while (child.exitCode === null && child.signalCode === null && !failure) {
    const noted = notedPostmaster(cluster);
    if (noted?.pid === child.pid && noted?.ready) return child;
    await wait(10);
  }
  throw failure ?? new Error(readFileSync(logFile).subarray(logFrom).toString().trim().slice(-600));
}

/** Ends a postmaster: first orderly, then by force, always with a clean or recoverable cluster. Resolves when it is gone. */
export async function end(pid: number, cluster: string) {
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    send(pid, signal);
    const until = Date.now() + patience;
    while (isAlive(pid) && Date.now() < until) await wait(10);
    if (!isAlive(pid)) break;
  }
  for (const orphan of backends(cluster)) send(orphan, 'SIGQUIT');
}

/** Whether a process runs; one that has ended and that nobody has collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.startsWith('Z');
  } catch {
    return true;
  }
}

/** Processes that still work in the cluster though their postmaster may be gone; Linux only, elsewhere none is seen. */
export function backends(cluster: string): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid && servesCluster(pid, cluster));
  } catch {
    return [];
  }
}

/** A free port of the loopback address, as far as one can know. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (!address || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** Every PostgreSQL process works in its cluster's folder (as a shell may, hence its name); without /proc its command line has to do. */
function servesCluster(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    if (process.platform === 'linux') return false;
  }
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
  } catch {
    return false;
  }
}

/** Sends a signal to a process that may be gone already. */
export function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone, which is what every signal here is for.
  }
}
