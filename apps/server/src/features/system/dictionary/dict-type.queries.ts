import type { ChangesOf, dictTypes, InputOf, QueryOf, RecordOf } from '@suyuan/contract';
import { sql } from 'kysely';
import { called, type SeedName } from '../../../platform/db/called.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { between, contains, page } from '../../../platform/db/page.ts';
import { revised, unchangedSince } from '../../../platform/db/revision.ts';

type Types = typeof dictTypes;

const select = (db: Db) =>
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
 * @param shown keys of localized names that contain `dictName`
 */
export function list(db: Db, { dictName, dictType, status, beginTime, endTime, paging }: QueryOf<Types>, shown: readonly SeedName[]) {
  let rows = select(db).where(between('dictionary.createTime', beginTime, endTime));
  if (dictName) rows = rows.where(called('dictName', dictName, sql.ref<string>('dictionary.dictType'), shown));
  if (dictType) rows = rows.where(contains('dictionary.dictType', dictType));
  if (status) rows = rows.where('dictionary.status', '=', status);
  return page(rows, 'dictId', { ...paging, orderBy: paging.orderBy ?? 'dictId' });
}

export const listInUse = (db: Db, most: number) => select(db).where('dictionary.status', '=', '0').orderBy('dictId').limit(most).execute();

export const find = (db: Db, id: number) => select(db).where('dictId', '=', id).executeTakeFirst();

export const insert = (db: Db, row: InputOf<Types> & { createBy: number }) =>
  db.insertInto('dictionary').values(row).returning('dictId').executeTakeFirstOrThrow();

/** Undefined if no such dictionary exists at that revision. */
export const update = (db: Db, id: number, { version, ...changes }: ChangesOf<Types>, userId: number) =>
  db
    .updateTable('dictionary')
    .set({ ...changes, ...revised(userId) })
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

export const remove = (db: Db, ids: number[]) => db.deleteFrom('dictionary').where('dictId', 'in', ids).returning('dictId').execute();
