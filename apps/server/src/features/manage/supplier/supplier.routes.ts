import { suppliers } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as supplierService from './supplier.service.ts';

export function supplierRoutes(app: FastifyInstance) {
  resourceRoutes(app, suppliers, supplierService);
}
