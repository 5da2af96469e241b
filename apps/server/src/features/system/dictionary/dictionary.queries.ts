import { dictionaries, dictionaryEntries, type QueryOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type CursorPaging, matchesDisplayName, page, type SeedName } from '../../../platform/db/page.ts';
import { type Caller, recordTable, whereFields } from '../../../platform/db/record-table.ts';

export const types = recordTable(dictionaries, 'dictionary');

/**
 * Dictionaries, by id by default.
 * @param seeds names of preinstalled dictionaries, by type
 */
export function listTypes(caller: Caller, { paging, ...filters }: QueryOf<typeof dictionaries>, seeds: readonly SeedName[]) {
  const named = { column: 'dictName', key: sql.ref<string>('dictionary.dictType'), seeds };
  const rows = whereFields(types.select(caller), dictionaries, 'dictionary', filters, {
    dictName: (name) => matchesDisplayName(named, name),
  });
  return page(rows, 'dictId', { ...paging, orderBy: paging.orderBy ?? 'dictId' }, named);
}

export const listTypesInUse = (caller: Caller, limit: number) =>
  types.select(caller).where('dictionary.status', '=', '0').orderBy('dictId').limit(limit).execute();

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

export const entries = recordTable(dictionaryEntries, 'dictionaryEntry', { columns: { default: sql`is_default = 'Y'` } });

/**
 * Entries, by `dictSort` by default.
 * @param seeds labels of preinstalled entries, keyed `dictionary.value`
 */
export function list(caller: Caller, { paging, ...filters }: QueryOf<typeof dictionaryEntries>, seeds: readonly SeedName[]) {
  const { seek }: CursorPaging = paging;
  const named = { column: 'dictLabel', key: sql<string>`dict_type || '.' || dict_value`, seeds };
  const rows = whereFields(entries.select(caller), dictionaryEntries, 'dictionaryEntry', filters, {
    dictType: (dictType) => sql<boolean>`dict_type = ${dictType}`,
    dictLabel: (dictLabel) => matchesDisplayName(named, dictLabel),
  });
  // a list by number has the order of display, one by cursor needs a single column
  if (seek) return page(rows, 'dictCode', { ...paging, orderBy: paging.orderBy ?? 'dictSort' });
  return page(paging.orderBy ? rows : rows.orderBy('dictSort').orderBy('dictCode'), 'dictCode', paging, named);
}

export const listInUse = (db: Db, dictType: string) =>
  entries
    .select({ db, scope: 'all' })
    .where('dictType', '=', dictType)
    .where('dictionaryEntry.status', '=', '0')
    .orderBy('dictSort')
    .orderBy('dictCode')
    .execute();
