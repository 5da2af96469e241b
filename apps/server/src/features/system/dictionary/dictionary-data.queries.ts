import type { ChangesOf, dictData, InputOf, QueryOf, RecordOf } from '@suyuan/contract';
import { sql } from 'kysely';
import { matchesDisplayName, type SeedName } from '../../../platform/db/called.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { page } from '../../../platform/db/page.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';

type Data = typeof dictData;

const select = (db: Db) =>
  db
    .selectFrom('dictionaryEntry')
    .leftJoin('users as maker', 'maker.userId', 'dictionaryEntry.createBy')
    .leftJoin('users as editor', 'editor.userId', 'dictionaryEntry.updateBy')
    .select(['dictCode', 'dictSort', 'dictLabel', 'dictValue', 'dictType', 'cssClass', 'listClass', 'isDefault'])
    .select(['dictionaryEntry.status', 'dictionaryEntry.remark', 'dictionaryEntry.version'])
    .select(sql<boolean>`is_default = 'Y'`.as('default'))
    .select(['maker.userName as createBy', 'dictionaryEntry.createTime', 'editor.userName as updateBy', 'dictionaryEntry.updateTime'])
    // Check constraints guarantee flags and classes.
    .$castTo<RecordOf<Data>>();

/**
 * Entries, by `dictSort` by default.
 * @param matchingSeeds localized labels that contain `dictLabel`, keyed `dictionary.value`
 */
export function list(db: Db, { dictType, dictLabel, status, paging }: QueryOf<Data>, matchingSeeds: readonly SeedName[]) {
  let rows = select(db);
  if (!paging.orderBy) rows = rows.orderBy('dictSort').orderBy('dictCode');
  if (dictType) rows = rows.where('dictType', '=', dictType);
  if (dictLabel) rows = rows.where(matchesDisplayName('dictLabel', dictLabel, sql`dict_type || '.' || dict_value`, matchingSeeds));
  if (status) rows = rows.where('dictionaryEntry.status', '=', status);
  return page(rows, 'dictCode', paging);
}

export const listInUse = (db: Db, dictType: string) =>
  select(db).where('dictType', '=', dictType).where('dictionaryEntry.status', '=', '0').orderBy('dictSort').orderBy('dictCode').execute();

export const find = (db: Db, id: number) => select(db).where('dictCode', '=', id).executeTakeFirst();

export const insert = (db: Db, row: InputOf<Data> & { createBy: number }) =>
  db.insertInto('dictionaryEntry').values(row).returning('dictCode').executeTakeFirstOrThrow();

/** Undefined if no such entry exists at that revision. */
export const update = (db: Db, id: number, { version, ...changes }: ChangesOf<Data>, userId: number) =>
  db
    .updateTable('dictionaryEntry')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('dictCode', '=', id)
    .where(unchangedSince(version))
    .returning('dictCode')
    .executeTakeFirst();

export const remove = (db: Db, ids: number[]) =>
  db.deleteFrom('dictionaryEntry').where('dictCode', 'in', ids).returning('dictCode').execute();
