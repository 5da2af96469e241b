import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../apps/server/src/platform/db/embedded/postmaster.ts';
import { memoryEnvironment, memoryFlags } from '../../scripts/launch/memory.mjs';

export interface Suyuan {
  consoleUrl: string;
  publicUrl: string;
  /** Passwords printed at the first start, by user name. */
  passwords: Record<string, string>;
  pid: number;
  dataDir: string;
  output(): string;
  /** Resumes or pauses reading of the output. While paused, the pipe fills up. */
  setOutputReading(enabled: boolean): void;
  stopProcess(): Promise<void>;
  stop(): Promise<void>;
}

const main = path.join(import.meta.dirname, '../../apps/server/src/boot/main.ts');

/** Name of the variable that passes the result of the first start to the workers. */
export const FIRST_START = 'SUYUAN_FIRST_START';

/** Data folder after the first start, with sample data, and the printed passwords. */
export const firstStartOfRun = (): Pick<Suyuan, 'dataDir' | 'passwords'> => JSON.parse(process.env[FIRST_START] ?? '{}');

/** Settings that only apply to a first start, and therefore require one. */
const FIRST_START_SETTINGS = ['ADMIN_PASSWORD', 'SAMPLE_DATA', 'CAPTCHA_ENABLED', 'REGISTER_ENABLED', 'DATABASE_URL', 'MASTER_KEY_FILE'];

/**
 * Starts the product and waits for its URLs. Uses a copy of the first start's data unless a folder or a first-start setting is
 * specified.
 */
export async function startSuyuan(environment: Record<string, string> = {}, folder?: string): Promise<Suyuan> {
  // benchmarks use this too, without a test run
  const isFirstStart = folder !== undefined || !process.env[FIRST_START] || FIRST_START_SETTINGS.some((name) => name in environment);
  const firstStart = isFirstStart ? undefined : firstStartOfRun();
  const dataDir = folder ?? newFolder();
  // preserves owners, which the database checks
  if (firstStart) execFileSync('cp', ['-a', `${firstStart.dataDir}/.`, dataDir]);
  const { PORT: port = String(await freePort()), PUBLIC_PORT: publicPort = String(await freePort()) } = environment;
  const settings = {
    PORT: port,
    PUBLIC_PORT: publicPort,
    DATA_DIR: dataDir,
    CAPTCHA_ENABLED: 'off',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
  };
  const child = spawn(process.execPath, [...memoryFlags, main], {
    env: { ...process.env, ...memoryEnvironment, ...settings, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  await waitUntilStarted(
    () => output.includes(`:${publicPort}`),
    child,
    () => output,
  );
  const stopProcess = async () => {
    child.kill('SIGTERM');
    await new Promise((resolve) => (child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(null)));
  };
  return {
    consoleUrl: `http://127.0.0.1:${port}`,
    publicUrl: `http://127.0.0.1:${publicPort}`,
    passwords: firstStart ? firstStart.passwords : passwordsIn(output),
    pid: child.pid ?? 0,
    dataDir,
    output: () => output,
    setOutputReading(enabled) {
      for (const stream of [child.stdout, child.stderr]) enabled ? stream.resume() : stream.pause();
    },
    stopProcess,
    async stop() {
      await stopProcess();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'suyuan-e2e-'));

/** Parses lines of the printed block such as `planner  h7Kq…`. */
function passwordsIn(output: string): Record<string, string> {
  const lines = output.matchAll(/\b(admin|planner|approver)\b\s*[:：]?\s+(\S{12,})/g);
  return Object.fromEntries([...lines].map(([, name, password]) => [name, password]));
}

async function waitUntilStarted(isReady: () => boolean, child: ChildProcess, output: () => string) {
  const deadline = Date.now() + 180_000;
  while (!isReady()) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the product did not start:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
