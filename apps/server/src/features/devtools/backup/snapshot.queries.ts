import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DEFINITIONS, type TableDefinition } from './table-definition.queries.ts';

/** A table as an archive holds it: one that has rows of its own, so partitions one by one. */
export interface ArchivedTable {
  name: string;
  /** Columns that are written; generated ones come of themselves. */
  columns: string[];
  /** What it is a partition of, and of which part; null for a table of its own. */
  parent: string | null;
  bound: string | null;
  /** How it is made; null for a partition. */
  definition: TableDefinition | null;
}

export interface Snapshot {
  /** Those that others refer to first. */
  tables: ArchivedTable[];
  sequences: { name: string; value: string }[];
  migrations: string[];
  /** The rows of a table in PostgreSQL's text format, a line a row. */
  rows(table: ArchivedTable): AsyncIterable<Uint8Array>;
  /** Lets go of the instant; again does nothing. */
  close(): Promise<void>;
}

/** The database as it is at one instant, however long it takes to read: one transaction that sees nothing later. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, application_name: 'suyuan backup' });
  // one that breaks between two questions fails the next
  client.on('error', () => {});
  await client.connect();
  await client.query(
    'begin isolation level repeatable read read only; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  );
  const ask = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
  return {
    tables: inOrder(await defined(ask), await ask<Reference>(REFERENCES)),
    sequences: await ask(`select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`),
    migrations: (await ask<{ name: string }>('select name from kysely_migration order by name')).map(({ name }) => name),
    rows: ({ name, columns }) => client.query(copyTo(`copy ${identifier(name)} (${columns.map(identifier).join(', ')}) to stdout`)),
    async close() {
      await client.query('rollback').catch(() => undefined);
      await client.end();
    },
  };
}

type Ask = <Row extends object>(text: string) => Promise<Row[]>;

async function defined(ask: Ask): Promise<ArchivedTable[]> {
  const made = await ask<{ name: string; definition: TableDefinition }>(DEFINITIONS);
  const definitions = new Map(made.map(({ name, definition }) => [name, definition]));
  const tables = await ask<Omit<ArchivedTable, 'definition'>>(TABLES);
  return tables.map((table) => ({ ...table, definition: definitions.get(table.name) ?? null }));
}

/** A name as SQL has it between quotes. */
export const identifier = (name: string): string => pg.escapeIdentifier(name);

/** Tables that keep rows over a crash; the migrator keeps its own, and an archive names what it had applied. */
const TABLES = `
  select c.relname as name, p.inhparent::regclass::text as parent,
    case when p.inhparent is not null then pg_get_expr(c.relpartbound, c.oid) end as bound,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
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

/** Each table after those that it refers to. @throws where tables refer to each other in a circle: no order would do */
function inOrder(tables: ArchivedTable[], references: Reference[]): ArchivedTable[] {
  const ordered: ArchivedTable[] = [];
  const left = new Map(tables.map((table) => [table.name, table]));
  while (left.size > 0) {
    const free = [...left.values()].filter(({ name }) => !references.some(({ from, to }) => from === name && left.has(to)));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}
