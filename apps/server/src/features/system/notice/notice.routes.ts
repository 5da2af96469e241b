import { Id, Ids, NoticeReader, NoticeReaderFilters, NoticeTop, notices } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse, envelopeResponse, rowsResponse } from '../../../platform/http/response-spec.ts';
import * as noticeService from './notice.service.ts';

/** Ids of notices, or `all`. RuoYi accepts an empty value as none. */
const NoticeIds = z.object({
  ids: z.preprocess((ids) => (ids === undefined || ids === '' ? undefined : ids), z.union([z.literal('all'), Ids]).optional()),
});

export function noticeRoutes(app: FastifyInstance) {
  const { path, word } = notices;
  resourceRoutes(app, notices, noticeService);

  // available to all signed-in users
  const readRoute = {
    method: 'GET',
    url: `${path}/:id`,
    answer: dataResponse(notices.record),
    access: 'signedIn',
    params: z.object({ id: Id }),
  } as const;
  endpoint(app, readRoute, async (ctx, { params }) => done(ctx, await noticeService.read(ctx, params.id)));

  endpoint(app, { method: 'GET', url: `${path}/listTop`, answer: envelopeResponse(NoticeTop.shape), access: 'signedIn' }, async (ctx) => ({
    ...done(ctx),
    ...(await noticeService.top(ctx)),
  }));

  const markReadRoute = {
    method: 'POST',
    url: `${path}/markRead`,
    access: 'signedIn',
    querystring: z.object({ noticeId: Id }),
    word,
  } as const;
  endpoint(app, markReadRoute, async (ctx, { query }) => {
    await noticeService.markRead(ctx, [query.noticeId]);
    return done(ctx);
  });

  const markAllRoute = { method: 'POST', url: `${path}/markReadAll`, access: 'signedIn', querystring: NoticeIds, word } as const;
  endpoint(app, markAllRoute, async (ctx, { query: { ids } }) => {
    if (ids) await noticeService.markRead(ctx, ids);
    return done(ctx);
  });

  const readersRoute = {
    method: 'GET',
    url: `${path}/readUsers/list`,
    answer: rowsResponse(NoticeReader),
    access: { permission: notices.permission('list') },
  } as const;
  endpoint(app, { ...readersRoute, querystring: listQuery(NoticeReaderFilters, []), word }, async (ctx, { query }) =>
    listed(ctx, await noticeService.listReaders(ctx, query as z.output<typeof NoticeReaderFilters> & { paging: typeof query.paging })),
  );
}
