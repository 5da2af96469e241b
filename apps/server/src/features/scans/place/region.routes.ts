import { Region, RegionCode, text } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import { allRegions, regionsBelow, searchRegions } from './regions.ts';

/** `GET /common/regions`: all regions of China, the children of one, or search results. */
export function regionRoutes(app: FastifyInstance) {
  const querystring = z.object({ parent: RegionCode, search: text(30) }).partial();
  endpoint(
    app,
    { method: 'GET', url: '/common/regions', answer: dataResponse(z.array(Region)), access: 'signedIn', querystring },
    async (ctx, { query }) => {
      if (query.parent) return done(ctx, regionsBelow(query.parent));
      return done(ctx, query.search ? searchRegions(query.search) : allRegions());
    },
  );
}
