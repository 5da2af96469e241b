import { serverProcesses, serverReading, serverSamples } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve.ts';
import * as serverService from './server.service.ts';

export function serverRoutes(app: FastifyInstance) {
  serve(app, serverReading, serverService.read);
  serve(app, serverProcesses, serverService.listProcesses);
  serve(app, serverSamples, (ctx, { query }) => serverService.listSamples(ctx, query));
}
