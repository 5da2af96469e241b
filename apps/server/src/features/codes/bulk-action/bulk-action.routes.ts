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
import { answersData, answersFile } from '../../../platform/http/answer.ts';
import type { Context } from '../../../platform/http/context.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { whileConnected } from '../../../platform/http/sent-file.ts';
import * as bulkActionService from './bulk-action.service.ts';
import { receiveList } from './list-file.ts';
import * as listReport from './list-report.service.ts';

export function bulkActionRoutes(app: FastifyInstance) {
  const { path, log: title, word, permission } = bulkActions;
  resourceRoutes(app, bulkActions, bulkActionService);

  const one = { access: { permission: permission('read') }, params: z.object({ id: Id }) } as const;
  const looking = {
    method: 'GET',
    url: `${path}/:id/lines`,
    answer: answersData(z.object({ rows: z.array(BulkActionLine), next: z.int().nullable() })),
    ...one,
    querystring: filterQuery(BulkActionLineFilters),
    word,
  } as const;
  endpoint(app, looking, async (ctx, asked) => done(ctx, await listReport.lines(ctx, asked.params.id, asked.query)));
  endpoint(app, { method: 'GET', url: `${path}/:id/report`, answer: answersFile('text/csv'), ...one } as const, (ctx, asked) =>
    listReport.report(ctx, asked.params.id),
  );

  const prepare = (ctx: Context, request: FastifyRequest) => whileConnected(request, (signal) => receiveList(ctx, request, signal));
  for (const act of bulkActionKinds) {
    const spec = {
      method: 'POST',
      url: `${path}/${act}`,
      answer: answersData(z.object({ codeListId: Id, taskId: Id })),
      parts: { file: 'file' },
      access: { permission: bulkActionPermission(act) },
      log: { title, type: 'import' },
      querystring: filterQuery(BulkActionTerms),
      bodyLimit: CODE_LIST_BYTES + 65_536,
      word,
      prepare,
    } as const;
    endpoint(app, spec, async (ctx, asked) => done(ctx, await bulkActionService.begin(ctx, act, asked.query, asked.prepared)));
  }
}
