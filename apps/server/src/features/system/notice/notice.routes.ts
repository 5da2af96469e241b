import { Id, Ids, NoticeReader, NoticeReaderFilters, NoticeTop, notices } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersBeside, answersData, answersRows } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as noticeService from './notice.service.ts';

/** Ids of notices, or `all`. RuoYi accepts an empty value as none. */
const Several = z.object({
  ids: z.preprocess((ids) => (ids === undefined || ids === '' ? undefined : ids), z.union([z.literal('all'), Ids]).optional()),
});

export function noticeRoutes(app: FastifyInstance) {
  const { path, word } = notices;
  resourceRoutes(app, notices, noticeService);

  // available to all signed-in users
  const one = {
    method: 'GET',
    url: `${path}/:id`,
    answer: answersData(notices.record),
    access: 'signedIn',
    params: z.object({ id: Id }),
  } as const;
  endpoint(app, one, async (ctx, { params }) => done(ctx, await noticeService.read(ctx, params.id)));

  endpoint(app, { method: 'GET', url: `${path}/listTop`, answer: answersBeside(NoticeTop.shape), access: 'signedIn' }, async (ctx) => ({
    ...done(ctx),
    ...(await noticeService.top(ctx)),
  }));

  const mark = { method: 'POST', url: `${path}/markRead`, access: 'signedIn', querystring: z.object({ noticeId: Id }), word } as const;
  endpoint(app, mark, async (ctx, { query }) => {
    await noticeService.markRead(ctx, [query.noticeId]);
    return done(ctx);
  });

  const markAll = { method: 'POST', url: `${path}/markReadAll`, access: 'signedIn', querystring: Several, word } as const;
  endpoint(app, markAll, async (ctx, { query: { ids } }) => {
    if (ids) await noticeService.markRead(ctx, ids);
    return done(ctx);
  });

  const readers = {
    method: 'GET',
    url: `${path}/readUsers/list`,
    answer: answersRows(NoticeReader),
    access: { permission: notices.permission('list') },
  } as const;
  endpoint(app, { ...readers, querystring: listQuery(NoticeReaderFilters, []), word }, async (ctx, { query }) =>
    listed(ctx, await noticeService.readers(ctx, query as z.output<typeof NoticeReaderFilters> & { paging: typeof query.paging })),
  );
}
