import {
  cacheEntry,
  cacheKeys,
  cacheNames,
  cacheOverview,
  clearAllCaches,
  clearCacheKey,
  clearCacheName,
  ruoyiCacheKeys,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve.ts';
import * as cacheService from './cache.service.ts';

export function cacheRoutes(app: FastifyInstance) {
  serve(app, cacheOverview, cacheService.overview);
  serve(app, cacheNames, cacheService.listNames);
  serve(app, cacheKeys, (ctx, { query }) => cacheService.listKeys(ctx, query));
  serve(app, ruoyiCacheKeys, (ctx, { params }) => cacheService.listRuoyiKeys(ctx, params.cacheName));
  serve(app, cacheEntry, (ctx, { params }) => cacheService.readValue(ctx, params.cacheName, params.cacheKey));
  serve(app, clearCacheName, (ctx, { params }) => cacheService.clearName(ctx, params.cacheName));
  serve(app, clearCacheKey, (ctx, { params }) => cacheService.clearKey(ctx, params.cacheKey));
  serve(app, clearAllCaches, cacheService.clearAll);
}
