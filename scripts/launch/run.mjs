import { spawn } from 'node:child_process';
import path from 'node:path';
import { fail } from './log.mjs';
import { at, ownNode, root } from './paths.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program on this terminal and forwards signals. Resolves to its exit code (128 + n after signal n). The launcher waits for the
 * program to exit. `stop` is an AbortSignal that ends it, as SIGTERM does.
 */
export function run(program, args, { env = {}, cwd = root, stdio = 'inherit', stop } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio, env: { ...process.env, ...env } });
    const pass = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, pass);
    stop?.addEventListener('abort', () => pass('SIGTERM'));
    // If npm is killed, stop its child as well.
    const parent = process.ppid;
    const watch = setInterval(() => process.env.npm_lifecycle_event && process.ppid !== parent && pass('SIGTERM'), 100);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      for (const each of signals) process.off(each, pass);
      resolve(code ?? 128 + signalNumber(signal));
    });
  });
}

/** The IPC channel closes when the launcher dies, so that the program can exit with it. */
export const tied = ['inherit', 'inherit', 'inherit', 'ipc'];

/** Runs a repository file on the project's Node, with a compile cache. */
export function runOwn(args, options = {}) {
  const node = ownNode();
  if (!node)
    fail(`没有适用于 ${process.platform}-${process.arch} 的 Node 24；安装 Node 24 后重试 / no Node 24 for this platform: install it`);
  const env = { NODE_COMPILE_CACHE: at('.launch', 'compiled'), PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}` };
  return run(node, args, { ...options, env: { ...env, ...options.env } });
}

const signalNumber = (signal) => ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 })[signal] ?? 0;
