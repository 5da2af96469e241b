import { Id, OperlogChain, OperlogSeal, operlogs } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersData } from '../../../http/answer.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as operlogService from './operlog.service.ts';

export function operlogRoutes(app: FastifyInstance) {
  resourceRoutes(app, operlogs, operlogService);

  const chain = {
    method: 'GET',
    url: `${operlogs.path}/chain`,
    access: { permission: operlogs.permission('list') },
    answer: answersData(OperlogChain),
  } as const;
  endpoint(app, chain, async (ctx) => done(ctx, await operlogService.chain(ctx)));
  const seal = {
    method: 'GET',
    url: `${operlogs.path}/:id/seal`,
    access: { permission: operlogs.permission('read') },
    answer: answersData(OperlogSeal),
  } as const;
  endpoint(app, { ...seal, params: z.object({ id: Id }) }, async (ctx, { params }) => done(ctx, await operlogService.seal(ctx, params.id)));

  const access = { permission: operlogs.permission('remove') };
  const log = { title: operlogs.log, type: 'clear' } as const;
  endpoint(app, { method: 'DELETE', url: `${operlogs.path}/clean`, access, log }, async (ctx) => {
    await operlogService.clear(ctx);
    return done(ctx);
  });
}
