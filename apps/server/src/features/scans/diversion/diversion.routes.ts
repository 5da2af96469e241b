import { Diversion, DiversionQuery, diversion } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as diversionService from './diversion.service.ts';

export function diversionRoutes(app: FastifyInstance) {
  const { path, permission } = diversion;
  const word = (field: string) => `manage.diversion.${field}`;
  const spec = {
    method: 'GET',
    url: `${path}/matrix`,
    answer: dataResponse(Diversion),
    access: { permission },
    querystring: filterQuery(DiversionQuery),
    word,
  } as const;
  endpoint(app, spec, async (ctx, { query }) => done(ctx, await diversionService.matrix(ctx, query)));
}
