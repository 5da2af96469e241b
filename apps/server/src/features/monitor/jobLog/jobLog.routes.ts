import { jobLogs } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as jobLogService from './jobLog.service.ts';

export function jobLogRoutes(app: FastifyInstance) {
  const access = { permission: jobLogs.permission('remove') };
  const log = { title: '调度日志', type: 'clear' } as const;
  endpoint(app, { method: 'DELETE', url: `${jobLogs.path}/clean`, access, log }, async (ctx) => {
    await jobLogService.clean(ctx);
    return done(ctx);
  });
  resourceRoutes(app, jobLogs, jobLogService);
}
