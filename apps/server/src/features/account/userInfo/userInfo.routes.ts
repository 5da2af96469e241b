import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import * as userInfoService from './userInfo.service.ts';

export function userInfoRoutes(app: FastifyInstance) {
  endpoint(app, { method: 'GET', url: '/getInfo', access: 'signedIn' }, async (ctx) => ({
    ...done(ctx),
    ...(await userInfoService.read(ctx)),
  }));
  endpoint(app, { method: 'GET', url: '/getRouters', access: 'signedIn' }, async (ctx) => done(ctx, await userInfoService.routers(ctx)));
}
