import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbedded } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { livePostmaster } from '../../apps/server/src/platform/db/embedded/postmaster.ts';
import { freePort } from './product.ts';

/** A separate PostgreSQL on a copy of the first start's data. It can be stopped, frozen and killed. */
export async function ownDatabase(firstStart: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-faults-'));
  execFileSync('cp', ['-a', `${firstStart}/.`, dataDir]);
  const server = await openEmbedded({ dataDir, say: () => {}, lost: (error) => console.error(error) });
  const cluster = path.join(dataDir, 'postgres');
  const postmaster = () => livePostmaster(cluster)?.pid ?? 0;
  const all = () => [postmaster(), ...childrenOf(postmaster())];
  return {
    ...server,
    dataDir,
    owner: statSync(cluster),
    postmaster,
    pids: all,
    signal(signal: NodeJS.Signals) {
      for (const pid of all()) process.kill(pid, signal);
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
export function smallDisk(megabytes: number, owner?: { uid: number; gid: number }) {
  const place = mkdtempSync(path.join(tmpdir(), 'suyuan-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', place], { stdio: 'ignore' });
  } catch {
    rmSync(place, { recursive: true });
    return undefined;
  }
  if (owner) chownSync(place, owner.uid, owner.gid);
  const filler = path.join(place, 'filler');
  return {
    place,
    fill() {
      try {
        writeFileSync(filler, Buffer.alloc(megabytes * 1024 * 1024));
      } catch {
        // full, as intended
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', place]);
      rmSync(place, { recursive: true, force: true });
    },
  };
}

const redisServer = ['/usr/bin/valkey-server', '/usr/bin/redis-server'].find((file) => existsSync(file));

/** A separate Redis that can be killed and restarted; undefined if not installed. */
export async function ownRedis() {
  if (!redisServer) return undefined;
  const port = await freePort();
  let child: ChildProcess;
  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    // its allocator blocks at start under libfaketime
    child = spawn(redisServer, args, { stdio: 'ignore', env: { ...process.env, LD_PRELOAD: '' } });
    while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20));
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

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
  });

/** Makes one fdatasync fail with EIO for the processes in `pids` and their children; undefined if tracing is not permitted. */
export async function failingDisk(pids: number[]) {
  const said = path.join(mkdtempSync(path.join(tmpdir(), 'suyuan-eio-')), 'trace');
  const inject = ['-e', 'trace=fdatasync', '-e', 'inject=fdatasync:error=EIO:when=2'];
  const tracer = spawn('strace', ['-f', '-qq', '-o', said, ...inject, ...pids.flatMap((pid) => ['-p', String(pid)])], { stdio: 'ignore' });
  let over = false;
  const ended = new Promise<unknown>((resolve) => tracer.once('exit', resolve).once('error', resolve)).then(() => {
    over = true;
  });
  const hasFailed = () => existsSync(said) && readFileSync(said, 'utf8').includes('INJECTED');
  while (!over && !hasFailed()) await new Promise((resolve) => setTimeout(resolve, 50));
  const failed = hasFailed();
  tracer.kill('SIGINT');
  await ended;
  return failed;
}

const { LIBFAKETIME } = process.env;

/** An adjustable clock for a process; durations stay real. Undefined if `LIBFAKETIME` names no library. */
export function ownClock() {
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
