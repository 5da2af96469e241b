import { displayNames, userInfo, userRouters } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { encodedOnce } from '../../../platform/http/encoded.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as userInfoService from './user-info.service.ts';

export function userInfoRoutes(app: FastifyInstance) {
  serve(app, userInfo, (ctx) => userInfoService.read(ctx), { encode: userInfoService.encodeInfo });
  serve(app, displayNames, (ctx, { query }) => userInfoService.displayNames(ctx, query.userNames));
  serve(app, userRouters, (ctx) => userInfoService.routers(ctx), { encode: encodedOnce });
}
