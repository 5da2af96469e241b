import { FigureQuery, figures, HomeFigures, HourFigures, RegionFigures, RegionQuery } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as figureService from './figure.service.ts';

export function figureRoutes(app: FastifyInstance) {
  const { path, permission } = figures;
  const figureRoute = { method: 'GET', access: { permission } } as const;
  endpoint(
    app,
    { ...figureRoute, url: `${path}/home`, answer: dataResponse(HomeFigures), querystring: FigureQuery },
    async (ctx, { query }) => done(ctx, await figureService.home(ctx, query.days)),
  );
  endpoint(app, { ...figureRoute, url: `${path}/hours`, answer: dataResponse(HourFigures) }, async (ctx) =>
    done(ctx, await figureService.hours(ctx)),
  );
  endpoint(
    app,
    { ...figureRoute, url: `${path}/regions`, answer: dataResponse(RegionFigures), querystring: RegionQuery },
    async (ctx, { query }) => done(ctx, await figureService.regions(ctx, query.days, query.regionCode)),
  );
}
