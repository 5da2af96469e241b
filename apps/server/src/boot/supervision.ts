import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import * as taskService from '../features/system/task/task.service.ts';
import { cacheState } from '../platform/cache/cache.ts';
import { localCachesOf } from '../platform/cache/local-cache.ts';
import { poolOf } from '../platform/db/connect.ts';
import { isSilent, readStandbyMissing, readState } from '../platform/db/heartbeat.ts';
import { checkNodes, isDistributed } from '../platform/db/layout.ts';
import { migrationNames } from '../platform/db/migrate.ts';
import { standbyStats } from '../platform/db/standby-reads.ts';
import { createApp } from '../platform/http/create-app.ts';
import { healthRoutes, type Part, type Parts } from '../platform/http/health.ts';
import type { Installation } from '../platform/http/installation.ts';
import { gauge } from '../platform/http/metrics.ts';
import { sentence } from '../platform/operator-error.ts';
import { fingerprintOf } from './master-key.ts';

/** Milliseconds after which a check counts as failed. */
const CHECK_TIMEOUT = 2000;
/** Milliseconds of caching: frequent probes cost one statement a second. */
const CACHE_MS = 1000;
/** Free bytes below which the next log, upload or checkpoint may fail. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

const passed: Part = { ok: true };
const failed = (chinese: string, english: string, optional = false): Part => ({
  ok: false,
  message: sentence(chinese, english),
  ...(optional && { optional }),
});

/** The result contains no names, addresses or secrets, because the endpoint is public. */
function readinessCheck(installation: Installation): () => Promise<Parts> {
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

async function checkDatabase({ db, masterKey, isStandbyRequired }: Installation): Promise<Parts> {
  const noResponse = failed('数据库没有回答；恢复数据库或到它的网络', 'the database does not answer; bring it, or the way to it, back');
  const unknownState = failed('数据库没有回答，无从得知', 'unknown while the database does not answer');
  const state = isSilent(db) ? undefined : await withTimeout(readState(db, isStandbyRequired)).catch(() => undefined);
  if (!state) return { database: noResponse, migrations: unknownState, key: unknownState };
  const hasNodes =
    !isDistributed() ||
    (await withTimeout(checkNodes(db)).then(
      () => true,
      () => false,
    ));
  const missingMigrations = migrationNames.filter((name) => !state.migrations.includes(name));
  return {
    database: state.readOnly ? failed('数据库只读；连接到主库', 'the database takes no writes; connect to the primary') : passed,
    migrations:
      missingMigrations.length > 0
        ? failed(
            `缺少 ${missingMigrations.length} 次结构升级；运行 suyuan migrate`,
            `${missingMigrations.length} migrations are missing: run suyuan migrate`,
          )
        : passed,
    key:
      state.fingerprint === null || state.fingerprint === fingerprintOf(masterKey)
        ? passed
        : failed(
            '主密钥不属于这个数据库；放回它的 master.key 后重启',
            'the master key is not this database’s; put its own back and restart',
          ),
    ...(standbyStats(db)?.isUp === false && {
      replica: failed(
        'DATABASE_READ_URL 不通向这个数据库的备库，列表从主库读取；恢复备库，或改正地址',
        'DATABASE_READ_URL leads to no standby of this database, lists are read from the primary; restore it, or correct the address',
        true,
      ),
    }),
    ...(!hasNodes && {
      workers: failed(
        '有工作节点没有回答，它的码不能扫；恢复它，其余的码照常',
        'a worker does not answer: scans of its codes are refused; restore it',
      ),
    }),
    ...(state.isStandbyMissing && {
      standby: failed(
        '没有同步备库在接收数据；恢复备库，或改 synchronous_standby_names 和 DATABASE_STANDBY_REQUIRED',
        'no synchronous standby is streaming; restore it, or change synchronous_standby_names and DATABASE_STANDBY_REQUIRED',
        true,
      ),
    }),
  };
}

async function checkDisk({ dataDir }: Installation): Promise<Part> {
  const fileSystem = await withTimeout(statfs(dataDir)).catch(() => undefined);
  if (!fileSystem) return failed('数据目录读不到', 'the data folder cannot be read');
  const hasSpace = fileSystem.bavail * fileSystem.bsize >= MIN_FREE_BYTES && (fileSystem.files === 0 || fileSystem.ffree > 100);
  return hasSpace
    ? passed
    : failed('数据目录所在的磁盘快满了；腾出至少 64 MB', 'the disk of the data folder is nearly full; free at least 64 MB');
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

/** @throws when the promise exceeds `CHECK_TIMEOUT` */
function withTimeout<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_TIMEOUT);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

/** Registers `/live`, `/ready` and `/metrics` on a site. */
export function registerSupervision(app: FastifyInstance, installation: Installation) {
  registerGauges(installation);
  healthRoutes(app, { parts: readinessCheck(installation), metricsToken: installation.metricsToken });
}

/** The same endpoints on a separate port, for workers or to isolate probes from the sites. */
export async function supervisionApp(installation: Installation): Promise<FastifyInstance> {
  const app = createApp(installation);
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-content-type-options', 'nosniff'));
  app.setNotFoundHandler((_request, reply) => void reply.code(404).type('text/plain; charset=utf-8').send('404'));
  registerSupervision(app, installation);
  return app;
}

/** Values from the database are the same in every process. */
function registerGauges({ db, isStandbyRequired = false }: Installation) {
  gauge('suyuan_pool_connections', 'Connections of this process to the database.', ['state'], () => {
    const { max, open, idle, waiting } = poolOf(db);
    const states = { max, open, idle, busy: open - idle, waiting };
    return Object.entries(states).map(([state, value]) => ({ labels: { state }, value }));
  });
  gauge('suyuan_cache_entries', 'Entries that this process remembers, by name.', ['name'], () =>
    [...localCachesOf(db)].map(([name, { entries }]) => ({ labels: { name }, value: entries.size })),
  );
  gauge('suyuan_cache_answers', 'Questions to what this process remembers since its start, by name and outcome.', ['name', 'outcome'], () =>
    [...localCachesOf(db)].flatMap(([name, { hits, misses }]) => [
      { labels: { name, outcome: 'hit' }, value: hits },
      { labels: { name, outcome: 'miss' }, value: misses },
    ]),
  );
  gauge(
    'suyuan_cache_state',
    '1 by how this process remembers: for itself, together with others, or for itself as what is shared is lost.',
    ['state'],
    () => [{ labels: { state: cacheState(db) }, value: 1 }],
  );
  gauge('suyuan_database_silent', '1 while the database has stopped answering.', [], () => [{ value: isSilent(db) ? 1 : 0 }]);
  gauge(
    'suyuan_synchronous_standby_missing',
    '1 while no synchronous standby streams, if PostgreSQL or DATABASE_STANDBY_REQUIRED asks for one.',
    [],
    async () => (isSilent(db) ? [] : [{ value: (await readStandbyMissing(db, isStandbyRequired)) ? 1 : 0 }]),
  );
  gauge('suyuan_replica_lag_seconds', 'Seconds that the standby of DATABASE_READ_URL is behind.', [], () => {
    const { lag } = standbyStats(db) ?? {};
    return lag === undefined ? [] : [{ value: lag / 1000 }];
  });
  gauge('suyuan_replica_reads', 'Lists, figures and exports since the start, by where they were read and why.', ['target'], () =>
    Object.entries(standbyStats(db)?.reads ?? {}).map(([target, value]) => ({ labels: { target }, value })),
  );
  gauge('suyuan_tasks', 'Long work that has not ended, by kind and state.', ['kind', 'state'], async () => {
    if (isSilent(db)) return [];
    return (await taskService.backlog(db)).map(({ kind, state, count }) => ({ labels: { kind, state }, value: count }));
  });
  gauge('suyuan_tasks_oldest_seconds', 'Seconds that the longest waiting task has waited.', [], async () => {
    if (isSilent(db)) return [];
    return [{ value: await taskService.longestWait(db) }];
  });
}
