import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db } from '../../../platform/db/database.types.ts';
import { identifier } from './snapshot.queries.ts';
import { statementsOf, type TableDefinition } from './table-definition.queries.ts';

/** Whether nobody has used this database yet: no account, so nothing that an account made. */
export const isUnused = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('userId').limit(1).executeTakeFirst()) === undefined;

/** Takes everything out of an unused database, so that the schema of an archive can be made in it. */
export const clear = (db: Db) => sql`drop schema public cascade; create schema public`.execute(db);

export interface Loading {
  /** Makes a table that no migration has made; does nothing where it is there. False: its definition asks for what is not made from an archive. */
  table(name: string, definition: TableDefinition | null | undefined): Promise<boolean>;
  /** Makes the partition that rows of an archive lie in. */
  partition(name: string, parent: string, bound: string): Promise<void>;
  /** Takes the rows of a table; the writable end of PostgreSQL's COPY. */
  into(name: string, columns: string[]): pg.Submittable & NodeJS.WritableStream;
  /** Does nothing where there is none: it is of a table that was passed over. */
  sequence(name: string, value: string): Promise<void>;
  commit(): Promise<void>;
  /** Takes everything back that was not committed. */
  end(): Promise<void>;
}

/** Begins to fill a database whose schema stands and whose tables are empty but for what migrations put there, which goes. */
export async function openLoading(url: string): Promise<Loading> {
  const client = new pg.Client({ connectionString: url, application_name: 'suyuan restore' });
  // one that breaks between two questions fails the next
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
  // what triggers made of a row is in the archive as rows of its own
  const triggers = (state: 'disable' | 'enable') =>
    client.query(tables.map((name) => `alter table ${name} ${state} trigger user`).join('; '));
  await triggers('disable');
  return {
    async table(name, definition) {
      const { rows: found } = await client.query('select from pg_class where oid = to_regclass($1)', [`public.${identifier(name)}`]);
      if (found.length > 0) return true;
      const statements = definition && statementsOf(name, definition);
      // one statement each: what stands in an archive cannot end one and begin another
      for (const text of statements ?? []) await client.query({ text, values: [] });
      return statements !== undefined && statements !== null;
    },
    async partition(name, parent, bound) {
      await client.query(`create table if not exists ${identifier(name)} partition of ${identifier(parent)} ${bound}`);
    },
    into: (name, columns) => client.query(copyFrom(`copy ${identifier(name)} (${columns.map(identifier).join(', ')}) from stdin`)),
    async sequence(name, value) {
      await client.query('select setval(oid, $2::bigint) from pg_class where oid = to_regclass($1)', [identifier(name), value]);
    },
    async commit() {
      // constraints that wait for the end must have had their say before a table changes
      await client.query('set constraints all immediate');
      await triggers('enable');
      await client.query('commit');
    },
    async end() {
      await client.end();
    },
  };
}
