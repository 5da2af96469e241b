import { auditLogChain, auditLogSeal, auditLogs, clearAuditLog } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as auditLogService from './audit-log.service.ts';

export function auditLogRoutes(app: FastifyInstance) {
  resourceRoutes(app, auditLogs, auditLogService);
  serve(app, auditLogChain, auditLogService.chain);
  serve(app, auditLogSeal, (ctx, { params }) => auditLogService.seal(ctx, params.id));
  serve(app, clearAuditLog, auditLogService.clear);
}
