import { OwnNotice } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { listed } from '../../../platform/http/envelope.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import { rowsResponse } from '../../../platform/http/response-spec.ts';
import * as noticeService from './own-notice.service.ts';

/** Notices that the user has read. `system/notice` serves the notices themselves. */
export function ownNoticeRoutes(app: FastifyInstance) {
  const querystring = listQuery(z.object({}), []);
  endpoint(
    app,
    { method: 'GET', url: '/account/notice/list', answer: rowsResponse(OwnNotice), access: 'signedIn', querystring },
    async (ctx, { query }) => listed(ctx, await noticeService.list(ctx, query)),
  );
}
