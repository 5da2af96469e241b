import { jobLogs } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as jobLogService from './job-log.service.ts';

export function jobLogRoutes(app: FastifyInstance) {
  const access = { permission: jobLogs.permission('remove') };
  const log = { title: '调度日志', type: 'clear' } as const;
  endpoint(app, { method: 'DELETE', url: `${jobLogs.path}/clean`, access, log }, async (ctx) => {
    await jobLogService.clean(ctx);
    return done(ctx);
  });
  resourceRoutes(app, jobLogs, jobLogService);
}
