import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../../platform/db/database.types.ts';

/**
 * Tables that never reference uploads: logs that repeat requests, and high-volume tables of codes and scans. Every other table counts,
 * including generated ones, so new columns need no entry here.
 */
const logTables =
  'file audit_log audit_log_clearing audit_log_removed audit_log_seal audit_log_unsealed job_log sign_in_log idempotency process process_sample';
const codeTables = 'stored_code code_segment code_block code_day code_pack code_import_fault';
const scanTables = 'scan scan_state scan_case_inbox pin_reveal scan_hour scan_day';
const ignoredTables = `${logTables} ${codeTables} ${scanTables} kysely_migration kysely_migration_lock`.split(' ');

/** Tables with the columns that can contain a file name: text, JSON and text arrays. */
async function listTexts(db: Db): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type b on b.oid = t.typbasetype
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all (${ignoredTables})
      and coalesce(b.typname, t.typname) in ('text', 'varchar', 'bpchar', 'json', 'jsonb', '_text', '_varchar', '_json', '_jsonb')
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

/**
 * Removes at most `most` upload records at least `seconds` old that no table references. The deleting statement itself reads the
 * references, compared by file name, so everything saved before it counts.
 */
export async function removeUnreferenced(db: Db, seconds: number, limit: number): Promise<void> {
  // scans every table once
  await sql`set local statement_timeout = 0`.execute(db);
  const texts = (await listTexts(db)).map(({ table, columns }) => {
    const joined = columns.map((column) => `${pg.escapeIdentifier(column)}::text`).join(', ');
    return `select text from (select concat_ws(' ', ${joined}) as text from public.${pg.escapeIdentifier(table)}) t where text like '%upload%'`;
  });
  await sql`with referenced as materialized (
      select distinct (regexp_matches(text, '[0-9a-f]{32}[.][a-z0-9]{2,4}', 'g'))[1] as name from (${sql.raw(texts.join(' union all '))}) texts
    ), gone as (
      select file_id from file where path like 'upload/%' and create_time < now() - make_interval(secs => ${seconds})
        and split_part(path, '/', 5) not in (select name from referenced) order by file_id limit ${limit}
    ) delete from file where file_id in (select file_id from gone)`.execute(db);
}
