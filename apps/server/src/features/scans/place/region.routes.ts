import { regionList } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve.ts';
import { allRegions, regionsBelow, searchRegions } from './regions.ts';

export function regionRoutes(app: FastifyInstance) {
  serve(app, regionList, async ({ language }, { query: { parent, search } }) => {
    if (parent) return regionsBelow(parent);
    return search ? searchRegions(search, language) : [...allRegions()];
  });
}
