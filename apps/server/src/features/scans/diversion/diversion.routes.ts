import { diversionMatrix } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve.ts';
import * as diversionService from './diversion.service.ts';

export function diversionRoutes(app: FastifyInstance) {
  serve(app, diversionMatrix, (ctx, { query }) => diversionService.matrix(ctx, query));
}
