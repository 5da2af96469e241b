import { ServerProcess, ServerReading, ServerSample, server } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as serverService from './server.service.ts';

export function serverRoutes(app: FastifyInstance) {
  const access = { permission: server.permission };
  endpoint(app, { method: 'GET', url: server.path, answer: dataResponse(ServerReading), access }, async (ctx) =>
    done(ctx, await serverService.read(ctx)),
  );
  endpoint(app, { method: 'GET', url: `${server.path}/processes`, answer: dataResponse(z.array(ServerProcess)), access }, async (ctx) =>
    done(ctx, await serverService.listProcesses(ctx)),
  );
  const querystring = z.object({ processId: z.uuid().optional() });
  endpoint(
    app,
    { method: 'GET', url: `${server.path}/samples`, answer: dataResponse(z.array(ServerSample)), access, querystring },
    async (ctx, { query }) => done(ctx, await serverService.listSamples(ctx, query)),
  );
}
