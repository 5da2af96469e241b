import { expiries, expiryCounts } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as expiryService from './expiry.service.ts';

export function expiryRoutes(app: FastifyInstance) {
  resourceRoutes(app, expiries, expiryService);
  serve(app, expiryCounts, expiryService.counts);
}
