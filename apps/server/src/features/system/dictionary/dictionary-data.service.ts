import type { ChangesOf, dictionaryEntries, InputOf, QueryOf, RecordOf } from '@suyuan/contract';
import { readCached } from '../../../platform/cache/cache.ts';
import { invalidateUntilCommit } from '../../../platform/cache/local-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { seedNames } from '../../../platform/http/seed-names.ts';
import * as queries from './dictionary.queries.ts';
import { listInUse } from './dictionary.queries.ts';

type Data = typeof dictionaryEntries;

/** Enabled entries of a dictionary, in order; empty if it does not exist. Cached. */
export const readEntries = (db: Db, type: string): Promise<RecordOf<Data>[]> => readCached(db, 'sys_dict', type, () => listInUse(db, type));

/** Invalidates cached dictionaries. Reads are not cached until the pending change is committed. */
export const invalidateDictionaries = (db: Db) => invalidateUntilCommit(db, 'sys_dict');

const service = recordService(queries.entries, { references: { dictType: { constraint: 'dictionary_entry_dict_type_fkey' } } });

export const { table, read } = service;

export const list = (ctx: Context, query: QueryOf<Data>) => queries.list(ctx, query, seedNames(ctx, 'dict.'));

/** @throws referenceNotFound if the dictionary does not exist */
export async function add(ctx: Context, input: InputOf<Data>) {
  const dictCode = await service.add(ctx, input);
  invalidateDictionaries(ctx.installation.db);
  return dictCode;
}

/** @throws notFound, recordStale, referenceNotFound */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Data>) {
  await service.edit(ctx, id, changes);
  invalidateDictionaries(ctx.installation.db);
}

/** @throws notFound if one of `ids` does not exist */
export async function remove(ctx: Context, ids: number[]) {
  await service.remove(ctx, ids);
  invalidateDictionaries(ctx.installation.db);
}
