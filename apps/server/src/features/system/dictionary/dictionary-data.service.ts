import { type ChangesOf, dictData, type InputOf, type QueryOf } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/constraint.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import { findSeedNames } from '../../../platform/http/seed-names.ts';
import * as queries from './dictionary-data.queries.ts';
import { invalidateDictionaries } from './known-dicts.ts';

type Data = typeof dictData;

export const list = (ctx: Context, query: QueryOf<Data>) => queries.list(ctx.db, query, findSeedNames(ctx, 'dict.', query.dictLabel));

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
  mapConstraintErrors({ dictionary_entry_dict_type_fkey: 'referenceNotFound' }, { field: 'dictType', title: dictData.word('dictType') }, write);
