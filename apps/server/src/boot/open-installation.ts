import { accessSync, constants, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, onSession } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/db.ts';
import { openEmbedded, runningDatabaseUrls } from '../platform/db/embedded/embedded.ts';
import { type Holder, holderOf, takeFolder } from '../platform/db/embedded/lock.ts';
import { checkExternalDatabase, checkOwnerConnection } from '../platform/db/external-database.ts';
import { readLayout } from '../platform/db/layout.ts';
import { migrate } from '../platform/db/migrate.ts';
import { checkPoolerSessions, checkSameDatabase } from '../platform/db/session-settings.ts';
import { openFiles } from '../platform/files/folder-store.ts';
import type { Installation } from '../platform/http/installation.ts';
import { OperatorError, reasonOf } from '../platform/operator-error.ts';
import { translate } from '../platform/translations.ts';
import type { Environment } from './environment.ts';
import { repository } from './environment-variables.ts';
import type { Lifetime } from './lifetime.ts';
import { createMasterKey, ensureMasterKey, readMasterKey } from './master-key.ts';

/** Creates the data folder and returns its real path. Sets the umask, so that new files are private to this account. */
function prepareDataFolder(dataDir: string): string {
  process.umask(0o077);
  try {
    makeLevels(dataDir);
    const real = realpathSync(dataDir);
    accessSync(real, constants.W_OK | constants.X_OK);
    const probe = path.join(real, `.write-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return real;
  } catch (cause) {
    const owner = otherOwner(dataDir);
    if (owner !== undefined && (cause as NodeJS.ErrnoException).code === 'EACCES')
      throw new OperatorError(
        `数据目录 DATA_DIR ${dataDir} 不可写：它属于 ${owner}；以 ${owner} 的账号启动，或执行 chown -R 把它交给当前账号`,
        `DATA_DIR belongs to ${owner}: start as that account, or chown -R it to this one`,
        { cause },
      );
    throw new OperatorError(
      `数据目录 DATA_DIR ${dataDir} 不可写：${reasonOf(cause)}；换一个可写的文件夹`,
      'DATA_DIR cannot be written: name a folder that can be',
      { cause },
    );
  }
}

/** The owner of a folder, if it exists and belongs to another account. */
function otherOwner(folder: string): string | undefined {
  const uid = uidOf(folder);
  if (uid === undefined || uid === process.getuid?.()) return undefined;
  try {
    const account = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.split(':')[2] === String(uid));
    return account?.split(':')[0] ?? `uid ${uid}`;
  } catch {
    return `uid ${uid}`;
  }
}

/** Also undefined below a folder that this account cannot enter. */
function uidOf(folder: string): number | undefined {
  try {
    return statSync(folder).uid;
  } catch {
    return undefined;
  }
}

/** Creates parent folders one by one, because `recursive` never returns below /proc. */
function makeLevels(folder: string): void {
  if (existsSync(folder)) return;
  makeLevels(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // A concurrent process created it first.
    if (!existsSync(folder)) throw error;
  }
}

export interface DataFolder {
  dataDir: string;
  /** An external database, or one embedded in a running server; undefined: embedded, opened by this process. */
  urls: { url: string; ownerUrl?: string | undefined } | undefined;
  /** Announces the end of this process, so that the next one waits for it. */
  leave(): void;
}

/** Milliseconds to wait for a command to release the folder, or for the database of a starting server. */
const LOCK_TIMEOUT = 60_000;
/** Milliseconds in which another server may be stopping: stop and start often follow closely. */
const RESTART_GRACE = 2_000;
const noop = () => {};

/**
 * Locks the data folder if the database is embedded. A server must own the folder; a command may use a running server's database.
 * @throws OperatorError with exit code 3 when a server runs there already
 */
export async function acquireDataFolder(environment: Environment, lifetime: Lifetime, holder: Holder): Promise<DataFolder> {
  const dataDir = prepareDataFolder(environment.dataDir);
  if (environment.databaseUrl)
    return { dataDir, urls: { url: environment.databaseUrl, ownerUrl: environment.databaseOwnerUrl }, leave: noop };
  const startedAt = Date.now();
  for (; Date.now() - startedAt < LOCK_TIMEOUT; await wait(100)) {
    lifetime.throwIfEnding();
    const lock = takeFolder(dataDir, holder);
    if (lock) {
      lifetime.onClose(() => lock.release());
      return { dataDir, urls: undefined, leave: lock.leave };
    }
    const other = holderOf(dataDir);
    if (other?.kind !== 'server') continue;
    if (holder.kind === 'server') {
      if (Date.now() - startedAt < RESTART_GRACE) continue;
      throw alreadyRunning(dataDir, other);
    }
    const urls = await runningDatabaseUrls(dataDir);
    if (urls) return { dataDir, urls, leave: noop };
  }
  throw new OperatorError(
    `数据目录 ${dataDir} 一直被另一个进程占用；先停止那个进程`,
    'another process keeps DATA_DIR; stop that one first',
    { exitCode: 3 },
  );
}

/** Opens the database as it is, without migrating it. */
export async function openDatabase(environment: Environment, lifetime: Lifetime, folder: DataFolder, poolSize: number): Promise<Db> {
  const { databasePoolUrl: poolUrl, databasePoolPrepared: poolPrepared } = environment;
  const { url, ownerUrl } = folder.urls ?? (await startEmbeddedDatabase(folder.dataDir, lifetime));
  const db = connect(url, { max: poolSize, poolUrl, poolPrepared, ownerUrl });
  lifetime.onClose(() => db.destroy());
  lifetime.throwIfEnding();
  if (environment.databaseUrl) await checkExternalDatabase(db);
  if (poolUrl) {
    await checkPoolerSessions(db);
    await onSession(db, (direct) => checkSameDatabase('DATABASE_POOL_URL', db, direct));
  }
  if (environment.databaseOwnerUrl) await checkOwnerConnection(db);
  return db;
}

export async function openInstallation(
  environment: Environment,
  lifetime: Lifetime,
  folder: DataFolder,
  poolSize: number,
): Promise<Installation> {
  const { dataDir } = folder;
  const { masterKeyFile = path.join(dataDir, 'master.key') } = environment;
  // a configured key must not be replaced silently
  const existingKey = environment.masterKeyFile || existsSync(masterKeyFile) ? readMasterKey(masterKeyFile) : undefined;
  lifetime.throwIfEnding();
  const db = await openDatabase(environment, lifetime, folder, poolSize);
  await migrate(db, { proceed: lifetime.throwIfEnding });
  await readLayout(db);
  const masterKey = existingKey ?? (await createMasterKey(db, masterKeyFile));
  await ensureMasterKey({ db, masterKey });
  lifetime.throwIfEnding();
  return {
    db,
    masterKey,
    dataDir,
    files: await openFiles(environment, dataDir),
    publicBaseUrl: environment.publicBaseUrl ?? '',
    consoleDir: path.join(repository, 'apps/console/dist'),
    englishEnabled: environment.englishEnabled,
    previewSite: environment.previewSite,
    serviceWorker: environment.serviceWorker,
    trustProxy: environment.trustProxy,
    amap: environment.amapKey ? { key: environment.amapKey, securityCode: environment.amapSecurityCode } : undefined,
    metricsToken: environment.metricsToken,
    genRoot: environment.genRoot,
    logLevel: environment.logLevel,
    isStandbyRequired: environment.databaseStandbyRequired,
    translate,
  };
}

async function startEmbeddedDatabase(dataDir: string, lifetime: Lifetime) {
  const database = await openEmbedded({
    dataDir,
    print: (line) => console.error(line),
    onFailure(error) {
      console.error(error);
      lifetime.end(1);
    },
  });
  lifetime.onClose(() => database.stop());
  return database;
}

/** A separate exit code distinguishes a second start from a failure. */
function alreadyRunning(dataDir: string, { pid, addresses }: Holder) {
  return new OperatorError(
    `溯源防伪系统已在运行：${addresses.join(' ')}（进程 ${pid}，数据目录 ${dataDir}）；打开它，或先停止它`,
    'already running there; open it, or stop it first; several processes on one database need DATABASE_URL',
    { exitCode: 3 },
  );
}
