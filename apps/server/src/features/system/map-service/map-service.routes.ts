import { mapService } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { now } from '../../../platform/db/clock.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { serve } from '../../../platform/http/serve.ts';
import { createPass, isPass, requestVendor, vendorUrl } from './map-access.ts';

/** Requests per address and minute; search sends one per keystroke. */
const PER_MINUTE = 600;

/** `GET /common/map`: map service settings of the console; no `data` without a key. */
export function mapServiceRoutes(app: FastifyInstance) {
  serve(app, mapService, async ({ installation: { amap, masterKey } }) => {
    if (!amap) return undefined;
    return { amapKey: amap.key, servicePath: amap.securityCode ? `/map/${createPass(masterKey, now())}/_AMapService` : null };
  });
}

/** Content security policy of the frame, the only document that runs the vendor's script. */
const framePolicy = [
  "default-src 'none'",
  "script-src 'self' https://webapi.amap.com https://*.amap.com 'wasm-unsafe-eval'",
  'worker-src blob:',
  "connect-src 'self' https://*.amap.com https://*.autonavi.com data: blob:",
  "img-src 'self' https://*.amap.com https://*.autonavi.com data: blob:",
  "style-src 'unsafe-inline' https://webapi.amap.com",
  'font-src data: https://webapi.amap.com',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  // no popups, navigation of the console, downloads or dialogs; an opaque origin would send no `Referer` (decision 43)
  'sandbox allow-scripts allow-same-origin',
].join('; ');

/** Browser features that the vendor's script does not need. */
const frameDevices = ['camera', 'microphone', 'geolocation', 'clipboard-read', 'display-capture', 'payment', 'usb', 'serial', 'bluetooth']
  .map((device) => `${device}=()`)
  .join(', ');

const framePage =
  '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<title>AMap</title><style>html,body,#map{height:100%;margin:0;overflow:hidden}</style></head><body><div id="map"></div></body></html>';

/**
 * Outside the console: `/map/frame` contains the vendor's map. `/map/{pass}/_AMapService/…` proxies its requests and adds the security
 * code, which no browser receives. Both are absent without a key.
 */
export function mapFrame(app: FastifyInstance) {
  const allow = rateLimit('map', PER_MINUTE);
  const accountOf = ({ ctx }: FastifyRequest) => ctx.installation.amap;
  app.route({
    method: 'GET',
    url: '/map/frame',
    config: { access: 'anonymous' },
    handler: async (request, reply) => {
      if (!accountOf(request)) return reply.callNotFound();
      // vendor keys may be bound to the site's referrer
      reply.header('content-security-policy', framePolicy).header('permissions-policy', frameDevices);
      reply.header('referrer-policy', 'strict-origin-when-cross-origin');
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(framePage);
    },
  });
  app.route<{ Params: { pass: string; '*': string } }>({
    method: 'GET',
    url: '/map/:pass/_AMapService/*',
    config: { access: 'anonymous' },
    handler: async (request, reply) => {
      const account = accountOf(request);
      const { pass, '*': path } = request.params;
      if (!account || !isPass(request.ctx.installation.masterKey, pass, now())) return reply.callNotFound();
      await allow(request.ctx.db, request.ip);
      const url = vendorUrl(account, path, request.raw.url?.split('?')[1] ?? '');
      if (!url) return reply.callNotFound();
      const answer = await requestVendor(url, request.headers.referer?.slice(0, 500));
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      return answer ? reply.type(answer.type).send(answer.body) : reply.code(502).type('text/plain; charset=utf-8').send('502');
    },
  });
}
