import type { GenDbTable, genTables, Page, QueryOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { offsetOf } from '../../../platform/db/page.ts';
import { SUPPORTED_TYPE } from './generator-field.ts';

/** Target of a foreign key: table, constraint, key and label column. */
export interface CatalogReference {
  table: string;
  constraint: string;
  key: string;
  /** First column that ends with `_name`, or null. */
  label: string | null;
}

export interface CatalogColumn {
  columnName: string;
  /** In PostgreSQL's spelling, e.g. `character varying(30)`. */
  type: string;
  notNull: boolean;
  /** Default expression, or null. */
  default: string | null;
  identity: boolean;
  comment: string;
  isKey: boolean;
  /** Unique constraint or index on this column alone (the first); null also if its name needs quotes. */
  unique: string | null;
  ref: CatalogReference | null;
  /** Definitions of check constraints on this column alone. */
  checks: string[];
}

/** Ownership of rows in a table with `dept_id`. */
export interface CatalogOwner {
  /** Column that references the user, or null. */
  user: string | null;
}

/** A foreign key of another table that prevents removal. */
export interface CatalogUse {
  constraint: string;
}

export interface CatalogKey {
  constraint: string;
  /** Columns of the index and its expressions, in order, without those of a partial index's condition. May be empty. */
  columns: string[];
  /** Only columns, all rows, and nulls distinct. */
  plain: boolean;
}

/** The product's tables, without partitions and the tables of generator and migrator. */
const productTables = sql`c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and c.relname not like 'gen\\_%' and c.relname not like 'kysely\\_%'`;

const hasIntegerKey = sql`exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.conrelid = c.oid and k.contype = 'p' and cardinality(k.conkey) = 1 and a.atttypid in ('int8'::regtype, 'int4'::regtype))`;

/** Same pattern as `SNAKE` in the contract. */
const plain = (name: string) => sql`(${sql.ref(name)} ~ '^[a-z][a-z0-9]*(_[a-z][a-z0-9]+)*(_[a-z])?$' and length(${sql.ref(name)}) <= 50)`;
const plainNames = sql`(${plain('c.relname')} and not exists (
  select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and not ${plain('a.attname')}))`;

const supportedTypes = sql`not exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  and a.attgenerated = '' and format_type(a.atttypid, a.atttypmod) !~ ${SUPPORTED_TYPE.source})`;

const unfitReason = sql`case when not ${plainNames} then 'name' when not ${hasIntegerKey} then 'key' when not ${supportedTypes} then 'type' end`;

/**
 * Supported tables that are not imported yet, by name. PostgreSQL stores no creation time, so time filters match nothing.
 * @param hidden names of tables that are not listed
 */
export async function tables(
  db: Db,
  { tableName, tableComment, beginTime, endTime, paging }: QueryOf<typeof genTables>,
  hidden: readonly string[],
): Promise<Page<GenDbTable>> {
  if (beginTime || endTime) return { rows: [], total: 0 };
  const matching = sql`from pg_class c
    where ${productTables} and ${unfitReason} is null and not exists (select from gen_table where gen_table.table_name = c.relname)
      and c.relname <> all(${hidden}::text[])
      and position(lower(${tableName ?? ''}) in c.relname) > 0
      and position(lower(${tableComment ?? ''}) in lower(coalesce(obj_description(c.oid), ''))) > 0`;
  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const { rows } = await sql<GenDbTable>`
    select c.relname as table_name, coalesce(obj_description(c.oid), '') as table_comment, null as create_time, null as update_time
    ${matching} order by c.relname limit ${paging.pageSize} offset ${offsetOf(total, paging)}`.execute(db);
  return { rows, total };
}

/** The existing tables of `names`, with comments and whether the generator supports them. */
export async function findTables(db: Db, names: readonly string[]) {
  const { rows } = await sql<Pick<GenDbTable, 'tableName' | 'tableComment'> & { unfit: 'name' | 'key' | 'type' | null }>`
    select c.relname as table_name, coalesce(obj_description(c.oid), '') as table_comment,
      ${unfitReason} as unfit
    from pg_class c where ${productTables} and c.relname = any(${names}::text[]) order by c.relname`.execute(db);
  return rows;
}

export async function columns(db: Db, tableName: string): Promise<CatalogColumn[]> {
  const { rows } = await sql<CatalogColumn>`
    select a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
      pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity <> '' as identity, coalesce(col_description(c.oid, a.attnum), '') as comment,
      exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and k.conkey = array[a.attnum]) as is_key,
      (select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid
        where x.indrelid = c.oid and x.indisunique and not x.indisprimary and x.indnkeyatts = 1 and x.indkey[0] = a.attnum
          and x.indpred is null and i.relname ~ '^[a-z][a-z0-9_]*$' and quote_ident(i.relname) = i.relname
        order by x.indexrelid limit 1) as unique,
      (select jsonb_build_object('table', k.confrelid::regclass::text, 'constraint', k.conname,
          'key', (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[1]),
          'label', (select attname from pg_attribute where attrelid = k.confrelid and attname like '%\\_name' and attnum > 0
            order by attnum limit 1)) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] order by k.conname limit 1) as ref,
      coalesce((select jsonb_agg(pg_get_constraintdef(k.oid) order by k.conname) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]), '[]') as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${productTables} and c.relname = ${tableName} and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`.execute(
    db,
  );
  return rows;
}

/** Foreign keys of other tables that prevent removal of rows. */
export async function uses(db: Db, tableName: string): Promise<CatalogUse[]> {
  const { rows } = await sql<CatalogUse>`
    select k.conname as constraint from pg_constraint k join pg_class c on c.oid = k.confrelid
    where ${productTables} and c.relname = ${tableName} and k.contype = 'f' and k.confdeltype in ('a', 'r') and k.conrelid <> k.confrelid
      and k.conparentid = 0 order by k.conrelid::regclass::text, k.conname`.execute(db);
  return rows;
}

/** Unique keys and indexes, without primary keys. */
export async function keys(db: Db, tableName: string): Promise<CatalogKey[]> {
  const { rows } = await sql<CatalogKey>`
    select i.relname as constraint, x.indpred is null and x.indexprs is null and not x.indnullsnotdistinct as plain,
      coalesce((select jsonb_agg(a.attname order by array_position(x.indkey::int2[], a.attnum), a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and (a.attnum = any((x.indkey::int2[])[0:x.indnkeyatts - 1])
          or pg_get_expr(x.indexprs, x.indrelid) ~ ('\\m' || a.attname || '\\M'))), '[]') as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    where ${productTables} and c.relname = ${tableName} and x.indisunique and not x.indisprimary order by i.relname`.execute(db);
  return rows;
}

/** The tables of `names` whose rows belong to departments. In the users table, each row belongs to that user. */
export async function owners(db: Db, names: readonly string[]): Promise<Map<string, CatalogOwner>> {
  const { rows } = await sql<CatalogOwner & { name: string }>`
    select c.relname as name, case when c.relname = 'users' then 'user_id' when c.relname <> 'department' then (
        select attname from pg_attribute m where m.attrelid = c.oid and m.attname = 'create_by' and not m.attisdropped) end as user
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'dept_id' and not a.attisdropped
    where ${productTables} and c.relname = any(${names}::text[]) order by c.relname`.execute(db);
  return new Map(rows.map(({ name, user }) => [name, { user }]));
}
