import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { onSession } from './connect.ts';
import type { Db } from './database.types.ts';
import { migrations } from './migrations/index.ts';

/** Names of every migration, in order. */
export const migrationNames = Object.keys(migrations);

/**
 * Brings the schema up to date and answers the names of what was applied. Processes that start together take turns (the migrator
 * holds an advisory lock); all pending migrations are applied in one transaction or none is.
 * @param upTo the last to be applied; absent: all there are
 */
export async function migrate(db: Db, upTo?: string): Promise<string[]> {
  return onSession(db, async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    try {
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
      const { error, results = [] } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
      if (error) throw error;
      return results.map(({ migrationName }) => migrationName);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}
