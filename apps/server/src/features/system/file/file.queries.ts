import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/database.types.ts';

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
  const rows = await db.selectFrom('file').select('path').where('path', 'in', paths).execute();
  return new Set(rows.map(({ path }) => path));
}

export const listTypes = (db: Db, paths: string[]) =>
  db.selectFrom('file').select(['path', 'contentType']).where('path', 'in', paths).execute();

/** Files by path after `after`, with stored size and digest. */
export const listFrom = (db: Db, after: string, limit: number) =>
  db.selectFrom('file').select(['path', 'bytes', 'sha256']).where('path', '>', after).orderBy('path').limit(limit).execute();
