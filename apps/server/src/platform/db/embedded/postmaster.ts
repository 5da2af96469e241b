import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from './binaries.ts';
import { minimalEnvironment } from './cluster.ts';

interface Postmaster {
  pid: number;
  port: number;
  /** Accepts connections; false during start, recovery and shutdown. */
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

/** Reads `postmaster.pid`; the process may have ended. */
export function readPostmasterFile(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/** The postmaster of `postmaster.pid`, if it runs and serves this cluster. */
export function livePostmaster(cluster: string): Postmaster | undefined {
  const postmaster = readPostmasterFile(cluster);
  return postmaster && isAlive(postmaster.pid) && servesCluster(postmaster.pid, cluster) ? postmaster : undefined;
}

/**
 * Removes a stale `postmaster.pid` whose process ID another program uses, because PostgreSQL would trust it. Other stale files remain:
 * PostgreSQL uses them to detect backends that still hold the cluster.
 */
function removeStalePidFile(cluster: string) {
  const postmaster = readPostmasterFile(cluster);
  if (postmaster && isAlive(postmaster.pid) && !servesCluster(postmaster.pid, cluster) && backends(cluster).length === 0)
    rmSync(pidFile(cluster), { force: true });
}

/** Log size in bytes at which the next start rotates it; one former log is retained. */
const LARGEST_LOG = 16 * 2 ** 20;

/**
 * Starts a postmaster in its own session, so that Ctrl+C does not reach it. Resolves when it accepts connections.
 * @throws with the last lines of its log when it ends before that
 */
export async function launch({ postgres, account, cluster, logFile, settings }: LaunchSpec, port: number): Promise<ChildProcess> {
  removeStalePidFile(cluster);
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  const logOffset = statSync(logFile).size;
  const options = Object.entries({ port, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', cluster, ...options], {
    ...account,
    cwd: '/',
    env: minimalEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  while (child.exitCode === null && child.signalCode === null && !failure) {
    const postmaster = readPostmasterFile(cluster);
    if (postmaster?.pid === child.pid && postmaster?.ready) return child;
    await wait(10);
  }
  throw failure ?? new Error(readFileSync(logFile).subarray(logOffset).toString().trim().slice(-600));
}

/** Ends a postmaster with escalating signals; the cluster stays clean or recoverable. Resolves when it has ended. */
export async function stopPostmaster(pid: number, cluster: string) {
  for (const [signal, timeout] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    sendSignal(pid, signal);
    const deadline = Date.now() + timeout;
    while (isAlive(pid) && Date.now() < deadline) await wait(10);
    if (!isAlive(pid)) break;
  }
  for (const orphan of backends(cluster)) sendSignal(orphan, 'SIGQUIT');
}

/** False for zombies. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs under another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.startsWith('Z');
  } catch {
    return true;
  }
}

/** Processes that work in the cluster, even without a postmaster. Linux only; empty elsewhere. */
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

/** Below the ports that systems take for outgoing connections (Linux: 32768, others: 49152). */
const [LOWEST_PORT, HIGHEST_PORT] = [15_000, 32_000];

/** A free loopback port; another process may take it before use. */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
      probe.close();
      await once(probe, 'close');
      return port;
    } catch (error) {
      if (attempt === 100) throw error;
    }
  }
}

/**
 * PostgreSQL's processes work in the cluster's folder, as a shell may, so the name is checked too. Without /proc the command line decides.
 */
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

/** Ignores a process that has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, as every signal here intends.
  }
}
