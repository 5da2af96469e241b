import { traceTemplates } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as traceTemplateService from './trace-template.service.ts';

export function traceTemplateRoutes(app: FastifyInstance) {
  resourceRoutes(app, traceTemplates, traceTemplateService);
}
