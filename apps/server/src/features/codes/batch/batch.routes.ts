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
import { answersData } from '../../../platform/http/answer.ts';
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

  actionRoute(app, cloneBatch, batchService.clone, { word, answer: answersData(z.object({ batchId: Id })) });
  actionRoute(app, submitBatch, life.submit);
  actionRoute(app, approveBatch, life.approve);
  actionRoute(app, rejectBatch, life.reject, { word });
  actionRoute(app, cancelBatch, life.cancel, { word });
  actionRoute(app, issueBatch, life.issue, { answer: answersData(z.object({ taskId: Id })) });
  actionRoute(app, activateBatch, life.activate, { word });
  actionRoute(app, freezeBatch, life.freeze, { word });
  actionRoute(app, unfreezeBatch, life.unfreeze, { word });
  actionRoute(app, closeBatch, life.close);
  actionRoute(app, recallBatch, life.recall, { word });
  actionRoute(app, voidBatch, life.voidAll, { word });

  const listing = { method: 'GET', access: { permission: batches.permission('list') } } as const;
  endpoint(app, { ...listing, url: `${path}/counts`, answer: answersData(z.partialRecord(BatchState, z.int())) }, async (ctx) =>
    done(ctx, await batchService.countByState(ctx)),
  );

  const calendar = {
    ...listing,
    url: `${path}/calendar`,
    answer: answersData(z.array(CalendarDay)),
    querystring: filterQuery(CalendarQuery),
    word,
  };
  endpoint(app, calendar, async (ctx, { query }) => done(ctx, await batchService.calendar(ctx, query)));

  const reading = { method: 'GET', access: { permission: batches.permission('read') }, params: z.object({ id: Id }) } as const;
  endpoint(app, { ...reading, url: `${path}/:id/events`, answer: answersData(z.array(BatchEvent)) }, async (ctx, asked) =>
    done(ctx, await batchService.listEvents(ctx, asked.params.id)),
  );
  const runs = { ...reading, url: `${path}/:id/runs`, answer: answersData(z.array(CodeRun)), querystring: RunsQuery, word: codes.word };
  endpoint(app, runs, async (ctx, { params, query }) => done(ctx, await codeService.listRuns(ctx, params.id, query.level)));
}
