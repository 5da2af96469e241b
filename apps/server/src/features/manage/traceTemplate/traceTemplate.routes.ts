import { traceTemplates } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as traceTemplateService from './traceTemplate.service.ts';

export function traceTemplateRoutes(app: FastifyInstance) {
  resourceRoutes(app, traceTemplates, traceTemplateService);
}
