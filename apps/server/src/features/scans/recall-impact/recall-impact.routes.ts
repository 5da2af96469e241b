import { recallImpacts, recallSummary } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as recallImpactService from './recall-impact.service.ts';

export function recallImpactRoutes(app: FastifyInstance) {
  resourceRoutes(app, recallImpacts, recallImpactService);
  serve(app, recallSummary, (ctx, { params }) => recallImpactService.summarise(ctx, params.id));
}
