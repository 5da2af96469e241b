import { postOptions, posts } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as postService from './post.service.ts';

export function postRoutes(app: FastifyInstance) {
  resourceRoutes(app, posts, postService);
  serve(app, postOptions, (ctx) => postService.listAll(ctx));
}
