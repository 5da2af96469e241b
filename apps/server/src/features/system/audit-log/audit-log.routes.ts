import { AuditLogChain, AuditLogSeal, auditLogs, Id } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as auditLogService from './audit-log.service.ts';

export function auditLogRoutes(app: FastifyInstance) {
  resourceRoutes(app, auditLogs, auditLogService);

  const chainRoute = {
    method: 'GET',
    url: `${auditLogs.path}/chain`,
    access: { permission: auditLogs.permission('list') },
    answer: dataResponse(AuditLogChain),
  } as const;
  endpoint(app, chainRoute, async (ctx) => done(ctx, await auditLogService.chain(ctx)));
  const sealRoute = {
    method: 'GET',
    url: `${auditLogs.path}/:id/seal`,
    access: { permission: auditLogs.permission('read') },
    answer: dataResponse(AuditLogSeal),
  } as const;
  endpoint(app, { ...sealRoute, params: z.object({ id: Id }) }, async (ctx, { params }) =>
    done(ctx, await auditLogService.seal(ctx, params.id)),
  );

  const access = { permission: auditLogs.permission('remove') };
  const log = { title: auditLogs.log, type: 'clear' } as const;
  endpoint(app, { method: 'DELETE', url: `${auditLogs.path}/clean`, access, log }, async (ctx) => {
    await auditLogService.clear(ctx);
    return done(ctx);
  });
}
