import { operlogs } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as operlogService from './operlog.service.ts';

export function operlogRoutes(app: FastifyInstance) {
  resourceRoutes(app, operlogs, operlogService);

  const access = { permission: operlogs.permission('remove') };
  const log = { title: operlogs.log, type: 'clear' } as const;
  endpoint(app, { method: 'DELETE', url: `${operlogs.path}/clean`, access, log }, async (ctx) => {
    await operlogService.clear(ctx);
    return done(ctx);
  });
}
