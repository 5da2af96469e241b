import type { ChangesOf, dictionaryEntries, InputOf, QueryOf, RecordOf } from '@suyuan/contract';
import { readCached } from '../../../platform/cache/cache.ts';
import { invalidateUntilCommit } from '../../../platform/cache/local-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { seedNames } from '../../../platform/http/seed-names.ts';
import { Problem } from '../../../platform/problem.ts';
import * as queries from './dictionary.queries.ts';

type Data = typeof dictionaryEntries;

/** Enabled entries of a dictionary, in order; empty if it does not exist. Cached. */
export const readEntries = (db: Db, type: string): Promise<RecordOf<Data>[]> =>
  readCached(db, 'sys_dict', type, () => queries.listInUse(db, type));

/** Invalidates cached dictionaries. Reads are not cached until the pending change is committed. */
export const invalidateDictionaries = (db: Db) => invalidateUntilCommit(db, 'sys_dict');

const service = recordService(queries.entries, { references: { dictType: { constraint: 'dictionary_entry_dict_type_fkey' } } });

export const { table, read } = service;

export const list = (ctx: Context, query: QueryOf<Data>) => queries.list(ctx, query, seedNames(ctx, 'dict.'));

/** @throws dictionaryValueTaken if another entry of the dictionary has the value */
async function assertValueFree(db: Db, dictType: string, dictValue: string, exceptId?: number) {
  await queries.lockType(db, dictType);
  const holder = await queries.findByValue(db, dictType, dictValue, exceptId);
  if (holder) throw new Problem('dictionaryValueTaken', { field: 'dictValue', dictValue, dictLabel: holder.dictLabel });
}

/** @throws referenceNotFound if the dictionary does not exist, dictionaryValueTaken */
export async function add(ctx: Context, input: InputOf<Data>) {
  await assertValueFree(ctx.db, input.dictType, input.dictValue);
  const dictCode = await service.add(ctx, input);
  invalidateDictionaries(ctx.installation.db);
  return dictCode;
}

/** @throws notFound, recordStale, referenceNotFound, dictionaryValueTaken */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Data>) {
  const before = await service.read(ctx, id);
  const { dictType, dictValue } = { ...before, ...changes };
  if (dictType !== before.dictType || dictValue !== before.dictValue) await assertValueFree(ctx.db, dictType, dictValue, id);
  await service.edit(ctx, id, changes);
  invalidateDictionaries(ctx.installation.db);
}

/** @throws notFound if one of `ids` does not exist */
export async function remove(ctx: Context, ids: number[]) {
  await service.remove(ctx, ids);
  invalidateDictionaries(ctx.installation.db);
}
