import type { ChangesOf, dictTypes, InputOf, QueryOf } from '@suyuan/contract';
import { refusing } from '../../../platform/db/constraint.ts';
import { written } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import { seedsCalled } from '../../../platform/http/seed-names.ts';
import * as queries from './dict-type.queries.ts';
import { forget } from './known-dicts.ts';

type Types = typeof dictTypes;

const OFFERED = 2000;

export const list = (ctx: Context, query: QueryOf<Types>) =>
  queries.list(ctx.db, query, seedsCalled(ctx, 'system.dict.seed.name.', query.dictName));

export const listInUse = ({ db }: Context) => queries.listInUse(db, OFFERED);

/** @throws notFound */
export const read = async ({ db }: Context, id: number) => orNotFound(await queries.find(db, id));

/** @throws dictionaryTypeTaken */
export async function add({ db, actor }: Context, { version: _, ...input }: InputOf<Types>) {
  const { dictId } = await keyOnce(input, queries.insert(db, { ...input, createBy: actor.userId }));
  return dictId;
}

/** A changed key also applies to the entries. @throws notFound, recordStale, dictionaryTypeTaken */
export async function edit({ db, actor, installation }: Context, id: number, changes: ChangesOf<Types>) {
  const row = await keyOnce(changes, queries.update(db, id, changes, actor.userId));
  await written(row, () => queries.find(db, id));
  if (changes.dictType) forget(installation.db);
}

/** @throws notFound if one of `ids` does not exist, dictionaryTypeInUse naming those with entries */
export async function remove({ db }: Context, ids: number[]) {
  const used = await queries.listUsed(db, ids);
  const named = { dictName: used.map(({ dictName }) => dictName).join('、') };
  if (used.length > 0) throw new Problem('dictionaryTypeInUse', named);
  const removed = await refusing({ dictionary_entry_dict_type_fkey: 'dictionaryTypeInUse' }, named, queries.remove(db, ids));
  if (removed.length < ids.length) throw new Problem('notFound');
}

const keyOnce = <T>({ dictType }: ChangesOf<Types>, write: Promise<T>) =>
  refusing({ dictionary_dict_type_key: 'dictionaryTypeTaken' }, { field: 'dictType', dictType }, write);
