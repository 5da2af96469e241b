import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../../refusal.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';

export const superuser = 'suyuan';

const stagingPrefix = '.initdb-';

/**
 * Creates an empty cluster with its password in `passwordFile`. Builds it in a temporary folder and renames it, so a kill leaves a whole
 * cluster or none.
 */
export function createCluster(binaries: Binaries, account: Account, cluster: string, passwordFile: string) {
  const parent = path.dirname(cluster);
  for (const leftover of readdirSync(parent).filter((name) => name.startsWith(stagingPrefix))) {
    rmSync(path.join(parent, leftover), { recursive: true, force: true });
  }
  const password = randomBytes(24).toString('base64url');
  const staging = mkdtempSync(path.join(parent, stagingPrefix));
  const stagedCluster = path.join(staging, 'cluster');
  const stagedPasswordFile = path.join(staging, 'password');
  mkdirSync(stagedCluster, { mode: 0o700 });
  writeFileSync(stagedPasswordFile, password, { mode: 0o600 });
  if (account) for (const stagedPath of [staging, stagedCluster, stagedPasswordFile]) chownSync(stagedPath, account.uid, account.gid);

  const initdb = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${stagedCluster}`,
      `--username=${superuser}`,
      `--pwfile=${stagedPasswordFile}`,
      '--locale=C',
      '--encoding=UTF8',
      '--auth=scram-sha-256',
      '--no-instructions',
    ],
    { ...account, cwd: '/', env: minimalEnvironment(), encoding: 'utf8' },
  );
  if (initdb.status !== 0) {
    rmSync(staging, { recursive: true, force: true });
    const reason = (initdb.error?.message ?? initdb.stderr).replaceAll(/\s*\n\s*/g, ' ').trim();
    throw new Refusal(
      `无法建立数据库 ${cluster}：${reason}；检查磁盘空间和目录权限`,
      'the database cannot be made; look at the disk and the rights of the folder',
    );
  }
  writeFileSync(passwordFile, password, { mode: 0o600 });
  chmodSync(passwordFile, 0o600);
  renameSync(stagedCluster, cluster);
  rmSync(staging, { recursive: true, force: true });
}

export const isCluster = (cluster: string) => existsSync(path.join(cluster, 'PG_VERSION'));

/** Environment of PostgreSQL's programs, without the caller's PG… variables. */
export const minimalEnvironment = () => ({ PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', ...clockEnvironment() });

/** Passes libfaketime on, so that the database shares the fake clock. */
function clockEnvironment() {
  const { FAKETIME, LD_PRELOAD } = process.env;
  return FAKETIME && LD_PRELOAD ? { FAKETIME, LD_PRELOAD, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' } : {};
}
