import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { OperatorError, type Sentence, sentence } from '../operator-error.ts';
import { onOwner } from './connect.ts';
import type { Db } from './db.ts';
import { migrations } from './migrations/index.ts';
import { applicationRole, grantRights } from './rights.ts';

interface Blocker {
  /** Null for locks that are not on a table. */
  relation: string | null;
  pid: number;
  applicationName: string;
  /** Age of the transaction in seconds; null if our role may not see it. */
  seconds: number | null;
}

/** Milliseconds between observations; several fit into a migration's lock timeout. */
const POLL_INTERVAL = 400;

/** Records the latest blocker of `session` from another connection until stopped. After a lock timeout PostgreSQL no longer reports it. */
async function watchBlockers(db: Db, session: Db): Promise<{ latest(): Blocker | undefined; stop(): void }> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session);
  const pid = rows[0]?.pid ?? 0;
  const stopping = new AbortController();
  const { signal } = stopping;
  let latest: Blocker | undefined;
  // failing to find the blocker must not fail the migration
  onOwner(db, async (observer) => {
    for (;;) {
      await wait(POLL_INTERVAL, undefined, { signal });
      latest = (await findBlocker(observer, pid)) ?? latest;
    }
  }).catch(() => {});
  return { latest: () => latest, stop: () => stopping.abort() };
}

async function findBlocker(db: Db, pid: number): Promise<Blocker | undefined> {
  const { rows } = await sql<Blocker>`
    select (select relation::regclass::text from pg_locks where pid = ${pid} and not granted and relation is not null limit 1) as relation,
      pid, coalesce(application_name, '') as application_name, extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity where pid = any(pg_blocking_pids(${pid})) order by xact_start nulls last limit 1`.execute(db);
  return rows[0];
}

/** In order. */
export const migrationNames = Object.keys(migrations);

/** Milliseconds that a migration waits for a lock. Short, because scans queue behind that wait. */
const LOCK_TIMEOUT = 2000;
/** Attempts before the migration gives up, about three and a half minutes in all. */
const ATTEMPTS = 20;
/** Milliseconds between attempts, doubled up to the limit. Scans run meanwhile. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [1000, 10_000];
/** Exit code of a release that is older than the schema. */
const OLDER_RELEASE = 4;
/** First migration of version 0.1, whose history ended with the baseline of 1.0.0. */
const UNRELEASED = '0001-organisation';

/** True for the migrations of a database or an archive of version 0.1, which was never released. */
export const isUnreleased = (migrations: string[]): boolean => migrations.includes(UNRELEASED);

interface MigrateOptions {
  /** The last migration to apply; absent: all. */
  upTo?: string | undefined;
  /** Runs before each attempt; an exception gives up. */
  proceed?: (() => void) | undefined;
  /** By name. */
  available?: Record<string, Migration>;
  /** Receives a message before each pause. */
  report?: (message: Sentence) => void;
}

