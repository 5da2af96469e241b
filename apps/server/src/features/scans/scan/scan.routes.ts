import { inspectCode, scanFigures, scans } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import { inspect } from './inspect.service.ts';
import * as scanService from './scan.service.ts';

export function scanRoutes(app: FastifyInstance) {
  resourceRoutes(app, scans, scanService);
  serve(app, scanFigures, (ctx, { query }) => scanService.figures(ctx, query));
  serve(app, inspectCode, (ctx, { body }) => inspect(ctx, body));
}
