import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbedded } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { freePort, livePostmaster } from '../../apps/server/src/platform/db/embedded/postmaster.ts';

/** A separate PostgreSQL on a copy of the first start's data. It can be stopped, frozen and killed. */
export async function startDatabase(firstStart: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-faults-'));
  execFileSync('cp', ['-a', `${firstStart}/.`, dataDir]);
  const server = await openEmbedded({ dataDir, print: () => {}, onFailure: (error) => console.error(error) });
  const cluster = path.join(dataDir, 'postgres');
  const postmaster = () => livePostmaster(cluster)?.pid ?? 0;
  const allPids = () => [postmaster(), ...childrenOf(postmaster())];
  return {
    ...server,
    dataDir,
    owner: statSync(cluster),
    postmaster,
    pids: allPids,
    signal(signal: NodeJS.Signals) {
      for (const pid of allPids()) process.kill(pid, signal);
    },
    async remove() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const childrenOf = (parent: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);

/** A small disk that can be filled; undefined if the account cannot mount one. */
export function mountSmallDisk(megabytes: number, owner?: { uid: number; gid: number }) {
  const mountPoint = mkdtempSync(path.join(tmpdir(), 'suyuan-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', mountPoint], { stdio: 'ignore' });
  } catch {
    rmSync(mountPoint, { recursive: true });
    return undefined;
  }
  if (owner) chownSync(mountPoint, owner.uid, owner.gid);
  const filler = path.join(mountPoint, 'filler');
  return {
    place: mountPoint,
    fill() {
      try {
        writeFileSync(filler, Buffer.alloc(megabytes * 1024 * 1024));
      } catch {
        // full, as intended
      }
    },
    clear: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', mountPoint]);
      rmSync(mountPoint, { recursive: true, force: true });
    },
  };
}

const redisServer = ['/usr/bin/valkey-server', '/usr/bin/redis-server'].find((file) => existsSync(file));

/** A separate Redis that can be killed and restarted; undefined if not installed. */
export async function startRedis() {
  if (!redisServer) return undefined;
  const port = await freePort();
  let child: ChildProcess;
  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    // its allocator blocks at start under libfaketime
    child = spawn(redisServer, args, { stdio: 'ignore', env: { ...process.env, LD_PRELOAD: '' } });
    while (!(await isListening(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
  });

/** Makes one fdatasync fail with EIO for the processes in `pids` and their children; false if tracing is not permitted. */
export async function failDiskSync(pids: number[]) {
  const traceFile = path.join(mkdtempSync(path.join(tmpdir(), 'suyuan-eio-')), 'trace');
  const inject = ['-e', 'trace=fdatasync', '-e', 'inject=fdatasync:error=EIO:when=2'];
  const tracer = spawn('strace', ['-f', '-qq', '-o', traceFile, ...inject, ...pids.flatMap((pid) => ['-p', String(pid)])], {
    stdio: 'ignore',
  });
  let hasEnded = false;
  const exit = new Promise<unknown>((resolve) => tracer.once('exit', resolve).once('error', resolve)).then(() => {
    hasEnded = true;
  });
  const hasFailed = () => existsSync(traceFile) && readFileSync(traceFile, 'utf8').includes('INJECTED');
  while (!hasEnded && !hasFailed()) await new Promise((resolve) => setTimeout(resolve, 50));
  const failed = hasFailed();
  tracer.kill('SIGINT');
  await exit;
  return failed;
}

const { LIBFAKETIME } = process.env;

/** An adjustable clock for a process; durations stay real. Undefined if `LIBFAKETIME` names no library. */
export function createClock() {
  if (!LIBFAKETIME) return undefined;
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'suyuan-clock-')), 'clock');
  writeFileSync(file, '+0');
  return {
    environment: {
      LD_PRELOAD: LIBFAKETIME,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    /** Offset from the machine's clock, e.g. `+1h`, `-10m`, `+12y`. */
    set: (difference: string) => writeFileSync(file, difference),
  };
}
