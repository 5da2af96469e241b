import { operlogs } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as operlogService from './operlog.service.ts';

export function operlogRoutes(app: FastifyInstance) {
  resourceRoutes(app, operlogs, operlogService);
}
