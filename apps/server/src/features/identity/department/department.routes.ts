import { departmentList, departments, departmentsOutside, departmentTree, sortDepartments } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as departmentService from './department.service.ts';

/** Unlike other resources, the list is unpaged in `data`. */
export function departmentRoutes(app: FastifyInstance) {
  serve(app, departmentList, (ctx, { query }) => departmentService.list(ctx, query));
  serve(app, departmentsOutside, (ctx, { params }) => departmentService.list(ctx, {}, params.id));
  serve(app, departmentTree, (ctx, { query }) => departmentService.tree(ctx, query));
  resourceRoutes(app, departments, departmentService, ['read', 'add', 'edit', 'remove']);
  serve(app, sortDepartments, (ctx, { body }) => departmentService.updateSort(ctx, body));
}
