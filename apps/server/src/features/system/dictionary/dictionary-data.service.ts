import { type ChangesOf, dictData, type InputOf, type QueryOf } from '@suyuan/contract';
import { refusing } from '../../../platform/db/constraint.ts';
import { written } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import { seedsCalled } from '../../../platform/http/seed-names.ts';
import * as queries from './dictionary-data.queries.ts';
import { forget } from './known-dicts.ts';

type Data = typeof dictData;

export const list = (ctx: Context, query: QueryOf<Data>) => queries.list(ctx.db, query, seedsCalled(ctx, 'dict.', query.dictLabel));

/** @throws notFound */
export const read = async ({ db }: Context, id: number) => orNotFound(await queries.find(db, id));

/** @throws referenceNotFound if the dictionary does not exist */
export async function add({ db, actor, installation }: Context, { version: _, ...input }: InputOf<Data>) {
  const { dictCode } = await ofDictionary(queries.insert(db, { ...input, createBy: actor.userId }));
  forget(installation.db);
  return dictCode;
}

/** @throws notFound, recordStale, referenceNotFound */
export async function edit({ db, actor, installation }: Context, id: number, changes: ChangesOf<Data>) {
  const row = await ofDictionary(queries.update(db, id, changes, actor.userId));
  await written(row, () => queries.find(db, id));
  forget(installation.db);
}

/** @throws notFound if one of `ids` does not exist */
export async function remove({ db, installation }: Context, ids: number[]) {
  const removed = await queries.remove(db, ids);
  if (removed.length < ids.length) throw new Problem('notFound');
  forget(installation.db);
}

const ofDictionary = <T>(write: Promise<T>) =>
  refusing({ dictionary_entry_dict_type_fkey: 'referenceNotFound' }, { field: 'dictType', title: dictData.word('dictType') }, write);
