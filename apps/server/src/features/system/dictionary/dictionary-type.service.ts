import type { ChangesOf, dictionaries } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { seedNames } from '../../../platform/http/seed-names.ts';
import { Problem } from '../../../platform/problem.ts';
import * as queries from './dictionary.queries.ts';
import { invalidateDictionaries } from './dictionary-data.service.ts';

type Types = typeof dictionaries;

const MAX_CHOICES = 2000;

const service = recordService(queries.types, { orderBy: 'dictId', seeds: (ctx) => seedNames(ctx, 'system.dict.seed.name.') });

export const { table, list, read, add } = service;

export const listInUse = (ctx: Context) => queries.listTypesInUse(ctx, MAX_CHOICES);

/** A changed key also applies to the entries. @throws notFound, recordStale, dictionaryTypeTaken */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Types>) {
  await service.edit(ctx, id, changes);
  if (changes.dictType) invalidateDictionaries(ctx.installation.db);
}

/** @throws notFound if one of `ids` does not exist, dictionaryTypeInUse naming those with entries */
export async function remove(ctx: Context, ids: number[]) {
  const used = await queries.listUsed(ctx.db, ids);
  const nameParams = { dictName: used.map(({ dictName }) => dictName) };
  if (used.length > 0) throw new Problem('dictionaryTypeInUse', nameParams);
  await mapConstraintErrors({ dictionary_entry_dict_type_fkey: 'dictionaryTypeInUse' }, nameParams, service.remove(ctx, ids));
}
