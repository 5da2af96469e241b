import { ApiDocumentName, swagger } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { pageRoute } from '../../../platform/http/page-route.ts';
import { jsonResponse } from '../../../platform/http/response-spec.ts';
import { type PublicRouteTable, swaggerService } from './open-api.service.ts';

/** Addresses that RuoYi clients open in an iframe, and the corresponding console page. */
const pages = [
  { url: '/druid/login.html', path: '/monitor/druid', word: 'monitor.druid.elsewhere' },
  { url: '/swagger-ui/index.html', path: '/tool/swagger', word: 'tool.swagger.elsewhere' },
] as const;

/** Serves a text and a link, because the menus of these clients show the response. */
function iframePages(app: FastifyInstance) {
  for (const { url, path, word } of pages) {
    const html = ({ ctx, protocol, host }: FastifyRequest) => {
      // absolute, because the client may be on another host
      const address = /^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}${path}` : path;
      const lang = ctx.language;
      return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${ctx.t(word)}</title><p>${ctx.t(word)}</p><p><a href="${address}" target="_blank" rel="noopener">${address}</a></p></html>`;
    };
    pageRoute(app, { method: ['GET'], url, refused: html }, async (request) => ({ html: html(request) }));
  }
}

/** `GET /tool/swagger/{document}`: OpenAPI 3.1, with the console's access control. */
export function openApiRoutes(app: FastifyInstance, publicRouteTable: PublicRouteTable) {
  iframePages(app);
  const service = swaggerService(app.routeTable, publicRouteTable);
  const access = { permission: swagger.permission };
  const params = z.object({ document: ApiDocumentName });
  const answer = jsonResponse(z.looseObject({ openapi: z.string() }));
  const word = () => 'tool.swagger.document';
  endpoint(app, { method: 'GET', url: `${swagger.path}/:document`, access, params, answer, word } as const, async (ctx, input) =>
    service.read(ctx, input.params.document),
  );
}
