import { DepartmentOrder, departments, Id, TreeNode } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as departmentService from './department.service.ts';

/** Unlike other resources, the list is unpaged in `data`, and removal takes one id. */
export function departmentRoutes(app: FastifyInstance) {
  const { path, log, word } = departments;
  const access = (operation: string) => ({ permission: departments.permission(operation) });
  const params = z.object({ id: Id });
  const querystring = filterQuery(departments.filters);

  endpoint(
    app,
    { method: 'GET', url: `${path}/list`, answer: dataResponse(z.array(departments.record)), access: access('list'), querystring, word },
    async (ctx, { query }) => done(ctx, await departmentService.list(ctx, query)),
  );
  endpoint(
    app,
    { method: 'GET', url: `${path}/list/exclude/:id`, answer: dataResponse(z.array(departments.record)), access: access('list'), params },
    async (ctx, input) => done(ctx, await departmentService.list(ctx, {}, input.params.id)),
  );
  // RuoYi's older address of /system/user/deptTree.
  endpoint(
    app,
    { method: 'GET', url: `${path}/treeselect`, answer: dataResponse(z.array(TreeNode)), access: access('list'), querystring, word },
    async (ctx, { query }) => done(ctx, await departmentService.tree(ctx, query)),
  );

  resourceRoutes(app, departments, departmentService, ['read', 'add', 'edit']);

  const sortRoute = { method: 'PUT', url: `${path}/updateSort`, access: access('edit'), body: DepartmentOrder, word } as const;
  endpoint(app, { ...sortRoute, log: { title: '保存部门排序', type: 'edit' } }, async (ctx, { body }) => {
    await departmentService.updateSort(ctx, body);
    return done(ctx);
  });
  const removeRoute = { method: 'DELETE', url: `${path}/:id`, access: access('remove'), params } as const;
  endpoint(app, { ...removeRoute, ...(log && { log: { title: log, type: 'remove' } }) }, async (ctx, input) => {
    await departmentService.remove(ctx, input.params.id);
    return done(ctx);
  });
}
