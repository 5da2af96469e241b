import { type ChangesOf, dictionaryEntries, type InputOf, type QueryOf, type RecordOf } from '@suyuan/contract';
import { readCached } from '../../../platform/cache/cache.ts';
import { invalidateUntilCommit } from '../../../platform/cache/local-cache.ts';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { seedNames } from '../../../platform/http/seed-names.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './dictionary.queries.ts';
import { listInUse } from './dictionary.queries.ts';

type Entry = RecordOf<typeof dictionaryEntries>;

/** Enabled entries of a dictionary, in order; empty if it does not exist. Cached. */
export const readEntries = (db: Db, type: string): Promise<Entry[]> => readCached(db, 'sys_dict', type, () => listInUse(db, type));

/** Invalidates cached dictionaries. Reads are not cached until the pending change is committed. */
export const invalidateDictionaries = (db: Db) => invalidateUntilCommit(db, 'sys_dict');

type Data = typeof dictionaryEntries;

export const table = 'dictionaryEntry';

export const list = (ctx: Context, query: QueryOf<Data>) => queries.list(ctx.db, query, seedNames(ctx, 'dict.'));

/** @throws notFound */
export const read = async ({ db }: Context, id: number) => orNotFound(await queries.find(db, id));

/** @throws referenceNotFound if the dictionary does not exist */
export async function add({ db, actor, installation }: Context, { version: _, ...input }: InputOf<Data>) {
  const { dictCode } = await mapWriteErrors(queries.insert(db, { ...input, createBy: actor.userId }));
  invalidateDictionaries(installation.db);
  return dictCode;
}

/** @throws notFound, recordStale, referenceNotFound */
export async function edit({ db, actor, installation }: Context, id: number, changes: ChangesOf<Data>) {
  const row = await mapWriteErrors(queries.update(db, id, changes, actor.userId));
  await orStale(row, () => queries.find(db, id));
  invalidateDictionaries(installation.db);
}

/** @throws notFound if one of `ids` does not exist */
export async function remove({ db, installation }: Context, ids: number[]) {
  const removed = await queries.remove(db, ids);
  if (removed.length < ids.length) throw new Problem('notFound');
  invalidateDictionaries(installation.db);
}

const mapWriteErrors = <T>(write: Promise<T>) =>
  mapConstraintErrors(
    { dictionary_entry_dict_type_fkey: 'referenceNotFound' },
    { field: 'dictType', title: dictionaryEntries.word('dictType') },
    write,
  );
