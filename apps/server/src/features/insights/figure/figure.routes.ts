import { FigureQuery, figures, HomeFigures, HourFigures, RegionFigures, RegionQuery } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { answersData } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import * as figureService from './figure.service.ts';

export function figureRoutes(app: FastifyInstance) {
  const { path, permission } = figures;
  const reading = { method: 'GET', access: { permission } } as const;
  endpoint(app, { ...reading, url: `${path}/home`, answer: answersData(HomeFigures), querystring: FigureQuery }, async (ctx, { query }) =>
    done(ctx, await figureService.home(ctx, query.days)),
  );
  endpoint(app, { ...reading, url: `${path}/hours`, answer: answersData(HourFigures) }, async (ctx) =>
    done(ctx, await figureService.hours(ctx)),
  );
  endpoint(
    app,
    { ...reading, url: `${path}/regions`, answer: answersData(RegionFigures), querystring: RegionQuery },
    async (ctx, { query }) => done(ctx, await figureService.regions(ctx, query.days, query.regionCode)),
  );
}
