import { onlineSessions, TokenIds } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import { rowsResponse } from '../../../platform/http/response-spec.ts';
import * as sessionService from '../session/session.service.ts';

/** Maximum sessions in an unpaged answer; RuoYi clients page on their side. */
const UNPAGED_LIMIT = 500;

/** Lists online users and signs them out. The sessions are managed in `session/`. */
export function onlineSessionRoutes(app: FastifyInstance) {
  const { path, permission, filters, sortable, word } = onlineSessions;
  const withDefaultSize = (query: unknown) =>
    query && typeof query === 'object' && !('pageSize' in query) ? { ...query, pageSize: UNPAGED_LIMIT } : query;
  const querystring = z.preprocess(withDefaultSize, listQuery(filters, sortable));
  endpoint(
    app,
    {
      method: 'GET',
      url: `${path}/list`,
      answer: rowsResponse(onlineSessions.record),
      access: { permission: permission('list') },
      querystring,
      word,
    },
    async (ctx, { query }) => listed(ctx, await sessionService.listOnline(ctx, query)),
  );
  const log = { title: '在线用户', type: 'forceOut' } as const;
  const singleRoute = { method: 'DELETE', url: `${path}/:tokenId`, access: { permission: permission('forceLogout') } } as const;
  endpoint(app, { ...singleRoute, log, params: z.object({ tokenId: z.uuid() }), word }, async (ctx, { params }) => {
    await sessionService.forceOut(ctx, [params.tokenId]);
    return done(ctx);
  });
  const batchRoute = { method: 'DELETE', url: `${path}/batch/:tokenIds`, access: { permission: permission('batchLogout') } } as const;
  endpoint(app, { ...batchRoute, log, params: z.object({ tokenIds: TokenIds }), word }, async (ctx, { params }) => {
    await sessionService.forceOut(ctx, [...new Set(params.tokenIds)]);
    return done(ctx);
  });
}
