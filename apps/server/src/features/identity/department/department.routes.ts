import { DepartmentOrder, departments, Id, TreeNode } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersData } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as departmentService from './department.service.ts';

/** Unlike other resources, the list is unpaged in `data`, and removal takes one id. */
export function departmentRoutes(app: FastifyInstance) {
  const { path, log, word } = departments;
  const access = (operation: string) => ({ permission: departments.permission(operation) });
  const params = z.object({ id: Id });
  const querystring = filterQuery(departments.filters);

  endpoint(
    app,
    { method: 'GET', url: `${path}/list`, answer: answersData(z.array(departments.record)), access: access('list'), querystring, word },
    async (ctx, { query }) => done(ctx, await departmentService.list(ctx, query)),
  );
  endpoint(
    app,
    { method: 'GET', url: `${path}/list/exclude/:id`, answer: answersData(z.array(departments.record)), access: access('list'), params },
    async (ctx, asked) => done(ctx, await departmentService.list(ctx, {}, asked.params.id)),
  );
  // RuoYi's older address of /system/user/deptTree.
  endpoint(
    app,
    { method: 'GET', url: `${path}/treeselect`, answer: answersData(z.array(TreeNode)), access: access('list'), querystring, word },
    async (ctx, { query }) => done(ctx, await departmentService.tree(ctx, query)),
  );

  resourceRoutes(app, departments, departmentService, ['read', 'add', 'edit']);

  const sort = { method: 'PUT', url: `${path}/updateSort`, access: access('edit'), body: DepartmentOrder, word } as const;
  endpoint(app, { ...sort, log: { title: '保存部门排序', type: 'edit' } }, async (ctx, { body }) => {
    await departmentService.updateSort(ctx, body);
    return done(ctx);
  });
  const remove = { method: 'DELETE', url: `${path}/:id`, access: access('remove'), params } as const;
  endpoint(app, { ...remove, ...(log && { log: { title: log, type: 'remove' } }) }, async (ctx, asked) => {
    await departmentService.remove(ctx, asked.params.id);
    return done(ctx);
  });
}
