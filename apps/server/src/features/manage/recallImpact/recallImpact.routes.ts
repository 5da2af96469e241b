import { Id, RecallSummary, recallImpacts } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersData } from '../../../http/answer.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as recallImpactService from './recallImpact.service.ts';

export function recallImpactRoutes(app: FastifyInstance) {
  resourceRoutes(app, recallImpacts, recallImpactService);
  const access = { permission: recallImpacts.permission('list') };
  endpoint(
    app,
    { method: 'GET', url: `${recallImpacts.path}/:id/summary`, answer: answersData(RecallSummary), access, params: z.object({ id: Id }) },
    async (ctx, { params }) => done(ctx, await recallImpactService.summarise(ctx, params.id)),
  );
}
