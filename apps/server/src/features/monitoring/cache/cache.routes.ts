import { CacheKeys, CacheKeysQuery, CacheName, CacheOverview, CacheValue, cache } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersData } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import * as cacheService from './cache.service.ts';

const text = z.string().min(1).max(2000);

export function cacheRoutes(app: FastifyInstance) {
  const { path, permission } = cache;
  const read = { method: 'GET', access: { permission: permission('list') } } as const;
  endpoint(app, { ...read, url: path, answer: answersData(CacheOverview) }, async (ctx) => done(ctx, await cacheService.overview(ctx)));
  endpoint(app, { ...read, url: `${path}/getNames`, answer: answersData(z.array(CacheName)) }, async (ctx) =>
    done(ctx, await cacheService.names(ctx)),
  );
  endpoint(app, { ...read, url: `${path}/keys`, querystring: CacheKeysQuery, answer: answersData(CacheKeys) }, async (ctx, { query }) =>
    done(ctx, await cacheService.keys(ctx, query)),
  );
  endpoint(
    app,
    { ...read, url: `${path}/getKeys/:cacheName`, params: z.object({ cacheName: text }), answer: answersData(z.array(z.string())) },
    async (ctx, { params }) => done(ctx, await cacheService.ruoyiKeys(ctx, params.cacheName)),
  );
  const one = z.object({ cacheName: text, cacheKey: text });
  endpoint(
    app,
    { ...read, url: `${path}/getValue/:cacheName/:cacheKey`, params: one, answer: answersData(CacheValue) },
    async (ctx, { params }) => done(ctx, await cacheService.value(ctx, params.cacheName, params.cacheKey)),
  );

  const remove = { method: 'DELETE', access: { permission: permission('remove') }, log: { title: '缓存清理', type: 'clear' } } as const;
  endpoint(app, { ...remove, url: `${path}/clearCacheName/:cacheName`, params: z.object({ cacheName: text }) }, async (ctx, { params }) => {
    await cacheService.clearName(ctx, params.cacheName);
    return done(ctx);
  });
  endpoint(app, { ...remove, url: `${path}/clearCacheKey/:cacheKey`, params: z.object({ cacheKey: text }) }, async (ctx, { params }) => {
    await cacheService.clearKey(ctx, params.cacheKey);
    return done(ctx);
  });
  endpoint(app, { ...remove, url: `${path}/clearCacheAll`, sensitive: true }, async (ctx) => {
    await cacheService.clearAll(ctx);
    return done(ctx);
  });
}
