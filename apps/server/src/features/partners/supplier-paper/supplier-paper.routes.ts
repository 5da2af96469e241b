import { supplierPapers } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as supplierPaperService from './supplier-paper.service.ts';

export function supplierPaperRoutes(app: FastifyInstance) {
  resourceRoutes(app, supplierPapers, supplierPaperService);
}
