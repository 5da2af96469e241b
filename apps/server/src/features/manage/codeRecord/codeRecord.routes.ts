import { codeRecords, Inspection, InspectionInput, inspections, ScanFigures } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { answersData } from '../../../http/answer.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import { filterQuery } from '../../../http/list-query.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as codeRecordService from './codeRecord.service.ts';
import { figures } from './figures.service.ts';
import { inspect } from './inspect.service.ts';

export function codeRecordRoutes(app: FastifyInstance) {
  const { path, word } = codeRecords;
  resourceRoutes(app, codeRecords, codeRecordService);
  const querystring = filterQuery(codeRecords.filters);
  const access = { permission: codeRecords.permission('list') };
  endpoint(
    app,
    { method: 'GET', url: `${path}/figures`, answer: answersData(ScanFigures), access, querystring, word },
    async (ctx, { query }) => done(ctx, await figures(ctx, query)),
  );
  const inspecting = {
    method: 'POST',
    url: inspections.path,
    answer: answersData(Inspection),
    access: { permission: inspections.permission },
    log: { title: codeRecords.log ?? '', type: 'add' },
    body: InspectionInput,
    word,
  } as const;
  endpoint(app, inspecting, async (ctx, { body }) => done(ctx, await inspect(ctx, body)));
}
