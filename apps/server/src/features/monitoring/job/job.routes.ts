import { changeJobStatus, cronReading, jobs, jobTargets, runJob } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import { jobService } from './job.service.ts';
import type { JobTargets } from './job-target.ts';

export function jobRoutes(app: FastifyInstance, targets: JobTargets) {
  const service = jobService(targets);
  resourceRoutes(app, jobs, service);
  serve(app, changeJobStatus, (ctx, { body }) => service.changeStatus(ctx, body));
  serve(app, runJob, (ctx, { body }) => service.run(ctx, body));
  serve(app, jobTargets, async (ctx) => service.targets(ctx));
  serve(app, cronReading, async (ctx, { query }) => service.cron(ctx, query));
}
