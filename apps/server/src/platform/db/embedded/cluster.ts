import { spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { OperatorError } from '../../operator-error.ts';
import type { Account, Binaries } from './binaries.ts';

const superuser = 'suyuan';

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
    throw new OperatorError(
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

/** Role of the server. The superuser owns and migrates the schema. */
const appRole = 'suyuan_app';

export interface EmbeddedUrls {
  /** As the application's role. */
  url: string;
  /** As the schema owner, the cluster's superuser. */
  ownerUrl: string;
}

/** The application's password is derived from the owner's by a one-way function, so one file stores both. */
export function embeddedUrls(password: string, port: number, database: string): EmbeddedUrls {
  const appPassword = createHmac('sha256', password).update('suyuan/app-role/v1').digest('base64url');
  const at = (role: string, secret: string) => `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
  return { url: at(appRole, appPassword), ownerUrl: at(superuser, password) };
}

/** Creates the application's role if its login fails, as in a new cluster. It may read statistics and end sessions, for the database page. */
export async function ensureAppRole({ url, ownerUrl }: EmbeddedUrls): Promise<void> {
  if (await canLogIn(url)) return;
  const { password } = new URL(url);
  await runStatement(
    ownerUrl,
    `do $$ begin
      if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole}; end if;
    end $$;
    alter role ${appRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}';
    grant pg_monitor, pg_signal_backend to ${appRole};`,
  );
}

async function canLogIn(url: string): Promise<boolean> {
  try {
    await runStatement(url, 'select 1');
    return true;
  } catch (error) {
    // 28P01, invalid_password: no such role, or another password
    if (error instanceof pg.DatabaseError && error.code === '28P01') return false;
    throw error;
  }
}

/** Runs one statement, or several as one transaction, on a new connection. */
export async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}
