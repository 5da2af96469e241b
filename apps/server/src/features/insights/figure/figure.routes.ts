import { homeFigures, hourFigures, regionFigures } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve.ts';
import * as figureService from './figure.service.ts';

export function figureRoutes(app: FastifyInstance) {
  serve(app, homeFigures, (ctx, { query }) => figureService.home(ctx, query.days));
  serve(app, hourFigures, figureService.hours);
  serve(app, regionFigures, (ctx, { query }) => figureService.regions(ctx, query.days, query.regionCode));
}
