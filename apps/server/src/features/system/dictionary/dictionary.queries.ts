import { dictionaries, dictionaryEntries, type QueryOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type CursorPaging, page, type SeedName } from '../../../platform/db/page.ts';
import { type Caller, recordTable } from '../../../platform/db/record-table.ts';

/** Names of preinstalled dictionaries belong to their types. */
export const types = recordTable(dictionaries, 'dictionary', { named: { column: 'dictName', key: sql.ref('dictType') } });

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

/** Labels of preinstalled entries are keyed `dictionary.value`. */
export const entries = recordTable(dictionaryEntries, 'dictionaryEntry', {
  columns: { default: sql`is_default = 'Y'` },
  conditions: { dictType: (dictType) => sql`dict_type = ${dictType}` },
  named: { column: 'dictLabel', key: sql`dict_type || '.' || dict_value` },
});

/** By dictionary and `dictSort` by default. */
export function list(caller: Caller, { paging, ...filters }: QueryOf<typeof dictionaryEntries>, seeds: readonly SeedName[]) {
  const { seek }: CursorPaging = paging;
  const rows = entries.matching(caller, filters, seeds);
  // a list by number has the order of display, one by cursor needs a single column
  if (seek) return page(rows, 'dictCode', { ...paging, orderBy: paging.orderBy ?? 'dictSort' });
  return page(
    paging.orderBy ? rows : rows.orderBy('dictType').orderBy('dictSort').orderBy('dictCode'),
    'dictCode',
    paging,
    entries.namedBy(seeds),
  );
}

/** Locks a dictionary, so that two transactions cannot store one value. Older dictionaries may contain duplicates, so no index forbids them. */
export const lockType = (db: Db, dictType: string) =>
  db.selectFrom('dictionary').select('dictId').where('dictType', '=', dictType).forNoKeyUpdate().executeTakeFirst();

/** Another entry of the dictionary with the value. */
export const findByValue = (db: Db, dictType: string, dictValue: string, exceptId = 0) =>
  db
    .selectFrom('dictionaryEntry')
    .select('dictLabel')
    .where('dictType', '=', dictType)
    .where('dictValue', '=', dictValue)
    .where('dictCode', '<>', exceptId)
    .executeTakeFirst();

export const listInUse = (db: Db, dictType: string) =>
  entries
    .select({ db, scope: 'all' })
    .where('dictType', '=', dictType)
    .where('dictionaryEntry.status', '=', '0')
    .orderBy('dictSort')
    .orderBy('dictCode')
    .execute();
