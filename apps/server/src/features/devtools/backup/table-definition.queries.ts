import pg from 'pg';
import { z } from 'zod';

/**
 * Definition of a table from the catalog, for tables without a migration, such as those of the generator's form. Types, defaults and
 * constraints are in PostgreSQL's syntax.
 */
export const TableDefinition = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      notNull: z.boolean(),
      identity: z.enum(['', 'a', 'd']),
      /** `s`: stored generated column with the expression `standard`. */
      generated: z.string(),
      standard: z.string().nullable(),
      comment: z.string().nullable(),
    }),
  ),
  /** Foreign keys last. */
  constraints: z.array(z.object({ name: z.string(), text: z.string() })),
  indexes: z.array(z.string()),
  comment: z.string().nullable(),
});
export type TableDefinition = z.output<typeof TableDefinition>;

export const DEFINITIONS = `
  select c.relname as name, json_build_object(
    'columns', (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'notNull', a.attnotnull, 'identity', a.attidentity, 'generated', a.attgenerated,
        'standard', pg_get_expr(d.adbin, d.adrelid), 'comment', col_description(c.oid, a.attnum)) order by a.attnum), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    'constraints', (select coalesce(json_agg(json_build_object('name', k.conname, 'text', pg_get_constraintdef(k.oid))
        order by k.contype = 'f', k.conname), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f')),
    'indexes', (select coalesce(json_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid), '[]')
      from pg_index i where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))),
    'comment', obj_description(c.oid, 'pg_class')) as definition
  from pg_class c
  where c.relkind = 'r' and not c.relispartition and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace
    and c.relname not like 'kysely\\_%'`;

/** Allowed names before a bracket. Archives are not trusted, so a definition must not call functions that read or write files. */
const ALLOWED_CALLS = new Set(
  'char_length length now any array check lower upper btrim numeric varying varchar timestamp btree'.split(' '),
);

const NAMES = String.raw`\((?:[\w, ]|"[^"]*")+\)`;
const KEY = new RegExp(`^(PRIMARY KEY|UNIQUE) ${NAMES}$`);
const REFERENCE = new RegExp(
  String.raw`^FOREIGN KEY ${NAMES} REFERENCES (?:\w+|"[^"]*")${NAMES}( ON (UPDATE|DELETE) [A-Z ]+)*( DEFERRABLE)?( INITIALLY DEFERRED)?$`,
);
const INDEX = /^CREATE (UNIQUE )?INDEX (?:\w+|"[^"]*") ON public\.(?:\w+|"[^"]*") USING \w+ \(/;

/**
 * Whether an expression is a single one and calls only allowed functions. Backslashes are refused because they could hide the end of a
 * string.
 */
const isHarmless = (text: string) =>
  !/;|--|\/\*|\$|\\/.test(text) &&
  [...text.replace(/'(?:[^']|'')*'/g, "''").matchAll(/([\w"]+)\s*\(/g)].every(([, name = '']) => ALLOWED_CALLS.has(name.toLowerCase()));

/** Statements that create a table, one each; undefined if the definition is not trusted. */
export function statementsOf(name: string, { columns, constraints, indexes, comment }: TableDefinition): string[] | undefined {
  const table = pg.escapeIdentifier(name);
  const isTrusted =
    columns.every(({ type, generated, standard }) => isHarmless(type) && generated === '' && (standard === null || isHarmless(standard))) &&
    constraints.every(({ text }) => KEY.test(text) || REFERENCE.test(text) || (text.startsWith('CHECK ') && isHarmless(text))) &&
    indexes.every((text) => INDEX.test(text) && isHarmless(text.slice(text.indexOf(' USING ') + ' USING '.length)));
  if (!isTrusted) return undefined;
  const lines = columns.map(({ name: column, type, notNull, identity, standard }) =>
    [
      `${pg.escapeIdentifier(column)} ${type}`,
      identity && `generated ${identity === 'a' ? 'always' : 'by default'} as identity`,
      standard !== null && `default ${standard}`,
      notNull && 'not null',
    ]
      .filter(Boolean)
      .join(' '),
  );
  lines.push(...constraints.map(({ name: constraint, text }) => `constraint ${pg.escapeIdentifier(constraint)} ${text}`));
  return [
    `create table ${table} (${lines.join(', ')})`,
    ...indexes,
    ...(comment === null ? [] : [`comment on table ${table} is ${pg.escapeLiteral(comment)}`]),
    ...columns.flatMap(({ name: column, comment: columnComment }) =>
      columnComment === null ? [] : [`comment on column ${table}.${pg.escapeIdentifier(column)} is ${pg.escapeLiteral(columnComment)}`],
    ),
  ];
}
