import { statfs } from 'node:fs/promises';
import { migrationNames } from '../platform/db/migrate.ts';
import { isSilent } from '../platform/db/pulse.ts';
import { readState } from '../platform/db/readiness.ts';
import type { Part, Parts } from '../platform/http/health.ts';
import type { Installation } from '../platform/http/installation.ts';
import { sentence } from '../platform/refusal.ts';
import { fingerprintOf } from './master-key-match.ts';

/** Milliseconds after which a check counts as failed. */
const PATIENCE = 2000;
/** Milliseconds of caching: frequent probes cost one statement a second. */
const FRESH = 1000;
/** Free bytes below which the next log, upload or checkpoint may fail. */
const ROOM = 64 * 1024 * 1024;

const fine: Part = { ok: true };
const wrong = (chinese: string, english: string, optional = false): Part => ({
  ok: false,
  said: sentence(chinese, english),
  ...(optional && { optional }),
});

/** The result contains no names, addresses or secrets, because the endpoint is public. */
export function readinessOf(installation: Installation): () => Promise<Parts> {
  let known: { at: number; parts: Promise<Parts> } | undefined;
  const stopping = wrong('正在停止；把请求交给别的进程', 'this process is stopping; send requests to another');
  return async () => {
    if (installation.draining?.aborted) return { process: stopping };
    if (!known || performance.now() - known.at > FRESH) known = { at: performance.now(), parts: look(installation) };
    return known.parts;
  };
}

async function look(installation: Installation): Promise<Parts> {
  const [state, disk, files] = await Promise.all([stateOf(installation), diskOf(installation), filesOf(installation)]);
  return { ...state, disk, files };
}

async function stateOf({ db, masterKey }: Installation): Promise<Parts> {
  const gone = wrong('数据库没有回答；恢复数据库或到它的网络', 'the database does not answer; bring it, or the way to it, back');
  const unasked = wrong('数据库没有回答，无从得知', 'unknown while the database does not answer');
  const state = isSilent(db) ? undefined : await soon(readState(db)).catch(() => undefined);
  if (!state) return { database: gone, migrations: unasked, key: unasked };
  const lacking = migrationNames.filter((name) => !state.migrations.includes(name));
  return {
    database: state.readOnly ? wrong('数据库只读；连接到主库', 'the database takes no writes; connect to the primary') : fine,
    migrations:
      lacking.length > 0
        ? wrong(`缺少 ${lacking.length} 次结构升级；运行 suyuan migrate`, `${lacking.length} migrations are missing: run suyuan migrate`)
        : fine,
    key:
      state.fingerprint === null || state.fingerprint === fingerprintOf(masterKey)
        ? fine
        : wrong(
            '主密钥不属于这个数据库；放回它的 master.key 后重启',
            'the master key is not this database’s; put its own back and restart',
          ),
    ...(state.isStandbyMissing && {
      standby: wrong(
        '没有同步备库在接收数据；恢复备库，或改 synchronous_standby_names',
        'no synchronous standby is streaming; restore it, or change synchronous_standby_names',
        true,
      ),
    }),
  };
}

async function diskOf({ dataDir }: Installation): Promise<Part> {
  const figures = await soon(statfs(dataDir)).catch(() => undefined);
  if (!figures) return wrong('数据目录读不到', 'the data folder cannot be read');
  const room = figures.bavail * figures.bsize >= ROOM && (figures.files === 0 || figures.ffree > 100);
  return room ? fine : wrong('数据目录所在的磁盘快满了；腾出至少 64 MB', 'the disk of the data folder is nearly full; free at least 64 MB');
}

/** Optional: verification needs no files. */
const filesOf = async ({ files }: Installation): Promise<Part> =>
  (await soon(files.isThere()).catch(() => false))
    ? fine
    : wrong(
        '文件存储没有回答；恢复它，此前上传和下载会失败',
        'the store of files does not answer; bring it back, until then uploads and downloads fail',
        true,
      );

/** @throws when the promise exceeds `PATIENCE` */
function soon<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
