import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { onOwner } from './connect.ts';
import type { Db } from './database.types.ts';

/** Whose transaction holds a lock that another session waits for. */
export interface Blocker {
  /** Table whose lock it is; null where the lock is of another kind. */
  relation: string | null;
  pid: number;
  applicationName: string;
  /** Age of its transaction; null where our role may not know. */
  seconds: number | null;
}

/** Milliseconds between two looks: several within the lock timeout of a migration. */
const LOOK = 400;

/**
 * Looks on another connection for what `session` waits for, until it is stopped, and remembers the latest blocker: once the lock timeout
 * has cut a statement, PostgreSQL no longer knows.
 */
export async function watchBlockers(db: Db, session: Db): Promise<{ latest(): Blocker | undefined; stop(): void }> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session);
  const pid = rows[0]?.pid ?? 0;
  const stopping = new AbortController();
  const { signal } = stopping;
  let latest: Blocker | undefined;
  // a statement without its blocker's name is no reason to fail
  onOwner(db, async (observer) => {
    for (;;) {
      await wait(LOOK, undefined, { signal });
      latest = (await findBlocker(observer, pid)) ?? latest;
    }
  }).catch(() => {});
  return { latest: () => latest, stop: () => stopping.abort() };
}

/** The oldest transaction that the session with PostgreSQL's number `pid` waits for. */
async function findBlocker(db: Db, pid: number): Promise<Blocker | undefined> {
  const { rows } = await sql<Blocker>`
    select (select relation::regclass::text from pg_locks where pid = ${pid} and not granted and relation is not null limit 1) as relation,
      pid, coalesce(application_name, '') as application_name, extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity where pid = any(pg_blocking_pids(${pid})) order by xact_start nulls last limit 1`.execute(db);
  return rows[0];
}
