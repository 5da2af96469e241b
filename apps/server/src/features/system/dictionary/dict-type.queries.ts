import type { ChangesOf, dictTypes, InputOf, QueryOf, RecordOf } from '@suyuan/contract';
import { sql } from 'kysely';
import { matchesDisplayName, type SeedName } from '../../../platform/db/called.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { between, contains, page } from '../../../platform/db/page.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';

type Types = typeof dictTypes;

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
export function listTypes(db: Db, { dictName, dictType, status, beginTime, endTime, paging }: QueryOf<Types>, matchingSeeds: readonly SeedName[]) {
  let rows = selectTypes(db).where(between('dictionary.createTime', beginTime, endTime));
  if (dictName) rows = rows.where(matchesDisplayName('dictName', dictName, sql.ref<string>('dictionary.dictType'), matchingSeeds));
  if (dictType) rows = rows.where(contains('dictionary.dictType', dictType));
  if (status) rows = rows.where('dictionary.status', '=', status);
  return page(rows, 'dictId', { ...paging, orderBy: paging.orderBy ?? 'dictId' });
}

export const listTypesInUse = (db: Db, limit: number) => selectTypes(db).where('dictionary.status', '=', '0').orderBy('dictId').limit(limit).execute();

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
