import { type Insertable, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';

/**
 * Tables that never reference uploads: logs that repeat requests, and high-volume tables of codes and scans. Every other table counts,
 * including generated ones, so new columns need no entry here.
 */
const logTables =
  'file audit_log audit_log_clearing audit_log_removed audit_log_seal audit_log_unsealed job_log sign_in_log idempotency process process_sample';
const codeTables = 'stored_code code_segment code_block code_day code_pack code_import_fault';
const scanTables =
  'scan scan_state scan_case_inbox pin_reveal scan_hour scan_day scan_batch_hour scan_batch_day scan_place_day scan_batch_place_day scan_archive';
const ignoredTables = `${logTables} ${codeTables} ${scanTables} kysely_migration kysely_migration_record`.split(' ');

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
 * Removes at most `limit` upload records at least `seconds` old that no table references. The deleting statement itself reads the
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
    ), unreferenced as (
      select file_id from file where path like 'upload/%' and create_time < now() - make_interval(secs => ${seconds})
        and split_part(path, '/', 5) not in (select name from referenced) order by file_id limit ${limit}
    ) delete from file where file_id in (select file_id from unreferenced)`.execute(db);
}

type NewFile = Insertable<Database['file']>;

export const insert = (db: Db, rows: NewFile[]) => db.insertInto('file').values(rows).execute();

/** Bytes of uploads and avatars, of the user and in total. A transaction that has added a file holds the lock on the user's row. */
export async function usage(db: Db, userId: number): Promise<{ own: number; total: number }> {
  const { rows } = await sql<{
    own: number;
    total: number;
  }>`select coalesce(sum(bytes) filter (where user_id = ${userId}), 0)::bigint as own,
    coalesce(sum(bytes), 0)::bigint as total from file_usage`.execute(db);
  return { own: Number(rows[0]?.own), total: Number(rows[0]?.total) };
}

const select = (db: Db) => db.selectFrom('file').select(['path', 'originalName', 'contentType', 'bytes']);

export const find = (db: Db, path: string) => select(db).where('path', '=', path).executeTakeFirst();

/** The user's file whose path ends in `/name`. */
export const findOwn = (db: Db, name: string, createBy: number) =>
  select(db)
    .where('createBy', '=', createBy)
    .where(({ eb, fn, val }) => eb(fn('right', ['path', val(name.length + 1)]), '=', `/${name}`))
    .executeTakeFirst();

/** Returns the removed path; undefined if the user has no such file. */
export const remove = (db: Db, path: string, createBy: number) =>
  db.deleteFrom('file').where('path', '=', path).where('createBy', '=', createBy).returning('path').executeTakeFirst();

export const removeAny = (db: Db, path: string) => db.deleteFrom('file').where('path', '=', path).execute();

/** Removes records of a purpose at least `seconds` old. */
export const removeOld = (db: Db, purpose: string, seconds: number) =>
  db
    .deleteFrom('file')
    .where('path', 'like', `${purpose}/%`)
    .where('createTime', '<', sql<string>`now() - make_interval(secs => ${seconds})`)
    .execute();

/** Removes records of import files at least `seconds` old whose task has ended. */
export const removeImported = (db: Db, seconds: number) =>
  db
    .deleteFrom('file')
    .where('path', 'like', 'import/%')
    .where('createTime', '<', sql<string>`now() - make_interval(secs => ${seconds})`)
    .where(
      sql<boolean>`exists (select from task where kind = 'importRows' and state not in ('queued', 'running') and payload ->> 'file' = path)`,
    )
    .execute();

/** The `paths` that have a record. */
export async function findExisting(db: Db, paths: string[]): Promise<Set<string>> {
  const archived = db.selectFrom('scanArchive').select('path').where('path', 'in', paths);
  const rows = await db.selectFrom('file').select('path').where('path', 'in', paths).union(archived).execute();
  return new Set(rows.map(({ path }) => path));
}

export const listTypes = (db: Db, paths: string[]) =>
  db.selectFrom('file').select(['path', 'contentType']).where('path', 'in', paths).execute();

/** Files by path after `after`, with stored size and digest. */
export const listFrom = (db: Db, after: string, limit: number) =>
  db.selectFrom('file').select(['path', 'bytes', 'sha256']).where('path', '>', after).orderBy('path').limit(limit).execute();
