import {
  BulkActionLine,
  BulkActionLineFilters,
  BulkActionTerms,
  bulkActionKinds,
  bulkActionPermission,
  bulkActions,
  CODE_LIST_BYTES,
  Id,
} from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { whileConnected } from '../../../platform/http/request-bodies.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse, fileResponse } from '../../../platform/http/response-spec.ts';
import * as bulkActionService from './bulk-action.service.ts';
import { receiveList } from './list-file.ts';
import * as listReport from './list-report.service.ts';

export function bulkActionRoutes(app: FastifyInstance) {
  const { path, log: title, word, permission } = bulkActions;
  resourceRoutes(app, bulkActions, bulkActionService);

  const readRoute = { access: { permission: permission('read') }, params: z.object({ id: Id }) } as const;
  const linesRoute = {
    method: 'GET',
    url: `${path}/:id/lines`,
    answer: dataResponse(z.object({ rows: z.array(BulkActionLine), next: z.int().nullable() })),
    ...readRoute,
    querystring: filterQuery(BulkActionLineFilters),
    word,
  } as const;
  endpoint(app, linesRoute, async (ctx, input) => done(ctx, await listReport.lines(ctx, input.params.id, input.query)));
  endpoint(app, { method: 'GET', url: `${path}/:id/report`, answer: fileResponse('text/csv'), ...readRoute } as const, (ctx, input) =>
    listReport.report(ctx, input.params.id),
  );

  const prepare = (ctx: Context, request: FastifyRequest) => whileConnected(request, (signal) => receiveList(ctx, request, signal));
  for (const act of bulkActionKinds) {
    const uploadRoute = {
      method: 'POST',
      url: `${path}/${act}`,
      answer: dataResponse(z.object({ codeListId: Id, taskId: Id })),
      parts: { file: 'file' },
      access: { permission: bulkActionPermission(act) },
      log: { title, type: 'import' },
      querystring: filterQuery(BulkActionTerms),
      bodyLimit: CODE_LIST_BYTES + 65_536,
      word,
      prepare,
    } as const;
    endpoint(app, uploadRoute, async (ctx, input) => done(ctx, await bulkActionService.start(ctx, act, input.query, input.prepared)));
  }
}
