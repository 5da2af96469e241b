import {
  approveSupplement,
  batchCalendar,
  batchCounts,
  batchEvents,
  batches,
  batchImpact,
  batchLifeCycle,
  batchRuns,
  batchSheet,
  batchSupplements,
  cloneBatch,
  holdBatch,
  proposalOf,
  rejectSupplement,
  requestSupplement,
  withdrawSupplement,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { importedSheet, importRoutes } from '../../../platform/http/import-routes.ts';
import { actionRoute, lifeCycleRoutes, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as codeService from '../code/code.service.ts';
import * as batchService from './batch.service.ts';
import * as lifeCycle from './batch-life-cycle.service.ts';
import { propose } from './batch-proposal.service.ts';
import { addLine, lineOf } from './batch-sheet.service.ts';
import * as supplements from './batch-supplement.service.ts';

function batchSupplementRoutes(app: FastifyInstance) {
  serve(app, batchSupplements, (ctx, { params }) => supplements.list(ctx, params.id));
  serve(app, requestSupplement, (ctx, { params, body }) => supplements.request(ctx, params.id, body));
  serve(app, approveSupplement, (ctx, { params }) => supplements.approve(ctx, params.id, params.supplementId));
  serve(app, rejectSupplement, (ctx, { params, body }) => supplements.reject(ctx, params.id, params.supplementId, body.reason));
  serve(app, withdrawSupplement, (ctx, { params }) => supplements.withdraw(ctx, params.id, params.supplementId));
}

/** The column titles are those that the import expects. */
export const exportedBatches = exportedList(batches, batchService.list, {
  noun: batchSheet,
  fields: Object.keys(batchSheet.record.shape),
  rowOf: lineOf,
});

export const importedBatches = importedSheet(batchSheet, addLine);

export function batchRoutes(app: FastifyInstance) {
  resourceRoutes(app, batches, batchService, ['list', 'read', 'add', 'edit', 'remove']);
  serve(app, proposalOf(batches), (ctx, { query }) => propose(ctx, query), { operation: 'proposal' });
  exportRoute(app, exportedBatches);
  importRoutes(app, importedBatches);
  batchSupplementRoutes(app);

  actionRoute(app, cloneBatch, batchService.clone);
  actionRoute(app, holdBatch, batchService.hold);
  lifeCycleRoutes(app, batchLifeCycle, lifeCycle.steps);

  serve(app, batchCounts, batchService.countByState);
  serve(app, batchCalendar, (ctx, { query }) => batchService.calendar(ctx, query));
  serve(app, batchEvents, (ctx, { params }) => batchService.listEvents(ctx, params.id));
  serve(app, batchImpact, (ctx, { params, query }) => batchService.impact(ctx, params.id, query));
  serve(app, batchRuns, (ctx, { params, query }) => codeService.listRuns(ctx, params.id, query.level));
}
