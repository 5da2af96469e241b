import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { isAlive, readPostmasterFile } from '../platform/db/embedded/postmaster.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** A separate server process, as `npm start` runs it. */
export interface ServerProcess {
  child: ChildProcess;
  port: number;
  publicPort: number;
  /** All output so far. */
  printed(): string;
  /** Sends a signal and resolves to the exit code, or to the name of the signal that ended it. */
  end(signal?: NodeJS.Signals): Promise<number | string>;
  ended: Promise<number | string>;
}

/** For other processes: nothing of the developer's settings. With the run's compile cache, since compiling takes most of a start. */
export const bareEnvironment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

const main = path.join(import.meta.dirname, '../boot/main.ts');

interface RunOptions {
  /** Operating system account. */
  uid?: number;
  /** Of another release. */
  program?: string;
}

/** Servers that the tests of this file started, for the report of a failed test. */
const startedServers: ServerProcess[] = [];

/** End of the output of each server, and forgets them. */
export function takeServerOutputs(): string[] {
  return startedServers
    .splice(0)
    .map(({ child, printed }) => `── server ${child.pid}, exit ${child.exitCode ?? child.signalCode}\n${printed().slice(-4000)}`);
}

/** Does not wait for readiness. */
export async function runServer(
  dataDir: string,
  env: Record<string, string> = {},
  { uid, program = main }: RunOptions = {},
): Promise<ServerProcess> {
  // in parallel: sequential calls may return the same port
  const [port, publicPort] = await Promise.all([freePort(), freePort()]);
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_PORT: String(publicPort),
    SAMPLE_DATA: 'off',
    DRAIN_SECONDS: '0',
    ...env,
  };
  const child = spawn(process.execPath, [program], {
    env: { ...bareEnvironment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(uid !== undefined && { uid }),
  });
  let printed = '';
  const streams = [child.stdout, child.stderr].map(async (stream) => {
    for await (const part of stream?.setEncoding('utf8') ?? []) printed += part;
  });
  const ended = Promise.all([once(child, 'exit'), ...streams]).then(([[code, signal]]): number | string => code ?? signal);
  const server: ServerProcess = {
    child,
    port,
    publicPort,
    printed: () => printed,
    ended,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
  startedServers.push(server);
  return server;
}

/** Resolves when the server is ready. */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await runServer(dataDir, env);
  const isReady = () => server.printed().includes('Ctrl+C');
  const hasEnded = () => server.child.exitCode !== null || server.child.signalCode !== null;
  await until(() => isReady() || hasEnded(), 120).catch(() => undefined);
  if (!isReady()) throw new Error(`the server did not start:\n${server.printed()}`);
  return server;
}

/** Process of `postmaster.pid`, if it runs. */
export function postmasterOf(cluster: string): number | undefined {
  const postmaster = readPostmasterFile(cluster);
  return postmaster && isAlive(postmaster.pid) ? postmaster.pid : undefined;
}
