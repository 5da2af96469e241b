import { sql } from 'kysely';
import type { Db } from './database.types.ts';

/** What a database says of itself to whoever asks whether this release may work on it. */
interface DatabaseState {
  /** Migrations that have been applied, in order. */
  migrations: string[];
  /** Fingerprint of the master key that its codes were made with; null where it has none yet. */
  fingerprint: string | null;
  /** A standby takes no writes. */
  readOnly: boolean;
}

/** One statement. */
export async function readState(db: Db): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select array(select name from kysely_migration order by name) as migrations,
      (select value from installation where name = 'masterKey') as fingerprint,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database said nothing of itself');
  return row;
}
