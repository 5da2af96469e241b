import { dictionaries, dictionaryEntries, Ids } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalidateEverywhere } from '../../../platform/cache/cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as dictionaryDataService from './dictionary-data.service.ts';
import { readEntries } from './dictionary-data.service.ts';
import * as dictionaryTypeService from './dictionary-type.service.ts';

/** Any text is accepted. An unknown dictionary has no entries. */
const DictTypeParams = z.object({ dictType: z.string() });

/** @param db the pool, for which dictionaries are cached */
export function dictionaryRoutes(app: FastifyInstance, db: Db) {
  resourceRoutes(app, dictionaries, dictionaryTypeService);
  endpoint(
    app,
    { method: 'GET', url: '/system/dict/type/optionselect', answer: dataResponse(z.array(dictionaries.record)), access: 'signedIn' },
    async (ctx) => done(ctx, await dictionaryTypeService.listInUse(ctx)),
  );
  const refreshRoute = {
    method: 'DELETE',
    url: '/system/dict/type/refreshCache',
    access: { permission: dictionaries.permission('remove') },
  } as const;
  endpoint(app, { ...refreshRoute, log: { title: '字典类型', type: 'clear' } }, async (ctx) => {
    await invalidateEverywhere(db, ctx.db, 'sys_dict');
    return done(ctx);
  });

  resourceRoutes(app, dictionaryEntries, dictionaryDataService, ['list', 'read', 'add', 'edit', 'export']);
  // RuoYi logs the removal of an entry under the title of dictionary types.
  const removeRoute = { method: 'DELETE', url: `${dictionaryEntries.path}/:ids`, params: z.object({ ids: Ids }) } as const;
  const access = { permission: dictionaryEntries.permission('remove') };
  endpoint(app, { ...removeRoute, access, log: { title: '字典类型', type: 'remove' } }, async (ctx, { params }) => {
    await dictionaryDataService.remove(ctx, [...new Set(params.ids)]);
    return done(ctx);
  });
  endpoint(
    app,
    {
      method: 'GET',
      url: '/system/dict/data/type/:dictType',
      answer: dataResponse(z.array(dictionaryEntries.record)),
      access: 'signedIn',
      params: DictTypeParams,
    },
    async (ctx, { params }) => done(ctx, await readEntries(db, params.dictType)),
  );
}
