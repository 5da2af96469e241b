import {
  activateBatch,
  approveBatch,
  BatchEvent,
  BatchState,
  batches,
  batchSheet,
  CalendarDay,
  CalendarQuery,
  CodeRun,
  cancelBatch,
  cloneBatch,
  closeBatch,
  codes,
  freezeBatch,
  Id,
  issueBatch,
  RunsQuery,
  recallBatch,
  rejectBatch,
  submitBatch,
  unfreezeBatch,
  voidBatch,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actionRoute } from '../../../platform/http/action-route.ts';
import { dataResponse } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { importedSheet, importRoutes } from '../../../platform/http/import-routes.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as codeService from '../code/code.service.ts';
import * as batchService from './batch.service.ts';
import * as life from './batch-life.service.ts';
import { addLine, lineOf } from './batch-sheet.service.ts';
import { batchSupplementRoutes } from './batch-supplement.routes.ts';

/** The column titles are those that the import expects. */
export const exportedBatches = exportedList(batches, batchService.list, {
  noun: batchSheet,
  fields: Object.keys(batchSheet.record.shape),
  rowOf: lineOf,
});

export const importedBatches = importedSheet(batchSheet, addLine);

export function batchRoutes(app: FastifyInstance) {
  const { path, word } = batches;
  resourceRoutes(app, batches, batchService, ['list', 'read', 'add', 'edit', 'remove']);
  exportRoute(app, exportedBatches);
  importRoutes(app, importedBatches);
  batchSupplementRoutes(app);

  actionRoute(app, cloneBatch, batchService.clone, { word, answer: dataResponse(z.object({ batchId: Id })) });
  actionRoute(app, submitBatch, life.submit);
  actionRoute(app, approveBatch, life.approve);
  actionRoute(app, rejectBatch, life.reject, { word });
  actionRoute(app, cancelBatch, life.cancel, { word });
  actionRoute(app, issueBatch, life.issue, { answer: dataResponse(z.object({ taskId: Id })) });
  actionRoute(app, activateBatch, life.activate, { word });
  actionRoute(app, freezeBatch, life.freeze, { word });
  actionRoute(app, unfreezeBatch, life.unfreeze, { word });
  actionRoute(app, closeBatch, life.close);
  actionRoute(app, recallBatch, life.recall, { word });
  actionRoute(app, voidBatch, life.voidAll, { word });

  const listRoute = { method: 'GET', access: { permission: batches.permission('list') } } as const;
  endpoint(app, { ...listRoute, url: `${path}/counts`, answer: dataResponse(z.partialRecord(BatchState, z.int())) }, async (ctx) =>
    done(ctx, await batchService.countByState(ctx)),
  );

  const calendarRoute = {
    ...listRoute,
    url: `${path}/calendar`,
    answer: dataResponse(z.array(CalendarDay)),
    querystring: filterQuery(CalendarQuery),
    word,
  };
  endpoint(app, calendarRoute, async (ctx, { query }) => done(ctx, await batchService.calendar(ctx, query)));

  const readRoute = { method: 'GET', access: { permission: batches.permission('read') }, params: z.object({ id: Id }) } as const;
  endpoint(app, { ...readRoute, url: `${path}/:id/events`, answer: dataResponse(z.array(BatchEvent)) }, async (ctx, input) =>
    done(ctx, await batchService.listEvents(ctx, input.params.id)),
  );
  const runsRoute = { ...readRoute, url: `${path}/:id/runs`, answer: dataResponse(z.array(CodeRun)), querystring: RunsQuery, word: codes.word };
  endpoint(app, runsRoute, async (ctx, { params, query }) => done(ctx, await codeService.listRuns(ctx, params.id, query.level)));
}
