import { Readable } from 'node:stream';
import {
  EpcisDocument,
  Id,
  TraceProof,
  traceCompleteness,
  traceEpcis,
  traceGenealogy,
  traceLifeCycle,
  traceOwners,
  tracePreview,
  traceProof,
  traceRecords,
  traceReport,
  traceSheetTemplate,
  traceView,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { Download } from '../../../platform/http/download.ts';
import { type ImportedFile, importOptions, importRoute } from '../../../platform/http/imported-file.ts';
import { lifeCycleRoutes, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import { type EventRow, readEvents } from './epcis.ts';
import * as epcis from './epcis-import.service.ts';
import { previewOf } from './public-trace.service.ts';
import * as downloads from './trace-download.service.ts';
import * as imports from './trace-import.service.ts';
import * as lifeCycle from './trace-life-cycle.service.ts';
import * as traceRecordService from './trace-record.service.ts';
import * as views from './trace-view.service.ts';

const { path, permission } = traceRecords;

export const importedTraces: ImportedFile<imports.ImportRow> = {
  url: `${path}/importData`,
  noun: traceRecords,
  permission: permission('import'),
  options: importOptions.extend({ stepId: Id }),
  read: (ctx, file, { stepId }) => imports.readRows(ctx, Number(stepId), file),
  createRowImporter: (ctx) => (row) => imports.importRow(ctx, row),
};

export const importedEvents: ImportedFile<EventRow> = {
  url: `${path}/importEpcis`,
  rest: 'POST /trace-records/import-epcis',
  noun: traceRecords,
  permission: permission('import'),
  options: importOptions,
  read: async (_, file) => readEvents(file),
  createRowImporter: epcis.createEventImporter,
};

function traceImportRoutes(app: FastifyInstance) {
  serve(app, traceSheetTemplate, async (ctx, { query }) => {
    const { name: fileName, type, body } = await imports.template(ctx, query.stepId, query.format ?? 'xlsx');
    return new Download({ type, fileName, body });
  });
  importRoute(app, importedTraces);
  importRoute(app, importedEvents);
}

async function streamFile(file: Promise<downloads.TraceDownload>) {
  const { name: fileName, type, body } = await file;
  return new Download({ type, fileName, body: Readable.from(body, { objectMode: false }) });
}

export function traceRecordRoutes(app: FastifyInstance) {
  resourceRoutes(app, traceRecords, traceRecordService);
  lifeCycleRoutes(app, traceLifeCycle, lifeCycle.steps);

  serve(app, traceView, (ctx, { query }) => views.view(ctx, query));
  serve(app, traceGenealogy, (ctx, { query }) => views.genealogy(ctx, query));
  serve(app, tracePreview, async (ctx, { query }) => {
    const { batch, place } = await views.resolveTarget(ctx, query);
    return previewOf(ctx.db, batch.batchId, place, ctx);
  });

  serve(app, traceReport, (ctx, { query }) => streamFile(downloads.report(ctx, query)));
  serve(app, traceProof, (ctx, { query }) => streamFile(downloads.proof(ctx, query)), { content: TraceProof });
  serve(app, traceEpcis, (ctx, { query }) => streamFile(downloads.epcis(ctx, query)), { content: EpcisDocument });

  serve(app, traceOwners, (ctx, { query }) => views.owners(ctx, query));
  resourceRoutes(app, traceCompleteness, { list: views.completeness });
  traceImportRoutes(app);
}
