import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError, reasonOf } from '../../operator-error.ts';
import { type Account, accountFor, canEnter, findBinaries, stateFolder } from './binaries.ts';
import { createCluster, type EmbeddedUrls, embeddedUrls, ensureAppRole, isCluster, runStatement } from './cluster.ts';
import { backends, freePort, type LaunchSpec, launch, livePostmaster, sendSignal, stopPostmaster } from './postmaster.ts';

interface ClusterLocation {
  cluster: string;
  account: Account;
}

const passwordFileIn = (dataDir: string) => path.join(dataDir, 'postgres.password');

/** Location of the cluster: below `dataDir`, or below `stateFolder` if PostgreSQL's account cannot enter `dataDir`. */
function findClusterLocation(dataDir: string, print: (line: string) => void): ClusterLocation {
  const defaultCluster = path.join(dataDir, 'postgres');
  const account = accountFor(defaultCluster);
  if (isCluster(defaultCluster)) return { cluster: defaultCluster, account: ensureOwner(defaultCluster, account) };
  makeTraversable(account, dataDir);
  if (canEnter(account, dataDir)) return { cluster: defaultCluster, account };

  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const base = path.join(stateFolder, name);
  const cluster = path.join(base, 'postgres');
  mkdirSync(base, { recursive: true });
  chmodSync(stateFolder, 0o755);
  chmodSync(base, 0o711);
  if (!isCluster(cluster)) {
    print(`数据库放在 ${cluster}，因为数据库账户进不了 ${dataDir} / the database lies there, its account cannot enter DATA_DIR`);
  } else if (!existsSync(passwordFileIn(dataDir))) {
    const movedCluster = `${cluster}-${Date.now()}`;
    const orphan = livePostmaster(cluster);
    if (orphan) sendSignal(orphan.pid, 'SIGINT');
    renameSync(cluster, movedCluster);
    print(`${dataDir} 是新的，原来的数据库已移到 ${movedCluster} / DATA_DIR is new, the database it had was set aside`);
  }
  return { cluster, account: isCluster(cluster) ? ensureOwner(cluster, accountFor(cluster)) : account };
}

/** Makes root's data folder traversable but not listable. Its contents have their own restrictive modes. */
function makeTraversable(account: Account, dataDir: string) {
  const { uid, mode } = statSync(dataDir);
  if (account && uid === 0) chmodSync(dataDir, (mode & 0o7777) | 0o011);
}

function ensureOwner(cluster: string, account: Account): Account {
  const { uid } = statSync(cluster);
  const accountUid = account?.uid ?? process.getuid?.();
  if (account && uid === 0) chownAll(cluster, account);
  else if (accountUid !== undefined && uid !== accountUid) {
    throw new OperatorError(
      `数据库 ${cluster} 属于另一个账户 (uid ${uid})；用该账户或 root 启动`,
      `the database belongs to another account; start as that one or as root`,
    );
  }
  if (!canEnter(account, cluster)) {
    throw new OperatorError(
      `账户 (uid ${uid}) 进不了 ${cluster}；放开上级目录的进入权限 (chmod a+x)`,
      `the database's account cannot enter; let it into the folders above (chmod a+x)`,
    );
  }
  return account;
}

/** PostgreSQL refuses a cluster owned by root, as after a copy by root. */
function chownAll(folder: string, { uid, gid }: NonNullable<Account>) {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) chownSync(path.join(folder, entry), uid, gid);
  chownSync(folder, uid, gid);
}

/** Settings of the embedded PostgreSQL that differ from the defaults. fsync, full_page_writes and synchronous_commit stay on. */
const ownSettings: Record<string, string | number> = {
  listen_addresses: '127.0.0.1',
  // A socket path is limited to 107 bytes, which a long folder name exceeds.
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  // a page image takes a third
  wal_compression: 'on',
  random_page_cost: 1.1,
  jit: 'off',
  TimeZone: 'Asia/Shanghai',
  log_timezone: 'Asia/Shanghai',
  log_checkpoints: 'off',
  // Milliseconds after which statements of a killed server end and release their locks.
  client_connection_check_interval: 1000,
};

interface Embedded extends EmbeddedUrls {
  /** Shuts down cleanly; resolves when all its processes have ended. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** Absolute, and locked by this process (`takeFolder`). */
  dataDir: string;
  print(line: string): void;
  /** It ended and could not be restarted. */
  onFailure(error: unknown): void;
  settings?: Record<string, string | number>;
}

const databaseName = 'suyuan';

