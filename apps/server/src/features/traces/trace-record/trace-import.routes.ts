import { Id, traceabilities, unlessBlank } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fileResponse } from '../../../platform/http/answer.ts';
import { Download } from '../../../platform/http/download.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { type ImportedFile, importOptions, importRoute } from '../../../platform/http/imported-file.ts';
import { SPREADSHEET } from '../../../platform/http/spreadsheet.ts';
import { type EventRow, readEvents } from './epcis-event.ts';
import * as epcis from './epcis-import.service.ts';
import * as imports from './trace-import.service.ts';

const { path, permission, word } = traceabilities;
const stepQuery = z.object({ stepId: Id });

export const importedTraces: ImportedFile<imports.ImportRow> = {
  url: `${path}/importData`,
  noun: traceabilities,
  permission: permission('import'),
  options: importOptions.extend(stepQuery.shape),
  read: (ctx, file, { stepId }) => imports.readRows(ctx, Number(stepId), file),
  createRowImporter: (ctx) => (row) => imports.importRow(ctx, row),
};

export const importedEvents: ImportedFile<EventRow> = {
  url: `${path}/importEpcis`,
  noun: traceabilities,
  permission: permission('import'),
  options: importOptions,
  read: async (_, file) => readEvents(file),
  createRowImporter: epcis.createEventImporter,
};

export function traceImportRoutes(app: FastifyInstance) {
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
