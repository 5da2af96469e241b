import { DeptOrder, depts, Id, TreeNode } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersData } from '../../../http/answer.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import { filterQuery } from '../../../http/list-query.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as deptService from './dept.service.ts';

/** A tree departs from the grammar twice: its list is whole and in `data`, and it is removed one by one. */
export function deptRoutes(app: FastifyInstance) {
  const { path, log, word } = depts;
  const access = (operation: string) => ({ permission: depts.permission(operation) });
  const params = z.object({ id: Id });
  const querystring = filterQuery(depts.filters);

  endpoint(
    app,
    { method: 'GET', url: `${path}/list`, answer: answersData(z.array(depts.record)), access: access('list'), querystring, word },
    async (ctx, { query }) => done(ctx, await deptService.list(ctx, query)),
  );
  endpoint(
    app,
    { method: 'GET', url: `${path}/list/exclude/:id`, answer: answersData(z.array(depts.record)), access: access('list'), params },
    async (ctx, asked) => done(ctx, await deptService.list(ctx, {}, asked.params.id)),
  );
  // What the family called the tree before it moved to /system/user/deptTree.
  endpoint(
    app,
    { method: 'GET', url: `${path}/treeselect`, answer: answersData(z.array(TreeNode)), access: access('list'), querystring, word },
    async (ctx, { query }) => done(ctx, await deptService.tree(ctx, query)),
  );

  resourceRoutes(app, depts, deptService, ['read', 'add', 'edit']);

  const sort = { method: 'PUT', url: `${path}/updateSort`, access: access('edit'), body: DeptOrder, word } as const;
  endpoint(app, { ...sort, log: { title: '保存部门排序', type: 'edit' } }, async (ctx, { body }) => {
    await deptService.updateSort(ctx, body);
    return done(ctx);
  });
  const remove = { method: 'DELETE', url: `${path}/:id`, access: access('remove'), params } as const;
  endpoint(app, { ...remove, ...(log && { log: { title: log, type: 'remove' } }) }, async (ctx, asked) => {
    await deptService.remove(ctx, asked.params.id);
    return done(ctx);
  });
}
