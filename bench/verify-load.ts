import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

export const CONNECTIONS = 64;
const SECONDS = 10;

interface LoadResult {
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  p99: number;
  ok: number;
  refused: number;
}

/** One process of wrk, which takes less of the shared cores than a load generator on Node.js. No two requests are for the same code. */
export async function verifyAll(url: string, codes: string[], folder: string): Promise<LoadResult> {
  const file = path.join(folder, 'codes');
  writeFileSync(file, codes.join('\n'));
  const settings = ['--threads', '1', '--connections', `${CONNECTIONS}`, '--duration', `${SECONDS}s`, '--timeout', '60s'];
  const script = path.join(import.meta.dirname, 'verify-load.lua');
  const { stdout } = await promisify(execFile)(process.env.WRK || '/usr/bin/wrk', [...settings, '--script', script, url, '--', file]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
