import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Db } from '../../../platform/db/db.ts';
import { createClient } from '../../../platform/db/hosts.ts';
import { APPLIED } from '../../../platform/db/migrate.ts';
import { DEFINITIONS, statementsOf, type TableDefinition } from './table-definition.queries.ts';

/** An archived table. Partitions are archived individually. */
export interface ArchivedTable {
  name: string;
  /** Archived columns; generated ones are recomputed. */
  columns: string[];
  /** Parent and bound of a partition; null for other tables. */
  parent: string | null;
  bound: string | null;
  /** Null for a partition. */
  definition: TableDefinition | null;
}

interface MigrationStep {
  migration: string;
  step: string;
}

export interface Snapshot {
  /** Referenced tables first. */
  tables: ArchivedTable[];
  sequences: { name: string; value: string }[];
  migrations: string[];
  /** Those that ended. */
  migrationSteps: MigrationStep[];
  /** Rows in PostgreSQL's text format, one per line. */
  rows(table: ArchivedTable): AsyncIterable<Uint8Array>;
  /** Ends the snapshot. Idempotent. */
  close(): Promise<void>;
}

/** Opens a consistent snapshot: one read-only, repeatable-read transaction. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = createClient(url, { application_name: 'suyuan backup' });
  await client.connect();
  try {
    return await beginSnapshot(client);
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function beginSnapshot(client: pg.Client): Promise<Snapshot> {
  await client.query(
    'begin isolation level repeatable read read only; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  );
  const query = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
  return {
    tables: sortByReference(await readTables(query), await query<Reference>(REFERENCES)),
    sequences: await query(`select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`),
    migrations: (await query<{ name: string }>(APPLIED)).map(({ name }) => name),
    migrationSteps: await query(
      "select migration, step from kysely_migration_record where step <> '' and end_time is not null order by 1, 2",
    ),
    rows: ({ name, columns }) => client.query(copyTo(`copy ${identifier(name)} (${columns.map(identifier).join(', ')}) to stdout`)),
    async close() {
      await client.query('rollback').catch(() => undefined);
      await client.end();
    },
  };
}

type Query = <Row extends object>(text: string) => Promise<Row[]>;

async function readTables(query: Query): Promise<ArchivedTable[]> {
  const rows = await query<{ name: string; definition: TableDefinition }>(DEFINITIONS);
  const definitions = new Map(rows.map(({ name, definition }) => [name, definition]));
  const tables = await query<Omit<ArchivedTable, 'definition'>>(TABLES);
  return tables.map((table) => ({ ...table, definition: definitions.get(table.name) ?? null }));
}

const identifier = (name: string): string => pg.escapeIdentifier(name);

/**
 * Persistent tables, without the migrator's. The manifest lists the applied migrations. `code_key` is left out, because only a distributed
 * database has it.
 */
const TABLES = `
  select c.relname as name, p.inhparent::regclass::text as parent,
    case when p.inhparent is not null then pg_get_expr(c.relpartbound, c.oid) end as bound,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not (a.attname = 'code_key' and coalesce(p.inhparent, c.oid) in (to_regclass('scan'), to_regclass('scan_state')))
      order by a.attnum) as columns
  from pg_class c left join pg_inherits p on p.inhrelid = c.oid
  where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely\\_%'
  order by c.relname`;

interface Reference {
  from: string;
  to: string;
}

const REFERENCES = `
  select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
  from pg_constraint where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`;

/** Sorts tables so that referenced ones come first. @throws if references form a cycle */
function sortByReference(tables: ArchivedTable[], references: Reference[]): ArchivedTable[] {
  const ordered: ArchivedTable[] = [];
  const remaining = new Map(tables.map((table) => [table.name, table]));
  while (remaining.size > 0) {
    const ready = [...remaining.values()].filter(({ name }) => !references.some(({ from, to }) => from === name && remaining.has(to)));
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...remaining.keys()].join(', ')}`);
    for (const table of ready) remaining.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

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
  /** Lets a migration repeat all its steps except these, because the loaded rows have not gone through them. */
  reopenSteps(ended: readonly MigrationStep[]): Promise<void>;
  commit(): Promise<void>;
  /** Rolls back uncommitted work. */
  end(): Promise<void>;
}

/** Starts loading into a database with a schema. Rows that migrations inserted are removed. */
export async function openLoader(url: string): Promise<Loader> {
  const client = createClient(url, { application_name: 'suyuan restore' });
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
    async reopenSteps(ended) {
      await client.query(
        `delete from kysely_migration_record where step <> '' and (migration, step) not in
          (select e->>'migration', e->>'step' from jsonb_array_elements($1::jsonb) e)`,
        [JSON.stringify(ended)],
      );
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
