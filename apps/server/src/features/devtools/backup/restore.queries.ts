import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db } from '../../../platform/db/database.types.ts';
import { identifier } from './snapshot.queries.ts';
import { statementsOf, type TableDefinition } from './table-definition.queries.ts';

/** Whether the database is unused: it has no accounts. */
export const isUnused = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('userId').limit(1).executeTakeFirst()) === undefined;

/** Drops the contents of an unused database, so that the archive's schema can be created. */
export const clear = (db: Db) => sql`drop schema public cascade; create schema public`.execute(db);

export interface Loader {
  /** Creates a table that no migration creates, unless it exists. False if its definition is not trusted. */
  ensureTable(name: string, definition: TableDefinition | null | undefined): Promise<boolean>;
  ensurePartition(name: string, parent: string, bound: string): Promise<void>;
  /** Writable end of a COPY into the table. */
  copyInto(name: string, columns: string[]): pg.Submittable & NodeJS.WritableStream;
  /** Ignores a missing sequence, which belongs to a skipped table. */
  setSequence(name: string, value: string): Promise<void>;
  commit(): Promise<void>;
  /** Rolls back uncommitted work. */
  end(): Promise<void>;
}

/** Starts loading into a database with a schema. Rows that migrations inserted are removed. */
export async function openLoader(url: string): Promise<Loader> {
  const client = new pg.Client({ connectionString: url, application_name: 'suyuan restore' });
  // a connection that breaks between queries fails the next one
  client.on('error', () => {});
  await client.connect();
  await client.query(
    'begin; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  );
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname not like 'kysely\\_%'`);
  const tables = rows.map(({ name }) => identifier(name));
  await client.query(`truncate ${tables.join(', ')}`);
  // rows that triggers created are in the archive too
  const triggers = (state: 'disable' | 'enable') =>
    client.query(tables.map((name) => `alter table ${name} ${state} trigger user`).join('; '));
  await triggers('disable');
  return {
    async ensureTable(name, definition) {
      const { rows: existing } = await client.query('select from pg_class where oid = to_regclass($1)', [`public.${identifier(name)}`]);
      if (existing.length > 0) return true;
      const statements = definition && statementsOf(name, definition);
      // parameterized calls allow one statement each, so archived text cannot add another
      for (const text of statements ?? []) await client.query({ text, values: [] });
      return statements !== undefined && statements !== null;
    },
    async ensurePartition(name, parent, bound) {
      await client.query(`create table if not exists ${identifier(name)} partition of ${identifier(parent)} ${bound}`);
    },
    copyInto: (name, columns) => client.query(copyFrom(`copy ${identifier(name)} (${columns.map(identifier).join(', ')}) from stdin`)),
    async setSequence(name, value) {
      await client.query('select setval(oid, $2::bigint) from pg_class where oid = to_regclass($1)', [identifier(name), value]);
    },
    async commit() {
      // deferred constraints must be checked before a table is altered
      await client.query('set constraints all immediate');
      await triggers('enable');
      await client.query('commit');
    },
    async end() {
      await client.end();
    },
  };
}
