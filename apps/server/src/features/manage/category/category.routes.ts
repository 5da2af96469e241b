import { categories } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as categoryService from './category.service.ts';

export function categoryRoutes(app: FastifyInstance) {
  resourceRoutes(app, categories, categoryService);
}
