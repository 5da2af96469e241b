import { sql } from 'kysely';
import type { Db } from './database.types.ts';

interface DatabaseState {
  /** Applied migrations, in order. */
  migrations: string[];
  /** Fingerprint of the master key of its codes; null before the first start. */
  fingerprint: string | null;
  /** True on a standby. */
  readOnly: boolean;
  /** `synchronous_standby_names` is set and no synchronous standby streams: commits wait, and a failover may lose scans. */
  isStandbyMissing: boolean;
}

/** A role without pg_monitor cannot see `sync_state`, so a sender without one counts as a standby. */
const isStandbyMissing = sql<boolean>`(current_setting('synchronous_standby_names') <> ''
  and not exists (select from pg_stat_replication where sync_state is null or sync_state in ('sync', 'quorum')))`;

/** Uses one statement. */
export async function readState(db: Db): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select array(select name from kysely_migration order by name) as migrations,
      (select value from installation where name = 'masterKey') as fingerprint,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only,
      ${isStandbyMissing} as is_standby_missing`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database said nothing of itself');
  return row;
}

export async function readStandbyMissing(db: Db): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`select ${isStandbyMissing} as missing`.execute(db);
  return rows[0]?.missing ?? false;
}
