import type { ChangesOf, dictionaries, dictionaryEntries, InputOf, QueryOf, RecordOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { between, contains, matchesDisplayName, page, type SeedName } from '../../../platform/db/page.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';

type Types = typeof dictionaries;

const selectTypes = (db: Db) =>
  db
    .selectFrom('dictionary')
    .leftJoin('users as maker', 'maker.userId', 'dictionary.createBy')
    .leftJoin('users as editor', 'editor.userId', 'dictionary.updateBy')
    .select(['dictId', 'dictName', 'dictionary.dictType', 'dictionary.status', 'dictionary.remark', 'dictionary.version'])
    .select(['maker.userName as createBy', 'dictionary.createTime', 'editor.userName as updateBy', 'dictionary.updateTime'])
    // A check constraint guarantees the flag.
    .$castTo<RecordOf<Types>>();

/**
 * Dictionaries, by id by default.
 * @param matchingSeeds keys of localized names that contain `dictName`
 */
export function listTypes(
  db: Db,
  { dictName, dictType, status, beginTime, endTime, paging }: QueryOf<Types>,
  matchingSeeds: readonly SeedName[],
) {
  let rows = selectTypes(db).where(between('dictionary.createTime', beginTime, endTime));
  if (dictName) rows = rows.where(matchesDisplayName('dictName', dictName, sql.ref<string>('dictionary.dictType'), matchingSeeds));
  if (dictType) rows = rows.where(contains('dictionary.dictType', dictType));
  if (status) rows = rows.where('dictionary.status', '=', status);
  return page(rows, 'dictId', { ...paging, orderBy: paging.orderBy ?? 'dictId' });
}

export const listTypesInUse = (db: Db, limit: number) =>
  selectTypes(db).where('dictionary.status', '=', '0').orderBy('dictId').limit(limit).execute();

export const findType = (db: Db, id: number) => selectTypes(db).where('dictId', '=', id).executeTakeFirst();

export const insertType = (db: Db, row: InputOf<Types> & { createBy: number }) =>
  db.insertInto('dictionary').values(row).returning('dictId').executeTakeFirstOrThrow();

/** Undefined if no such dictionary exists at that revision. */
export const updateType = (db: Db, id: number, { version, ...changes }: ChangesOf<Types>, userId: number) =>
  db
    .updateTable('dictionary')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('dictId', '=', id)
    .where(unchangedSince(version))
    .returning('dictId')
    .executeTakeFirst();

export const listUsed = (db: Db, ids: number[]) =>
  db
    .selectFrom('dictionary')
    .select('dictName')
    .where('dictId', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('dictionaryEntry').select('dictCode').whereRef('dictionaryEntry.dictType', '=', 'dictionary.dictType')),
    )
    .orderBy('dictId')
    .execute();

export const removeTypes = (db: Db, ids: number[]) => db.deleteFrom('dictionary').where('dictId', 'in', ids).returning('dictId').execute();

type Data = typeof dictionaryEntries;

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
