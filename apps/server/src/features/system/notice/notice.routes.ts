import { markNoticeRead, markNoticesRead, newestNotices, noticeReaders, noticeRecord, notices, ownNotices } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as noticeService from './notice.service.ts';

export function noticeRoutes(app: FastifyInstance) {
  resourceRoutes(app, notices, noticeService);
  serve(app, noticeRecord, (ctx, { params }) => noticeService.read(ctx, params.id));
  serve(app, newestNotices, noticeService.top);
  serve(app, markNoticeRead, (ctx, { query }) => noticeService.markRead(ctx, [query.noticeId]), { repeatable: true });
  serve(
    app,
    markNoticesRead,
    async (ctx, { query: { ids } }) => {
      if (ids) await noticeService.markRead(ctx, ids);
    },
    { repeatable: true },
  );
  serve(app, ownNotices, (ctx, { query }) => noticeService.listOwn(ctx, query));
  serve(app, noticeReaders, (ctx, { query }) => noticeService.listReaders(ctx, query));
}
