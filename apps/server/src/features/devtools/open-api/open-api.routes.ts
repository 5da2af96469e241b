import { ApiDocumentName, swagger } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { jsonResponse } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { iframePages } from './iframe-pages.ts';
import { type PublicRouteTable, swaggerService } from './open-api.service.ts';

/** `GET /tool/swagger/{document}`: OpenAPI 3.1, with the console's access control. */
export function swaggerRoutes(app: FastifyInstance, publicRouteTable: PublicRouteTable) {
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
