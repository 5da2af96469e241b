import { Id, ProductStatistics, productGallery } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as galleryService from './product-gallery.service.ts';

export function productGalleryRoutes(app: FastifyInstance) {
  resourceRoutes(app, productGallery, galleryService);
  const access = { permission: productGallery.permission('read') };
  const one = {
    method: 'GET',
    url: `${productGallery.path}/:id/figures`,
    answer: dataResponse(z.object({ goods: productGallery.record, figures: ProductStatistics })),
    access,
    params: z.object({ id: Id }),
  } as const;
  endpoint(app, one, async (ctx, { params }) => done(ctx, await galleryService.figures(ctx, params.id)));
}
