import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { testPostgres } from '../apps/server/src/test/postgres.ts';

/** Generates row types from the migrated schema; `--check` only compares. */

const target = path.join(import.meta.dirname, '../apps/server/src/platform/db/database.ts');

const types: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  varchar: 'string',
  uuid: 'string',
  inet: 'string',
  cidr: 'string',
  date: 'string',
  timestamptz: 'string',
  timestamp: 'string',
  bytea: 'Buffer',
  jsonb: 'Json',
  int8multirange: 'string',
  _int8: 'number[]',
  _text: 'string[]',
};

interface Column {
  table: string;
  column: string;
  type: string;
  required: boolean;
  generated: boolean;
  defaulted: boolean;
}

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string) => camel(`_${name}`);

function columnLine({ column, type, required, generated, defaulted }: Column): string {
  const tsType = types[type];
  if (!tsType) throw new Error(`no TypeScript type for ${type} (${column})`);
  if (type === 'jsonb') return `  ${camel(column)}: ColumnType<Json, string | null | undefined, string | null>;`;
  const value = required ? tsType : `${tsType} | null`;
  if (generated) return `  ${camel(column)}: ColumnType<${value}, never, never>;`;
  return `  ${camel(column)}: ${defaulted ? `Generated<${value}>` : value};`;
}

const auditColumns = [
  'updateBy: number | null;',
  'createTime: Generated<string>;',
  'updateTime: string | null;',
  'version: Generated<number>;',
];
const authors = { 'createBy: number;': 'AuditColumns', 'createBy: number | null;': 'AuditColumns<number | null>' };

function rowInterface(table: string, columns: Column[]): string[] {
  const fields = columns.map((column) => columnLine(column).trim());
  const author = Object.keys(authors).find((field) => fields.includes(field)) as keyof typeof authors | undefined;
  const isAudited = author && auditColumns.every((field) => fields.includes(field));
  const own = isAudited ? fields.filter((field) => field !== author && !auditColumns.includes(field)) : fields;
  return [
    '',
    `export interface ${pascal(table)}Row ${isAudited ? `extends ${authors[author]} ` : ''}{`,
    ...own.map((field) => `  ${field}`),
    '}',
  ];
}

// Keeps the process alive while the database stops.
const keepAlive = setInterval(() => {}, 1000);
const server = await testPostgres();
const db = connect(server.url);
await migrate(db);
const { rows } = await sql<Column>`
  select c.relname as "table", a.attname as "column", t.typname as type, a.attnotnull as required,
    a.attgenerated <> '' as generated, (a.atthasdef or a.attidentity <> '') and a.attgenerated = '' as defaulted
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    and c.relname not like 'kysely%'
  order by c.relname, a.attnum`.execute(db);
await db.destroy();
await server.stop();
clearInterval(keepAlive);

const tables = Object.groupBy(rows, ({ table }) => table);
const names = Object.keys(tables).sort();
const lines = [
  '/** Generated from the migrated schema by scripts/generate-database.ts. Do not edit. */',
  "import type { ColumnType, Generated } from 'kysely';",
  '',
  '// biome-ignore lint/suspicious/noExplicitAny: the writer of a jsonb column defines its type',
  'export type Json = any;',
  '',
  '/** Columns of most records. `createBy` is null if no person created the record. */',
  'interface AuditColumns<Author = number> {',
  '  createBy: Author;',
  ...auditColumns.map((field) => `  ${field}`),
  '}',
  ...names.flatMap((name) => rowInterface(name, tables[name] ?? [])),
  '',
  'export interface Database {',
  ...names.map((name) => `  ${camel(name)}: ${pascal(name)}Row;`),
  '}',
  '',
];
const text = lines.join('\n');
if (process.argv.includes('--check')) {
  const { readFileSync } = await import('node:fs');
  const isCurrent = readFileSync(target, 'utf8') === text;
  console.log(
    isCurrent ? 'row types are up to date' : 'row types differ from the migrated schema: run npx node scripts/generate-database.ts',
  );
  process.exitCode = isCurrent ? 0 : 1;
} else writeFileSync(target, text);
