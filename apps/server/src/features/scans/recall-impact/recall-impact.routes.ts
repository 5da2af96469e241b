import { Id, RecallSummary, recallImpacts } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as recallImpactService from './recall-impact.service.ts';

export function recallImpactRoutes(app: FastifyInstance) {
  resourceRoutes(app, recallImpacts, recallImpactService);
  const access = { permission: recallImpacts.permission('list') };
  endpoint(
    app,
    { method: 'GET', url: `${recallImpacts.path}/:id/summary`, answer: dataResponse(RecallSummary), access, params: z.object({ id: Id }) },
    async (ctx, { params }) => done(ctx, await recallImpactService.summarise(ctx, params.id)),
  );
}
