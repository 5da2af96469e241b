import { GoodsFigures, gallery, Id } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as galleryService from './product-gallery.service.ts';

export function galleryRoutes(app: FastifyInstance) {
  resourceRoutes(app, gallery, galleryService);
  const access = { permission: gallery.permission('read') };
  const one = {
    method: 'GET',
    url: `${gallery.path}/:id/figures`,
    answer: dataResponse(z.object({ goods: gallery.record, figures: GoodsFigures })),
    access,
    params: z.object({ id: Id }),
  } as const;
  endpoint(app, one, async (ctx, { params }) => done(ctx, await galleryService.figures(ctx, params.id)));
}
