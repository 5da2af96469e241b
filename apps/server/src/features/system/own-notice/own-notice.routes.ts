import { ownNotices } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve.ts';
import * as noticeService from './own-notice.service.ts';

/** Notices that the user has read. `system/notice` serves the notices themselves. */
export function ownNoticeRoutes(app: FastifyInstance) {
  serve(app, ownNotices, (ctx, { query }) => noticeService.list(ctx, query));
}
