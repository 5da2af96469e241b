import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import type { Db } from './db.ts';

/** Distributed tables of the operators' guide, with their distribution columns. */
const distributionColumns = new Map(
  [...guide().matchAll(/^\| `(\w+)` +\| `(\w+)` +\|/gm)].map(([, table = '', column = '']) => [table, column] as const),
);

function guide() {
  const text = readFileSync(path.join(import.meta.dirname, '../../../../../docs/operations.md'), 'utf8');
  return text.slice(text.indexOf('## On a distributed PostgreSQL')).split('\n## ')[0] ?? '';
}

/** Columns that identify a code, range or scan: tables keyed by one grow with codes or scans. */
const SCALING_COLUMNS = ['ordinal', 'ordinal_from', 'scan_id', 'hash', 'line_from', 'hour'];

describe('schema for a distributed PostgreSQL', () => {
  let db: Db;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ db, close } = await cloneDatabase());
  });
  afterAll(() => close());

  it('includes the distribution column in every unique key and exclusion constraint, except one', async () => {
    const { rows } = await sql<{ table: string; index: string; columns: string[] }>`
      select coalesce(p.inhparent, x.indrelid)::regclass::text as table, x.indexrelid::regclass::text as index,
        array(select a.attname::text from pg_attribute a where a.attrelid = x.indrelid and a.attnum = any(x.indkey)) as columns
      from pg_index x left join pg_inherits p on p.inhrelid = x.indrelid where x.indisunique or x.indisexclusion`.execute(db);
    const violations = [...distributionColumns].flatMap(([table, column]) => {
      const keys = rows.filter((row) => row.table === table);
      expect([table, keys.length > 0]).toEqual([table, true]);
      return keys.filter(({ columns }) => !columns.includes(column)).map(({ index }) => index);
    });
    // Citus refuses to distribute shipment_run because of this constraint
    expect(violations).toEqual(['shipment_run_ordinal_excl']);
  });

  it('has no foreign keys to distributed tables', async () => {
    const { rows } = await sql<{ from: string; to: string }>`
      select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`.execute(db);
    expect(rows.filter(({ to }) => distributionColumns.has(to))).toEqual([]);
  });

  it('distributes every table that is keyed by code, code range or scan', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct x.indrelid::regclass::text as table from pg_index x join pg_class c on c.oid = x.indrelid
      join pg_attribute a on a.attrelid = x.indrelid and a.attnum = any(x.indkey)
      where x.indisprimary and not c.relispartition and a.attname = any(${SCALING_COLUMNS}) order by 1`.execute(db);
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.map(({ table }) => table).filter((table) => !distributionColumns.has(table))).toEqual([]);
  });
});
