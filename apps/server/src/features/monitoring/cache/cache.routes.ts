import { CacheKeys, CacheKeysQuery, CacheName, CacheOverview, CacheValue, cache } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as cacheService from './cache.service.ts';

const text = z.string().min(1).max(2000);

export function cacheRoutes(app: FastifyInstance) {
  const { path, permission } = cache;
  const readRoute = { method: 'GET', access: { permission: permission('list') } } as const;
  endpoint(app, { ...readRoute, url: path, answer: dataResponse(CacheOverview) }, async (ctx) =>
    done(ctx, await cacheService.overview(ctx)),
  );
  endpoint(app, { ...readRoute, url: `${path}/getNames`, answer: dataResponse(z.array(CacheName)) }, async (ctx) =>
    done(ctx, await cacheService.listNames(ctx)),
  );
  endpoint(
    app,
    { ...readRoute, url: `${path}/keys`, querystring: CacheKeysQuery, answer: dataResponse(CacheKeys) },
    async (ctx, { query }) => done(ctx, await cacheService.listKeys(ctx, query)),
  );
  endpoint(
    app,
    { ...readRoute, url: `${path}/getKeys/:cacheName`, params: z.object({ cacheName: text }), answer: dataResponse(z.array(z.string())) },
    async (ctx, { params }) => done(ctx, await cacheService.listRuoyiKeys(ctx, params.cacheName)),
  );
  const valueParams = z.object({ cacheName: text, cacheKey: text });
  endpoint(
    app,
    { ...readRoute, url: `${path}/getValue/:cacheName/:cacheKey`, params: valueParams, answer: dataResponse(CacheValue) },
    async (ctx, { params }) => done(ctx, await cacheService.readValue(ctx, params.cacheName, params.cacheKey)),
  );

  const removeRoute = {
    method: 'DELETE',
    access: { permission: permission('remove') },
    log: { title: '缓存清理', type: 'clear' },
  } as const;
  endpoint(
    app,
    { ...removeRoute, url: `${path}/clearCacheName/:cacheName`, params: z.object({ cacheName: text }) },
    async (ctx, { params }) => {
      await cacheService.clearName(ctx, params.cacheName);
      return done(ctx);
    },
  );
  endpoint(
    app,
    { ...removeRoute, url: `${path}/clearCacheKey/:cacheKey`, params: z.object({ cacheKey: text }) },
    async (ctx, { params }) => {
      await cacheService.clearKey(ctx, params.cacheKey);
      return done(ctx);
    },
  );
  endpoint(app, { ...removeRoute, url: `${path}/clearCacheAll`, sensitive: true }, async (ctx) => {
    await cacheService.clearAll(ctx);
    return done(ctx);
  });
}
