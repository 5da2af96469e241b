import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { OperatorError, type Sentence, sentence } from '../operator-error.ts';
import { lockSession, tryLockSession, unlockSession } from './advisory-lock.ts';
import { onOwner } from './connect.ts';
import type { Db } from './db.ts';

interface Blocker {
  /** Null for locks that are not on a table. */
  relation: string | null;
  pid: number;
  applicationName: string;
  /** Age of the transaction in seconds; null if our role may not see it. */
  seconds: number | null;
}

/** Milliseconds between observations; several fit into a migration's lock timeout. */
const POLL_INTERVAL = 100;

/** Records the latest blocker of `session` from another connection until stopped. After a lock timeout PostgreSQL no longer reports it. */
async function watchBlockers(db: Db, session: Db): Promise<{ latest(): Blocker | undefined; stop(): void }> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session);
  const pid = rows[0]?.pid ?? 0;
  const stopping = new AbortController();
  const { signal } = stopping;
  let latest: Blocker | undefined;
  const observe = () =>
    onOwner(db, async (observer) => {
      for (;;) {
        latest = (await findBlocker(observer, pid)) ?? latest;
        await wait(POLL_INTERVAL, undefined, { signal });
      }
    });
  // a short attempt needs no observer; failing to find the blocker must not fail the migration
  wait(POLL_INTERVAL, undefined, { signal })
    .then(observe)
    .catch(() => {});
  return { latest: () => latest, stop: () => stopping.abort() };
}

async function findBlocker(db: Db, pid: number): Promise<Blocker | undefined> {
  const { rows } = await sql<Blocker>`
    select (select relation::regclass::text from pg_locks where pid = ${pid} and not granted and relation is not null limit 1) as relation,
      pid, coalesce(application_name, '') as application_name, extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity where pid = any(pg_blocking_pids(${pid})) order by xact_start nulls last limit 1`.execute(db);
  return rows[0];
}

/**
 * Milliseconds that a migration waits for a lock. Short, because scans queue behind that wait. Shorter than PostgreSQL's `deadlock_timeout`
 * of a second: in a deadlock the migration gives up before PostgreSQL ends the request of a client.
 */
const LOCK_TIMEOUT = 500;
/** Attempts before the migration gives up, about three and a half minutes in all. */
const ATTEMPTS = 20;
/** Milliseconds between attempts, doubled up to the limit. Scans run meanwhile. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [1000, 10_000];

export interface AttemptOptions {
  /** Runs before each attempt; an exception gives up. */
  proceed: () => void;
  /** Receives a message before each pause. */
  report: (message: Sentence) => void;
}

/**
 * Runs `work` in a transaction that waits at most half a second for a lock. Where one is not free, or in a deadlock, it rolls back, pauses
 * and repeats.
 * @throws OperatorError where a lock was held through all attempts
 */
export async function attemptWithLocks<T>(
  db: Db,
  session: Db,
  { proceed, report }: AttemptOptions,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    proceed();
    const watch = await watchBlockers(db, session);
    try {
      return await session.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx);
        return work(tx);
      });
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      if (attempt === ATTEMPTS) throw lockRefusal(watch.latest(), error);
      const pause = Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE);
      report(lockedMessage(watch.latest(), attempt, pause / 1000));
      await wait(pause);
    } finally {
      watch.stop();
    }
  }
}

const MIGRATION_LOCK = 'migrate';

/** Only one process makes attempts: several in sequence would block scans most of the time. */
export async function withMigrationLock<T>(session: Db, report: (message: Sentence) => void, work: () => Promise<T>): Promise<T> {
  if (!(await tryLockSession(session, MIGRATION_LOCK))) {
    report(sentence('另一个进程正在升级数据库结构；等它完成', 'another process is migrating the database; waiting for it'));
    await lockSession(session, MIGRATION_LOCK);
  }
  try {
    return await work();
  } finally {
    await unlockSession(session, MIGRATION_LOCK);
  }
}

/** A lock timeout or a deadlock. */
const isLockConflict = (error: unknown) => error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');

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
    `${chinese}；等它结束或结束它，再运行一次，从停下的地方继续`,
    `${english}; end it, then run this again; it continues where it stopped`,
    { cause },
  );
}