/**
 * Applies all pending migrations in one transaction, one process at a time, and returns their names. A lock that is not free within two
 * seconds ends the attempt; others follow.
 * @throws Refusal with exit code 4 where the schema is newer than this release, before anything is changed
 * @throws Refusal where version 0.1 created the schema, before anything is changed
 * @throws Refusal where a lock was held through all attempts, or the role does not own the schema
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const role = await applicationRole(db);
  return onOwner(db, async (session) => {
    const applied = await applyPending(db, session, options);
    if (role !== undefined) await grantRights(session, role);
    return applied;
  });
}

async function applyPending(
  db: Db,
  session: Db,
  { upTo, proceed = () => {}, available = migrations, report = console.error }: MigrateOptions,
): Promise<string[]> {
  const isCurrent = async () => {
    const applied = await appliedMigrations(session);
    if (isUnreleased(applied)) throw unreleased();
    rejectOlderRelease(applied.filter((name) => !Object.hasOwn(available, name)));
    return upTo === undefined && Object.keys(available).every((name) => applied.includes(name));
  };
  if (await isCurrent()) return [];
  await sql`set statement_timeout = 0`.execute(session);
  await acquireMigrationLock(session, report);
  try {
    await sql`set lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(session);
    const migrator = new Migrator({ db: session, provider: { getMigrations: async () => available } });
    for (let attempt = 1; ; attempt++) {
      proceed();
      if (await isCurrent()) return [];
      const watch = await watchBlockers(db, session);
      const { error, results = [] } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest()).finally(watch.stop);
      const blocker = watch.latest();
      if (!error) return results.map(({ migrationName }) => migrationName);
      if (!isLockTimeout(error)) throw error;
      if (attempt === ATTEMPTS) throw lockRefusal(blocker, error);
      const pause = Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE);
      report(lockedMessage(blocker, attempt, pause / 1000));
      await wait(pause);
    }
  } finally {
    await sql`select pg_advisory_unlock(${migrationLock})`.execute(session);
    await sql`reset statement_timeout`.execute(session);
    await sql`reset lock_timeout`.execute(session);
  }
}

const migrationLock = sql`hashtextextended('suyuan/migrate', 0)`;

/** Only one process makes attempts: several in sequence would block scans most of the time. */
async function acquireMigrationLock(session: Db, report: (message: Sentence) => void) {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${migrationLock}) as free`.execute(session);
  if (rows[0]?.free) return;
  report(sentence('另一个进程正在升级数据库结构；等它完成', 'another process is migrating the database; waiting for it'));
  await sql`set lock_timeout = 0`.execute(session);
  await sql`select pg_advisory_lock(${migrationLock})`.execute(session);
}

/** Empty for an empty database. */
async function appliedMigrations(session: Db): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(session);
  if (!rows[0]?.exists) return [];
  return (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(session)).rows.map(({ name }) => name);
}

function rejectOlderRelease(newer: string[]) {
  if (newer.length === 0) return;
  const names = `${newer.slice(0, 3).join('、')}${newer.length > 3 ? ' …' : ''}`;
  throw new OperatorError(
    `数据库的结构比这个版本新：多出 ${newer.length} 次升级（${names}）；请改用与它相配的新版本，数据库没有改动`,
    `the database schema is newer than this release by ${newer.length} migrations; run the newer release; nothing was changed`,
    { exitCode: OLDER_RELEASE },
  );
}

const unreleased = () =>
  new OperatorError(
    '这个数据库由从未发布的 0.1 版建立，不能升级，它的备份也不能恢复；请换一个空的数据库（例如换一个 DATA_DIR），数据库没有改动',
    'this database was created by version 0.1, which was never released: neither it nor its archives can be converted; start with an empty database, such as that of another DATA_DIR; nothing was changed',
  );

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';

function describeBlocker(blocker: Blocker | undefined): { chinese: string; english: string } {
  if (!blocker) return { chinese: '数据库结构升级等不到一把锁', english: 'the migration waits for a lock' };
  const { relation, pid, applicationName, seconds } = blocker;
  const program = applicationName || '?';
  return {
    chinese: `数据库结构升级在等表 ${relation ?? '?'} 的锁：占用者是 PostgreSQL 进程 ${pid}（${program}${seconds === null ? '' : `，事务已运行 ${seconds} 秒`}）`,
    english: `the migration waits for table ${relation ?? '?'}, held by PostgreSQL process ${pid} (${program}${seconds === null ? '' : `, for ${seconds} s`})`,
  };
}

function lockedMessage(blocker: Blocker | undefined, attempt: number, pause: number) {
  const { chinese, english } = describeBlocker(blocker);
  return sentence(
    `${chinese}；${pause} 秒后重试（第 ${attempt} 次，共 ${ATTEMPTS} 次）`,
    `${english}; next attempt in ${pause} s (${attempt} of ${ATTEMPTS})`,
  );
}

function lockRefusal(blocker: Blocker | undefined, cause: unknown) {
  const { chinese, english } = describeBlocker(blocker);
  return new OperatorError(
    `${chinese}；等它结束或结束它，再运行一次，数据库没有改动`,
    `${english}; end it, then run this again; nothing was changed`,
    {
      cause,
    },
  );
}
