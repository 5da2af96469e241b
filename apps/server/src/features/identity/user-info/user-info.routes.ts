import { ServerRoute, User, UserInfo } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { dataResponse, envelopeResponse } from '../../../platform/http/response-spec.ts';
import * as userInfoService from './user-info.service.ts';

export function userInfoRoutes(app: FastifyInstance) {
  endpoint(
    app,
    { method: 'GET', url: '/getInfo', answer: envelopeResponse({ ...UserInfo.shape, user: User }), access: 'signedIn' },
    async (ctx) => ({
      ...done(ctx),
      ...(await userInfoService.read(ctx)),
    }),
  );
  endpoint(app, { method: 'GET', url: '/getRouters', answer: dataResponse(z.array(ServerRoute)), access: 'signedIn' }, async (ctx) =>
    done(ctx, await userInfoService.routers(ctx)),
  );
}
