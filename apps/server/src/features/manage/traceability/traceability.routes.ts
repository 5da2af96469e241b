import { Readable } from 'node:stream';
import {
  correctTrace,
  EpcisDocument,
  Id,
  PublicTraceStep,
  publishTrace,
  rejectTrace,
  submitTrace,
  TraceCompleteness,
  TraceKin,
  TraceOwner,
  TraceOwnerQuery,
  TracePageQuery,
  TraceProof,
  TraceQuery,
  TraceView,
  traceabilities,
  unlessBlank,
  verifyTrace,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inSavepoint } from '../../../db/transaction.ts';
import { actionRoute } from '../../../http/action-route.ts';
import { type Answer, answersData, answersDocument, answersFile, answersImport, answersRows } from '../../../http/answer.ts';
import type { Context } from '../../../http/context.ts';
import { Download } from '../../../http/download.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done, listed, problemMessage } from '../../../http/envelope.ts';
import { LARGEST_IMPORT, rowMessage } from '../../../http/import-routes.ts';
import { filterQuery, listQuery } from '../../../http/list-query.ts';
import { Problem } from '../../../http/problem.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import { sentFile } from '../../../http/sent-file.ts';
import { SPREADSHEET } from '../../../http/spreadsheet.ts';
import { previewOf } from './public-trace.service.ts';
import * as downloads from './trace-download.service.ts';
import * as imports from './trace-import.service.ts';
import * as life from './trace-life.service.ts';
import * as views from './trace-view.service.ts';
import * as traceabilityService from './traceability.service.ts';

export function traceabilityRoutes(app: FastifyInstance) {
  const { path, permission, word } = traceabilities;
  resourceRoutes(app, traceabilities, traceabilityService);
  actionRoute(app, submitTrace, life.submit);
  actionRoute(app, verifyTrace, life.verify);
  actionRoute(app, rejectTrace, life.reject, { word });
  actionRoute(app, publishTrace, life.publish);
  actionRoute(app, correctTrace, life.correct, { word, answer: answersData(z.object({ traceRecordId: Id })) });

  const about = { method: 'GET', access: { permission: permission('read') }, querystring: TraceQuery, word } as const;
  endpoint(app, { ...about, querystring: TracePageQuery, url: `${path}/trace`, answer: answersData(TraceView) }, async (ctx, asked) =>
    done(ctx, await views.view(ctx, asked.query)),
  );
  endpoint(app, { ...about, url: `${path}/kin`, answer: answersData(z.array(TraceKin)) }, async (ctx, asked) =>
    done(ctx, await views.kin(ctx, asked.query)),
  );
  endpoint(app, { ...about, url: `${path}/preview`, answer: answersData(z.array(PublicTraceStep)) }, async (ctx, asked) => {
    const { batch, place } = await views.traced(ctx, asked.query);
    return done(ctx, await previewOf(ctx.db, batch.batchId, place, ctx.t));
  });

  const taking = { ...about, access: { permission: permission('export') } } as const;
  const file = (name: string, answer: Answer, make: typeof downloads.proof) =>
    endpoint(app, { ...taking, url: `${path}/${name}`, answer }, async (ctx, asked) => {
      const { name: fileName, type, body } = await make(ctx, asked.query);
      return new Download({ type, fileName, body: Readable.from(body, { objectMode: false }) });
    });
  file('proof', answersDocument('application/json', TraceProof), downloads.proof);
  file('epcis', answersDocument('application/ld+json', EpcisDocument), downloads.epcis);
  file('report', answersFile('application/pdf'), downloads.report);

  const listing = { method: 'GET', access: { permission: permission('list') }, word } as const;
  endpoint(
    app,
    { ...listing, url: `${path}/owners`, answer: answersData(z.array(TraceOwner)), querystring: filterQuery(TraceOwnerQuery) },
    async (ctx, asked) => done(ctx, await views.owners(ctx, asked.query)),
  );
  // the cast says again what the schema reads: the list's grammar knows filters by their names only
  type Listed = Parameters<typeof views.completeness>[1];
  endpoint(
    app,
    { ...listing, url: `${path}/completeness/list`, answer: answersRows(TraceCompleteness), querystring: listQuery(TraceOwnerQuery, []) },
    async (ctx, asked) => listed(ctx, await views.completeness(ctx, asked.query as unknown as Listed)),
  );
  importing(app);
}

const flag = z.preprocess((value) => value === 'true' || value === '1' || value === true, z.boolean());

/** The table of one step, empty and filled in: all rows or none, unless `keepGood`; `dryRun` tries everything and keeps nothing. */
function importing(app: FastifyInstance) {
  const { path, permission, log: title, word, input } = traceabilities;
  const access = { permission: permission('import') };
  const step = z.object({ stepId: Id });
  const form = step.extend({ format: unlessBlank(z.enum(['xlsx', 'csv'])) });
  endpoint(
    app,
    { method: 'POST', url: `${path}/importTemplate`, answer: answersFile(SPREADSHEET, 'text/csv'), access, querystring: form, word },
    async (ctx, { query }) => {
      const { name: fileName, type, body } = await imports.template(ctx, query.stepId, query.format ?? 'xlsx');
      return new Download({ type, fileName, body });
    },
  );

  const options = step.extend({ dryRun: flag, keepGood: flag });
  const log = title ? ({ title, type: 'import' } as const) : undefined;
  const spec = {
    method: 'POST',
    url: `${path}/importData`,
    answer: answersImport,
    parts: { file: 'file' } as const,
    access,
    log,
    querystring: options,
    bodyLimit: LARGEST_IMPORT,
    word,
  } as const;
  const prepare = async (_: Context, request: Parameters<typeof sentFile>[0]) => sentFile(request, LARGEST_IMPORT);
  endpoint(app, { ...spec, prepare }, async (ctx, { query, prepared }) => {
    const { rows, unknown } = await imports.readRows(ctx, query.stepId, prepared);
    const said = {
      problem: (problem: Problem) => problemMessage(ctx, problem),
      parse: (record: object) => {
        const parsed = input.safeParse(record, { reportInput: true });
        return parsed.success ? { input: parsed.data } : { message: rowMessage(ctx, traceabilities, parsed.error.issues[0]) };
      },
    };
    const { faults, count } = await inSavepoint(ctx.db, query.dryRun, () => imports.addRows(ctx, rows, said));
    const [first] = faults;
    if (first && !query.dryRun && !query.keepGood) throw new Problem('fileRowsWrong', { count: faults.length, ...first, faults });
    return done(ctx, { count, faults, bad: faults.length, unknown });
  });
}
