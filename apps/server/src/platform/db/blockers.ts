import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { onOwner } from './connect.ts';
import type { Db } from './database.types.ts';

export interface Blocker {
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
export async function watchBlockers(db: Db, session: Db): Promise<{ latest(): Blocker | undefined; stop(): void }> {
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
