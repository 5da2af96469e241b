import { type ChangesOf, dictionaries, dictionaryEntries, type InputOf, type QueryOf, type RecordOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type CursorPaging, matchesDisplayName, page, type SeedName } from '../../../platform/db/page.ts';
import { storedFields, whereFields } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';

type Types = typeof dictionaries;

const selectTypes = (db: Db) =>
  db
    .selectFrom('dictionary')
    .leftJoin('users as maker', 'maker.userId', 'dictionary.createBy')
    .leftJoin('users as editor', 'editor.userId', 'dictionary.updateBy')
    .select(storedFields(dictionaries, 'dictionary'))
    .select(['maker.userName as createBy', 'editor.userName as updateBy'])
    // A check constraint guarantees the flag.
    .$castTo<RecordOf<Types>>();

/**
 * Dictionaries, by id by default.
 * @param seeds names of preinstalled dictionaries, by type
 */
export function listTypes(db: Db, { paging, ...filters }: QueryOf<Types>, seeds: readonly SeedName[]) {
  const named = { column: 'dictName', key: sql.ref<string>('dictionary.dictType'), seeds };
  const rows = whereFields(selectTypes(db), dictionaries, 'dictionary', filters, { dictName: (name) => matchesDisplayName(named, name) });
  return page(rows, 'dictId', { ...paging, orderBy: paging.orderBy ?? 'dictId' }, named);
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
    .select(storedFields(dictionaryEntries, 'dictionaryEntry'))
    .select([sql<boolean>`is_default = 'Y'`.as('default'), 'maker.userName as createBy', 'editor.userName as updateBy'])
    // Check constraints guarantee flags and classes.
    .$castTo<RecordOf<Data>>();

/**
 * Entries, by `dictSort` by default.
 * @param seeds labels of preinstalled entries, keyed `dictionary.value`
 */
export function list(db: Db, { paging, ...filters }: QueryOf<Data>, seeds: readonly SeedName[]) {
  const { seek }: CursorPaging = paging;
  const named = { column: 'dictLabel', key: sql<string>`dict_type || '.' || dict_value`, seeds };
  const rows = whereFields(select(db), dictionaryEntries, 'dictionaryEntry', filters, {
    dictType: (dictType) => sql<boolean>`dict_type = ${dictType}`,
    dictLabel: (dictLabel) => matchesDisplayName(named, dictLabel),
  });
  // a list by number has the order of display, one by cursor needs a single column
  if (seek) return page(rows, 'dictCode', { ...paging, orderBy: paging.orderBy ?? 'dictSort' });
  return page(paging.orderBy ? rows : rows.orderBy('dictSort').orderBy('dictCode'), 'dictCode', paging, named);
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
