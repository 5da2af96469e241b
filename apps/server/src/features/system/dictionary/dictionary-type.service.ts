import { type ChangesOf, dictionaries, type InputOf, type QueryOf } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { mapUniqueErrors } from '../../../platform/db/record-table.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { seedNames } from '../../../platform/http/seed-names.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './dictionary.queries.ts';
import { invalidateDictionaries } from './dictionary-data.service.ts';

type Types = typeof dictionaries;

export const table = 'dictionary';

const MAX_CHOICES = 2000;

export const list = (ctx: Context, query: QueryOf<Types>) => queries.listTypes(ctx.db, query, seedNames(ctx, 'system.dict.seed.name.'));

export const listInUse = ({ db }: Context) => queries.listTypesInUse(db, MAX_CHOICES);

/** @throws notFound */
export const read = async ({ db }: Context, id: number) => orNotFound(await queries.findType(db, id));

/** @throws dictionaryTypeTaken */
export async function add({ db, actor }: Context, { version: _, ...input }: InputOf<Types>) {
  const { dictId } = await mapWriteErrors(input, queries.insertType(db, { ...input, createBy: actor.userId }));
  return dictId;
}

/** A changed key also applies to the entries. @throws notFound, recordStale, dictionaryTypeTaken */
export async function edit({ db, actor, installation }: Context, id: number, changes: ChangesOf<Types>) {
  const row = await mapWriteErrors(changes, queries.updateType(db, id, changes, actor.userId));
  await orStale(row, () => queries.findType(db, id));
  if (changes.dictType) invalidateDictionaries(installation.db);
}

/** @throws notFound if one of `ids` does not exist, dictionaryTypeInUse naming those with entries */
export async function remove({ db }: Context, ids: number[]) {
  const used = await queries.listUsed(db, ids);
  const nameParams = { dictName: used.map(({ dictName }) => dictName).join('、') };
  if (used.length > 0) throw new Problem('dictionaryTypeInUse', nameParams);
  const removed = await mapConstraintErrors(
    { dictionary_entry_dict_type_fkey: 'dictionaryTypeInUse' },
    nameParams,
    queries.removeTypes(db, ids),
  );
  if (removed.length < ids.length) throw new Problem('notFound');
}

const mapWriteErrors = <T>(values: ChangesOf<Types>, write: Promise<T>) => mapUniqueErrors(dictionaries, 'dictionary', values, write);
