import { statfs } from 'node:fs/promises';
import { migrationNames } from '../platform/db/migrate.ts';
import { isSilent } from '../platform/db/pulse.ts';
import { readState } from '../platform/db/readiness.ts';
import type { Part, Parts } from '../platform/http/health.ts';
import type { Installation } from '../platform/http/installation.ts';
import { sentence } from '../platform/refusal.ts';
import { fingerprintOf } from './master-key-match.ts';

/** Milliseconds after which a check counts as failed. */
const CHECK_TIMEOUT = 2000;
/** Milliseconds of caching: frequent probes cost one statement a second. */
const CACHE_MS = 1000;
/** Free bytes below which the next log, upload or checkpoint may fail. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

const passed: Part = { ok: true };
const failed = (chinese: string, english: string, optional = false): Part => ({
  ok: false,
  said: sentence(chinese, english),
  ...(optional && { optional }),
});

/** The result contains no names, addresses or secrets, because the endpoint is public. */
export function readinessCheck(installation: Installation): () => Promise<Parts> {
  let cached: { at: number; parts: Promise<Parts> } | undefined;
  const stopping = failed('正在停止；把请求交给别的进程', 'this process is stopping; send requests to another');
  return async () => {
    if (installation.draining?.aborted) return { process: stopping };
    if (!cached || performance.now() - cached.at > CACHE_MS) cached = { at: performance.now(), parts: checkAll(installation) };
    return cached.parts;
  };
}

async function checkAll(installation: Installation): Promise<Parts> {
  const [state, disk, files] = await Promise.all([checkDatabase(installation), checkDisk(installation), checkFiles(installation)]);
  return { ...state, disk, files };
}

async function checkDatabase({ db, masterKey }: Installation): Promise<Parts> {
  const noResponse = failed('数据库没有回答；恢复数据库或到它的网络', 'the database does not answer; bring it, or the way to it, back');
  const unknownState = failed('数据库没有回答，无从得知', 'unknown while the database does not answer');
  const state = isSilent(db) ? undefined : await withTimeout(readState(db)).catch(() => undefined);
  if (!state) return { database: noResponse, migrations: unknownState, key: unknownState };
  const missingMigrations = migrationNames.filter((name) => !state.migrations.includes(name));
  return {
    database: state.readOnly ? failed('数据库只读；连接到主库', 'the database takes no writes; connect to the primary') : passed,
    migrations:
      missingMigrations.length > 0
        ? failed(`缺少 ${missingMigrations.length} 次结构升级；运行 suyuan migrate`, `${missingMigrations.length} migrations are missing: run suyuan migrate`)
        : passed,
    key:
      state.fingerprint === null || state.fingerprint === fingerprintOf(masterKey)
        ? passed
        : failed(
            '主密钥不属于这个数据库；放回它的 master.key 后重启',
            'the master key is not this database’s; put its own back and restart',
          ),
    ...(state.isStandbyMissing && {
      standby: failed(
        '没有同步备库在接收数据；恢复备库，或改 synchronous_standby_names',
        'no synchronous standby is streaming; restore it, or change synchronous_standby_names',
        true,
      ),
    }),
  };
}

async function checkDisk({ dataDir }: Installation): Promise<Part> {
  const fileSystem = await withTimeout(statfs(dataDir)).catch(() => undefined);
  if (!fileSystem) return failed('数据目录读不到', 'the data folder cannot be read');
  const hasSpace = fileSystem.bavail * fileSystem.bsize >= MIN_FREE_BYTES && (fileSystem.files === 0 || fileSystem.ffree > 100);
  return hasSpace ? passed : failed('数据目录所在的磁盘快满了；腾出至少 64 MB', 'the disk of the data folder is nearly full; free at least 64 MB');
}

/** Optional: verification needs no files. */
const checkFiles = async ({ files }: Installation): Promise<Part> =>
  (await withTimeout(files.isAvailable()).catch(() => false))
    ? passed
    : failed(
        '文件存储没有回答；恢复它，此前上传和下载会失败',
        'the store of files does not answer; bring it back, until then uploads and downloads fail',
        true,
      );

/** @throws when the promise exceeds `PATIENCE` */
function withTimeout<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_TIMEOUT);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
