import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbedded } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { livePostmaster } from '../../apps/server/src/platform/db/embedded/postmaster.ts';
import { freePort } from './product.ts';

/** A PostgreSQL of the test's own, on a copy of what a first start leaves, that can be stopped, frozen and killed. */
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
    /** Who PostgreSQL's files belong to. */
    owner: statSync(cluster),
    postmaster,
    /** Every process of it. */
    pids: all,
    /** Sends a signal to every process of it. */
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

/** A disk of a few megabytes that can be filled; undefined where this account may not mount one. */
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
        // full, as was wanted
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

/** A Redis of the test's own that can be killed and started again; undefined where none is installed. */
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

/** Makes one wish of a disk fail with EIO for every process in `pids` and their children; undefined where nobody may trace them. */
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

/** A clock that a process is told by in place of the machine's, but for how long things take; undefined where `LIBFAKETIME` names no library for it. */
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
    /** Sets it off against the machine's, e.g. `+1h`, `-10m`, `+12y`. */
    set: (difference: string) => writeFileSync(file, difference),
  };
}
