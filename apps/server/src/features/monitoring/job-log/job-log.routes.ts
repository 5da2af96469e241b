import { clearJobLog, jobLogs } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as jobLogService from './job-log.service.ts';

export function jobLogRoutes(app: FastifyInstance) {
  serve(app, clearJobLog, jobLogService.clean);
  resourceRoutes(app, jobLogs, jobLogService);
}
