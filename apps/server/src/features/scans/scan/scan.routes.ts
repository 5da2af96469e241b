import { Inspection, InspectionInput, inspections, ScanFigures, scans } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import { inspect } from './inspect.service.ts';
import * as scanService from './scan.service.ts';
import { figures } from './scan.service.ts';

export function scanRoutes(app: FastifyInstance) {
  const { path, word } = scans;
  resourceRoutes(app, scans, scanService);
  const querystring = filterQuery(scans.filters);
  const access = { permission: scans.permission('list') };
  endpoint(
    app,
    { method: 'GET', url: `${path}/figures`, answer: dataResponse(ScanFigures), access, querystring, word },
    async (ctx, { query }) => done(ctx, await figures(ctx, query)),
  );
  const inspectSpec = {
    method: 'POST',
    url: inspections.path,
    answer: dataResponse(Inspection),
    access: { permission: inspections.permission },
    log: { title: scans.log ?? '', type: 'add' },
    body: InspectionInput,
    word,
  } as const;
  endpoint(app, inspectSpec, async (ctx, { body }) => done(ctx, await inspect(ctx, body)));
}
