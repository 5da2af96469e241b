import { codes, recallImpacts, recallSummary } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as recallImpactService from './recall-impact.service.ts';

const status = { of: codes, field: 'status' };

export const exportedRecallImpacts = exportedList(recallImpacts, recallImpactService.list, { labels: { status, ownStatus: status } });

export function recallImpactRoutes(app: FastifyInstance) {
  resourceRoutes(app, recallImpacts, recallImpactService, ['list']);
  exportRoute(app, exportedRecallImpacts);
  serve(app, recallSummary, (ctx, { params }) => recallImpactService.summarise(ctx, params.id));
}
