import { server } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import * as serverService from './server.service.ts';

export function serverRoutes(app: FastifyInstance) {
  const access = { permission: server.permission };
  endpoint(app, { method: 'GET', url: server.path, access }, async (ctx) => done(ctx, await serverService.read(ctx)));
  endpoint(app, { method: 'GET', url: `${server.path}/processes`, access }, async (ctx) => done(ctx, await serverService.processes(ctx)));
  const querystring = z.object({ processId: z.uuid().optional() });
  endpoint(app, { method: 'GET', url: `${server.path}/samples`, access, querystring }, async (ctx, { query }) =>
    done(ctx, await serverService.samples(ctx, query)),
  );
}
