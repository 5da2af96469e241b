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
  verifyTrace,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actionRoute } from '../../../platform/http/action-route.ts';
import { type Answer, answersData, answersDocument, answersFile, answersRows } from '../../../platform/http/answer.ts';
import { Download } from '../../../platform/http/download.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { filterQuery, listQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { previewOf } from './public-trace.service.ts';
import * as downloads from './trace-download.service.ts';
import { traceImportRoutes } from './trace-import.routes.ts';
import * as life from './trace-life.service.ts';
import * as traceabilityService from './trace-record.service.ts';
import * as views from './trace-view.service.ts';

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
  // the schema validates this type, but list queries know filters only by name
  type Listed = Parameters<typeof views.completeness>[1];
  endpoint(
    app,
    { ...listing, url: `${path}/completeness/list`, answer: answersRows(TraceCompleteness), querystring: listQuery(TraceOwnerQuery, []) },
    async (ctx, asked) => listed(ctx, await views.completeness(ctx, asked.query as unknown as Listed)),
  );
  traceImportRoutes(app);
}
