import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort, isAlive, notedPostmaster } from '../platform/db/embedded/postmaster.ts';

/** A server in a process of its own, as `npm start` runs it. */
export interface ServerProcess {
  child: ChildProcess;
  port: number;
  publicPort: number;
  /** Everything it has printed so far. */
  printed(): string;
  /** Sends a signal and resolves to the exit code, or to the signal's name if that ended it. */
  end(signal?: NodeJS.Signals): Promise<number | string>;
  /** Resolves to the exit code when it ends by itself. */
  ended: Promise<number | string>;
}

const main = path.join(import.meta.dirname, '../boot/main.ts');

/** Runs the server without waiting for anything; `uid` is the account of the machine that it runs as. */
export async function runServer(dataDir: string, env: Record<string, string> = {}, uid?: number): Promise<ServerProcess> {
  // both at once: one after the other may be the same
  const [port, publicPort] = await Promise.all([freePort(), freePort()]);
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_PORT: String(publicPort),
    SAMPLE_DATA: 'off',
    DRAIN_SECONDS: '0',
    ...env,
  };
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(uid !== undefined && { uid }),
  });
  let printed = '';
  const streams = [child.stdout, child.stderr].map(async (stream) => {
    for await (const part of stream?.setEncoding('utf8') ?? []) printed += part;
  });
  const ended = Promise.all([once(child, 'exit'), ...streams]).then(([[code, signal]]): number | string => code ?? signal);
  return {
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
}

/** Starts the server and resolves once it has said that it is ready. */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await runServer(dataDir, env);
  await until(() => server.printed().includes('Ctrl+C') || server.child.exitCode !== null);
  if (server.child.exitCode !== null) throw new Error(`the server did not start:\n${server.printed()}`);
  return server;
}

/** Resolves when `met` is; fails after 30 s. */
export async function until(met: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + 30_000;
  while (!(await met())) {
    if (Date.now() > deadline) throw new Error(`this never came true: ${met}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The process that serves a cluster according to its note, if it runs. */
export function postmasterOf(cluster: string): number | undefined {
  const noted = notedPostmaster(cluster);
  return noted && isAlive(noted.pid) ? noted.pid : undefined;
}
