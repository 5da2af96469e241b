import { dictionaries, dictionaryEntries, dictionaryOptions, enabledDictionaryEntries, refreshDictionaries } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { invalidateEverywhere } from '../../../platform/cache/cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import { encodedOnce } from '../../../platform/http/encoded.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as dictionaryDataService from './dictionary-data.service.ts';
import * as dictionaryTypeService from './dictionary-type.service.ts';

/** @param db the pool, for which dictionaries are cached */
export function dictionaryRoutes(app: FastifyInstance, db: Db) {
  resourceRoutes(app, dictionaries, dictionaryTypeService);
  serve(app, dictionaryOptions, dictionaryTypeService.listInUse);
  serve(app, refreshDictionaries, (ctx) => invalidateEverywhere(db, ctx.db, 'sys_dict'));

  resourceRoutes(app, dictionaryEntries, dictionaryDataService);
  serve(app, enabledDictionaryEntries, (_, { params }) => dictionaryDataService.readEntries(db, params.dictType), { encode: encodedOnce });
}
