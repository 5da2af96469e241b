import { posts } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as postService from './post.service.ts';

export function postRoutes(app: FastifyInstance) {
  resourceRoutes(app, posts, postService);
  endpoint(
    app,
    { method: 'GET', url: `${posts.path}/optionselect`, answer: dataResponse(z.array(posts.record)), access: 'signedIn' },
    async (ctx) => done(ctx, await postService.listAll(ctx)),
  );
}
