import { MapService } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { now } from '../../../platform/db/clock.ts';
import { answersData } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { isPass, passUntil } from './pass.ts';
import { askVendor, vendorUrl } from './vendor.ts';

/** Questions of one address within a minute; a page asks with every letter of a place. */
const PER_MINUTE = 600;

/** `GET /common/map`: how the console draws by a map service; no `data` where no key is set. */
export function mapServiceRoutes(app: FastifyInstance) {
  endpoint(app, { method: 'GET', url: '/common/map', access: 'signedIn', answer: answersData(MapService.optional()) }, async (ctx) => {
    const { amap, masterKey } = ctx.installation;
    if (!amap) return done(ctx);
    const servicePath = amap.securityCode ? `/map/${passUntil(masterKey, now())}/_AMapService` : null;
    return done(ctx, { amapKey: amap.key, servicePath } satisfies MapService);
  });
}

/** The policy of the one document in which the vendor's script runs: the console's own pages never load it. */
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
  // no windows, no leading of the console elsewhere, no downloads, no dialogs; an origin of its own would send no `Referer` (decision 43)
  'sandbox allow-scripts allow-same-origin',
].join('; ');

/** What the vendor's script has no need to ask the browser for. */
const frameDevices = ['camera', 'microphone', 'geolocation', 'clipboard-read', 'display-capture', 'payment', 'usb', 'serial', 'bluetooth']
  .map((device) => `${device}=()`)
  .join(', ');

const framePage =
  '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<title>AMap</title><style>html,body,#map{height:100%;margin:0;overflow:hidden}</style></head><body><div id="map"></div></body></html>';

/**
 * Beside the console: `/map/frame`, the document that holds the vendor's map, and `/map/{pass}/_AMapService/…`, which hands the script's
 * questions on with the security code that no browser gets to see. Neither is there where no key is set.
 */
export function mapFrame(app: FastifyInstance) {
  const allow = rateLimit('map', PER_MINUTE);
  const there = ({ ctx }: FastifyRequest) => ctx.installation.amap;
  app.route({
    method: 'GET',
    url: '/map/frame',
    config: { access: 'anonymous' },
    handler: async (request, reply) => {
      if (!there(request)) return reply.callNotFound();
      // keys may be bound to the site that they are used on
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
      const account = there(request);
      const { pass, '*': path } = request.params;
      if (!account || !isPass(request.ctx.installation.masterKey, pass, now())) return reply.callNotFound();
      await allow(request.ctx.db, request.ip);
      const url = vendorUrl(account, path, request.raw.url?.split('?')[1] ?? '');
      if (!url) return reply.callNotFound();
      const answer = await askVendor(url, request.headers.referer?.slice(0, 500));
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      return answer ? reply.type(answer.type).send(answer.body) : reply.code(502).type('text/plain; charset=utf-8').send('502');
    },
  });
}