/** Creates the cluster if missing, or adopts one left by a killed server. Restarts it on the same port if it dies. */
export async function openEmbedded({ dataDir, print, onFailure, settings }: EmbeddedOptions): Promise<Embedded> {
  const logFile = prepareLog(dataDir);
  const { cluster, account } = findClusterLocation(dataDir, print);
  const { initdb, postgres } = findBinaries(account, print);
  const passwordFile = passwordFileIn(dataDir);
  if (!isCluster(cluster)) createCluster({ initdb, postgres }, account, cluster, passwordFile);
  const password = readPassword(passwordFile);
  const spec: LaunchSpec = { postgres, account, cluster, logFile, settings: { ...ownSettings, ...settings } };

  const ownerUrl = (portNumber: number) => embeddedUrls(password, portNumber, databaseName).ownerUrl;
  const { port } = (await adopt(cluster, ownerUrl)) ?? (await launchAnywhere(spec));
  await ensureDatabase(ownerUrl(port));
  const urls = embeddedUrls(password, port, databaseName);
  await ensureAppRole(urls);

  const stopping = new AbortController();
  const watch = async () => {
    for (;;) {
      await wait(250, undefined, { ref: false, signal: stopping.signal });
      if (livePostmaster(cluster)) continue;
      print('数据库意外退出，正在重新启动 / the database ended unexpectedly and is started again');
      await relaunch(spec, port, stopping.signal);
      print('数据库已恢复 / the database is back');
    }
  };
  const watching = watch().catch((error) => {
    if (!stopping.signal.aborted) onFailure(error);
  });

  return {
    ...urls,
    async stop() {
      stopping.abort();
      await watching;
      const postmaster = livePostmaster(cluster);
      if (postmaster) await stopPostmaster(postmaster.pid, cluster);
    },
  };
}

/** URLs while another process owns the database; undefined while it does not respond. */
export async function runningDatabaseUrls(dataDir: string): Promise<EmbeddedUrls | undefined> {
  const { cluster } = findClusterLocation(dataDir, () => {});
  const postmaster = livePostmaster(cluster);
  if (!postmaster?.ready) return undefined;
  const urls = embeddedUrls(readPassword(passwordFileIn(dataDir)), postmaster.port, databaseName);
  try {
    await ensureAppRole(urls);
    return urls;
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw error;
    return undefined;
  }
}

/** Adopts an orphaned postmaster if it accepts our password; ends it otherwise. */
async function adopt(cluster: string, url: (port: number) => string): Promise<{ port: number } | undefined> {
  const deadline = Date.now() + 10_000;
  for (let postmaster = livePostmaster(cluster); postmaster; postmaster = livePostmaster(cluster)) {
    if (postmaster.ready && (await acceptsConnections(url(postmaster.port)))) return { port: postmaster.port };
    if (Date.now() > deadline) await stopPostmaster(postmaster.pid, cluster);
    await wait(50);
  }
  return undefined;
}

async function acceptsConnections(url: string): Promise<boolean> {
  try {
    await ensureDatabase(url);
    return true;
  } catch {
    return false;
  }
}

/** Connects once to check address and password. Creates the database in a new cluster. */
async function ensureDatabase(url: string) {
  try {
    await runStatement(url, 'select 1');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '3D000') throw error;
    await runStatement(url.replace(/[^/]+$/, 'postgres'), `create database ${databaseName}`);
  }
}

/** Starts on a free port. Retries if the port is taken meanwhile or a lock remains after a kill. */
async function launchAnywhere(spec: LaunchSpec): Promise<{ port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      (await launch(spec, port)).unref();
      return { port };
    } catch (error) {
      if (attempt === 8)
        throw new OperatorError(
          `数据库无法启动：${reasonOf(error)}；详见 ${spec.logFile}`,
          `the database cannot start; see ${spec.logFile}`,
          {
            cause: error,
          },
        );
      await signalOrphanedBackends(spec.cluster, attempt);
    }
  }
}

/** Restarts on the port that the pool uses. */
async function relaunch(spec: LaunchSpec, port: number, stopping: AbortSignal) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      (await launch(spec, port)).unref();
      return;
    } catch (error) {
      if (attempt === 12 || stopping.aborted) throw error;
      await signalOrphanedBackends(spec.cluster, attempt);
    }
  }
}

/** Signals backends of a killed postmaster, which hold its shared memory and port until they notice. */
async function signalOrphanedBackends(cluster: string, attempt: number) {
  for (const pid of backends(cluster)) sendSignal(pid, 'SIGQUIT');
  await wait(attempt * 100);
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new OperatorError(`读不到数据库密码文件 ${file}；从备份恢复该文件`, 'the password file of the database is missing; restore it', {
      cause,
    });
  }
}

const largestLog = 10_000_000;

function prepareLog(dataDir: string): string {
  const folder = path.join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const file = path.join(folder, 'postgres.log');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLog) renameSync(file, `${file}.1`);
  return file;
}
