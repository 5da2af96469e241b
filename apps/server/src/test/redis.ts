import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { freePort } from './free-port.ts';

/** A Redis or Valkey for one test, on loopback, without persistence. */
export interface RedisServer {
  url: string;
  child: ChildProcess;
  /** Restarts it at the same address. */
  restart(): Promise<RedisServer>;
  end(signal?: NodeJS.Signals): Promise<void>;
}

const programPaths = [process.env.REDIS_SERVER, '/usr/bin/redis-server', '/usr/bin/valkey-server', '/usr/local/bin/redis-server'];

/** `npm test` ensures that a Redis program is available (`scripts/launch/programs.mjs`). */
export async function startRedis(port?: number): Promise<RedisServer> {
  const program = programPaths.find((place) => place && existsSync(place));
  if (!program) throw new Error('there is no redis-server: install it, or name one by REDIS_SERVER');
  const at = port ?? (await freePort());
  const args = ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  // Redis uses relative times only, and fails to start under a faked clock
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LD_PRELOAD: '' } });
  const ended = once(child, 'exit');
  let printed = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    printed += part;
    if (/Ready to accept connections/i.test(printed)) break;
  }
  if (child.exitCode !== null) throw new Error(`redis-server did not start:\n${printed}`);
  return {
    url: `redis://127.0.0.1:${at}`,
    child,
    restart: () => startRedis(at),
    async end(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
}
