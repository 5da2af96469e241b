import { ExpiryCounts, expiries } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as expiryService from './expiry.service.ts';

export function expiryRoutes(app: FastifyInstance) {
  resourceRoutes(app, expiries, expiryService);
  const access = { permission: expiries.permission('list') };
  endpoint(app, { method: 'GET', url: `${expiries.path}/counts`, answer: dataResponse(ExpiryCounts), access }, async (ctx) =>
    done(ctx, await expiryService.counts(ctx)),
  );
}
