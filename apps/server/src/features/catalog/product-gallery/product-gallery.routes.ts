import { galleryProduct, productGallery } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as galleryService from './product-gallery.service.ts';

export function productGalleryRoutes(app: FastifyInstance) {
  resourceRoutes(app, productGallery, galleryService);
  serve(app, galleryProduct, (ctx, { params }) => galleryService.figures(ctx, params.id));
}
