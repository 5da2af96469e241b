import { supplierPapers } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as supplierPaperService from './supplierPaper.service.ts';

export function supplierPaperRoutes(app: FastifyInstance) {
  resourceRoutes(app, supplierPapers, supplierPaperService);
}
