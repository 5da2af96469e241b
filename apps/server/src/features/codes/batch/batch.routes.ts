import {
  activateBatch,
  approveBatch,
  BatchEvent,
  BatchState,
  BatchSupplement,
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
  SupplementInput,
  submitBatch,
  unfreezeBatch,
  voidBatch,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { importedSheet, importRoutes } from '../../../platform/http/import-routes.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse, emptyResponse } from '../../../platform/http/response-spec.ts';
import * as codeService from '../code/code.service.ts';
import * as batchService from './batch.service.ts';
import * as life from './batch-lifecycle.service.ts';
import { addLine, lineOf } from './batch-sheet.service.ts';
import * as supplements from './batch-supplement.service.ts';

function batchSupplementRoutes(app: FastifyInstance) {
  const { path, log: title, permission } = batches;
  const word = (field: string) => batches.word(`supplement.${field}`);
  const log = { title, type: 'edit' } as const;
  const access = (verb: string) => ({ permission: permission(verb) });
  const batchParams = z.object({ id: Id });
  const supplementParams = z.object({ id: Id, supplementId: Id });

  const listRoute = {
    method: 'GET',
    url: `${path}/:id/supplements`,
    answer: dataResponse(z.array(BatchSupplement)),
    access: access('read'),
    params: batchParams,
  } as const;
  endpoint(app, listRoute, async (ctx, { params }) => done(ctx, await supplements.list(ctx, params.id)));

  const requestRoute = {
    method: 'PUT',
    url: `${path}/:id/supplement`,
    answer: dataResponse(z.object({ supplementId: Id })),
    log,
    params: batchParams,
    body: SupplementInput,
    word,
  } as const;
  endpoint(app, { ...requestRoute, access: access('supplement') }, async (ctx, { params, body }) =>
    done(ctx, await supplements.request(ctx, params.id, body)),
  );

  const decisionRoute = (name: string) => ({
    ...({
      method: 'PUT',
      url: `${path}/:id/supplements/:supplementId/${name}`,
      answer: name === 'approve' ? dataResponse(z.object({ from: z.int(), count: z.int() })) : emptyResponse,
      log,
      params: supplementParams,
      word,
    } as const),
    access: access(name === 'withdraw' ? 'supplement' : 'approveSupplement'),
  });
  endpoint(app, decisionRoute('approve'), async (ctx, { params }) =>
    done(ctx, await supplements.approve(ctx, params.id, params.supplementId)),
  );
  const rejectRoute = { ...decisionRoute('reject'), body: SupplementInput.pick({ reason: true }) };
  endpoint(app, rejectRoute, async (ctx, { params, body }) => {
    await supplements.reject(ctx, params.id, params.supplementId, body.reason);
    return done(ctx);
  });
  endpoint(app, decisionRoute('withdraw'), async (ctx, { params }) => {
    await supplements.withdraw(ctx, params.id, params.supplementId);
    return done(ctx);
  });
}

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
  const runsRoute = {
    ...readRoute,
    url: `${path}/:id/runs`,
    answer: dataResponse(z.array(CodeRun)),
    querystring: RunsQuery,
    word: codes.word,
  };
  endpoint(app, runsRoute, async (ctx, { params, query }) => done(ctx, await codeService.listRuns(ctx, params.id, query.level)));
}
