import { Readable } from 'node:stream';
import {
  correctTrace,
  EpcisDocument,
  GenealogyNode,
  Id,
  PublicTraceStep,
  publishTrace,
  rejectTrace,
  submitTrace,
  TraceCompleteness,
  TraceOwner,
  TraceOwnerQuery,
  TracePageQuery,
  TraceProof,
  TraceQuery,
  TraceView,
  traceRecords,
  unlessBlank,
  verifyTrace,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Download } from '../../../platform/http/download.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { type ImportedFile, importOptions, importRoute } from '../../../platform/http/imported-file.ts';
import { filterQuery, listQuery } from '../../../platform/http/list-query.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse, documentResponse, fileResponse, type ResponseSpec, rowsResponse } from '../../../platform/http/response-spec.ts';
import { SPREADSHEET } from '../../../platform/http/spreadsheet.ts';
import { type EventRow, readEvents } from './epcis.ts';
import * as epcis from './epcis-import.service.ts';
import { previewOf } from './public-trace.service.ts';
import * as downloads from './trace-download.service.ts';
import * as imports from './trace-import.service.ts';
import * as traceRecordService from './trace-record.service.ts';
import * as life from './trace-transitions.service.ts';
import * as views from './trace-view.service.ts';

const { path, permission, word } = traceRecords;
const stepQuery = z.object({ stepId: Id });

export const importedTraces: ImportedFile<imports.ImportRow> = {
  url: `${path}/importData`,
  noun: traceRecords,
  permission: permission('import'),
  options: importOptions.extend(stepQuery.shape),
  read: (ctx, file, { stepId }) => imports.readRows(ctx, Number(stepId), file),
  createRowImporter: (ctx) => (row) => imports.importRow(ctx, row),
};

export const importedEvents: ImportedFile<EventRow> = {
  url: `${path}/importEpcis`,
  noun: traceRecords,
  permission: permission('import'),
  options: importOptions,
  read: async (_, file) => readEvents(file),
  createRowImporter: epcis.createEventImporter,
};

function traceImportRoutes(app: FastifyInstance) {
  const access = { permission: permission('import') };
  const form = stepQuery.extend({ format: unlessBlank(z.enum(['xlsx', 'csv'])) });
  endpoint(
    app,
    { method: 'POST', url: `${path}/importTemplate`, answer: fileResponse(SPREADSHEET, 'text/csv'), access, querystring: form, word },
    async (ctx, { query }) => {
      const { name: fileName, type, body } = await imports.template(ctx, query.stepId, query.format ?? 'xlsx');
      return new Download({ type, fileName, body });
    },
  );
  importRoute(app, importedTraces);
  importRoute(app, importedEvents);
}

export function traceRecordRoutes(app: FastifyInstance) {
  const { path, permission, word } = traceRecords;
  resourceRoutes(app, traceRecords, traceRecordService);
  actionRoute(app, submitTrace, life.submit);
  actionRoute(app, verifyTrace, life.verify);
  actionRoute(app, rejectTrace, life.reject, { word });
  actionRoute(app, publishTrace, life.publish);
  actionRoute(app, correctTrace, life.correct, { word, answer: dataResponse(z.object({ traceRecordId: Id })) });

  const querySpec = { method: 'GET', access: { permission: permission('read') }, querystring: TraceQuery, word } as const;
  endpoint(app, { ...querySpec, querystring: TracePageQuery, url: `${path}/trace`, answer: dataResponse(TraceView) }, async (ctx, input) =>
    done(ctx, await views.view(ctx, input.query)),
  );
  endpoint(app, { ...querySpec, url: `${path}/kin`, answer: dataResponse(z.array(GenealogyNode)) }, async (ctx, input) =>
    done(ctx, await views.kin(ctx, input.query)),
  );
  endpoint(app, { ...querySpec, url: `${path}/preview`, answer: dataResponse(z.array(PublicTraceStep)) }, async (ctx, input) => {
    const { batch, place } = await views.resolveTarget(ctx, input.query);
    return done(ctx, await previewOf(ctx.db, batch.batchId, place, ctx.t));
  });

  const exportSpec = { ...querySpec, access: { permission: permission('export') } } as const;
  const downloadRoute = (name: string, answer: ResponseSpec, make: typeof downloads.proof) =>
    endpoint(app, { ...exportSpec, url: `${path}/${name}`, answer }, async (ctx, input) => {
      const { name: fileName, type, body } = await make(ctx, input.query);
      return new Download({ type, fileName, body: Readable.from(body, { objectMode: false }) });
    });
  downloadRoute('proof', documentResponse('application/json', TraceProof), downloads.proof);
  downloadRoute('epcis', documentResponse('application/ld+json', EpcisDocument), downloads.epcis);
  downloadRoute('report', fileResponse('application/pdf'), downloads.report);

  const listSpec = { method: 'GET', access: { permission: permission('list') }, word } as const;
  endpoint(
    app,
    { ...listSpec, url: `${path}/owners`, answer: dataResponse(z.array(TraceOwner)), querystring: filterQuery(TraceOwnerQuery) },
    async (ctx, input) => done(ctx, await views.owners(ctx, input.query)),
  );
  // the schema validates this type, but list queries know filters only by name
  type CompletenessQuery = Parameters<typeof views.completeness>[1];
  endpoint(
    app,
    { ...listSpec, url: `${path}/completeness/list`, answer: rowsResponse(TraceCompleteness), querystring: listQuery(TraceOwnerQuery, []) },
    async (ctx, input) => listed(ctx, await views.completeness(ctx, input.query as unknown as CompletenessQuery)),
  );
  traceImportRoutes(app);
}
