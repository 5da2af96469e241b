import { blacklists, blockScannedCode } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as blacklistService from './blacklist.service.ts';

export function blacklistRoutes(app: FastifyInstance) {
  resourceRoutes(app, blacklists, blacklistService);
  serve(app, blockScannedCode, async (ctx, { body }) => ({ blacklistId: await blacklistService.addOfScan(ctx, body) }));
}
