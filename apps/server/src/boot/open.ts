import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, onSession } from '../platform/db/connect.ts';
import { runningDatabaseUrls, openEmbedded } from '../platform/db/embedded/embedded.ts';
import { type Holder, holderOf, takeFolder } from '../platform/db/embedded/lock.ts';
import { migrate } from '../platform/db/migrate.ts';
import { checkExternalDatabase, checkOwnerConnection } from '../platform/db/outer.ts';
import { checkSameDatabase, checkPoolerSessions } from '../platform/db/session.ts';
import { openFiles } from '../platform/files/open-files.ts';
import type { Installation } from '../platform/http/installation.ts';
import { Refusal } from '../platform/refusal.ts';
import { translate } from './app.ts';
import { prepareDataFolder } from './data-folder.ts';
import { type Environment, repository } from './environment.ts';
import type { Lifetime } from './lifetime.ts';
import { readMasterKey } from './master-key.ts';
import { ensureMasterKey } from './master-key-match.ts';

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
 * @throws Refusal with exit code 3 when a server runs there already
 */
export async function acquireDataFolder(environment: Environment, lifetime: Lifetime, holder: Holder): Promise<DataFolder> {
  const dataDir = prepareDataFolder(environment.dataDir);
  if (environment.databaseUrl) return { dataDir, urls: { url: environment.databaseUrl, ownerUrl: environment.databaseOwnerUrl }, leave: noop };
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
  throw new Refusal(`数据目录 ${dataDir} 一直被另一个进程占用；先停止那个进程`, 'another process keeps DATA_DIR; stop that one first', {
    exitCode: 3,
  });
}

export async function openInstallation(
  environment: Environment,
  lifetime: Lifetime,
  folder: DataFolder,
  poolSize: number,
): Promise<Installation> {
  const { dataDir } = folder;
  const ownKey = environment.masterKeyFile === undefined;
  const masterKey = readMasterKey(environment.masterKeyFile ?? path.join(dataDir, 'master.key'), ownKey);
  lifetime.throwIfEnding();
  const { databasePoolUrl: poolUrl, databasePoolPrepared: poolPrepared } = environment;
  const { url, ownerUrl } = folder.urls ?? (await startEmbeddedDatabase(dataDir, lifetime));
  const db = connect(url, { max: poolSize, poolUrl, poolPrepared, ownerUrl });
  lifetime.onClose(() => db.destroy());
  lifetime.throwIfEnding();
  if (environment.databaseUrl) await checkExternalDatabase(db);
  if (poolUrl) {
    await checkPoolerSessions(db);
    await onSession(db, (direct) => checkSameDatabase('DATABASE_POOL_URL', db, direct));
  }
  if (environment.databaseOwnerUrl) await checkOwnerConnection(db);
  await migrate(db, { proceed: lifetime.throwIfEnding });
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
  return new Refusal(
    `溯源防伪系统已在运行：${addresses.join(' ')}（进程 ${pid}，数据目录 ${dataDir}）；打开它，或先停止它`,
    'already running there; open it, or stop it first; several processes on one database need DATABASE_URL',
    { exitCode: 3 },
  );
}
