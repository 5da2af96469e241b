import { CronQuestion, CronReading, JobRun, JobStatusChange, JobTargetReading, jobs } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import { jobService } from './job.service.ts';
import type { JobTargets } from './job-target.ts';

export function jobRoutes(app: FastifyInstance, targets: JobTargets) {
  const service = jobService(targets);
  resourceRoutes(app, jobs, service);
  const log = { title: jobs.log ?? '', type: 'edit' } as const;
  const access = { permission: jobs.permission('changeStatus') };
  const readAccess = { permission: jobs.permission('list') };
  const { path, word } = jobs;

  endpoint(app, { method: 'PUT', url: `${path}/changeStatus`, access, log, body: JobStatusChange, word }, async (ctx, { body }) => {
    await service.changeStatus(ctx, body);
    return done(ctx);
  });
  endpoint(
    app,
    {
      method: 'PUT',
      url: `${path}/run`,
      answer: dataResponse(z.object({ jobLogId: z.int() }).optional()),
      access,
      log,
      body: JobRun,
      word,
    },
    async (ctx, { body }) => done(ctx, await service.run(ctx, body)),
  );
  endpoint(
    app,
    { method: 'GET', url: `${path}/targets`, answer: dataResponse(z.array(JobTargetReading)), access: readAccess },
    async (ctx) => done(ctx, service.targets(ctx)),
  );
  endpoint(
    app,
    { method: 'GET', url: `${path}/cron`, answer: dataResponse(CronReading), access: readAccess, querystring: CronQuestion, word },
    async (ctx, { query }) => done(ctx, service.cron(ctx, query)),
  );
}
