import { endOnlineSession, endOnlineSessions, onlineSessions } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as sessionService from '../session/session.service.ts';

/** Lists online users and signs them out. The sessions are managed in `session/`. */
export function onlineSessionRoutes(app: FastifyInstance) {
  resourceRoutes(app, onlineSessions, { list: sessionService.listOnline });
  serve(app, endOnlineSession, (ctx, { params }) => sessionService.forceOut(ctx, [params.tokenId]));
  serve(app, endOnlineSessions, (ctx, { params }) => sessionService.forceOut(ctx, [...new Set(params.tokenIds)]));
}
