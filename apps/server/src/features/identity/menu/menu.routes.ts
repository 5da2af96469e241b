import { Id, MenuOrder, menus, TreeNode } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse, envelopeResponse } from '../../../platform/http/response-spec.ts';
import * as menuService from './menu.service.ts';

/** Unlike other resources, the list is unpaged in `data`, removal takes one id, and menus can be reordered. */
export function menuRoutes(app: FastifyInstance) {
  const { path, word, permission } = menus;
  const access = (operation: string) => ({ permission: permission(operation) });
  const querystring = filterQuery(menus.filters);

  endpoint(
    app,
    { method: 'GET', url: `${path}/list`, answer: dataResponse(z.array(menus.record)), access: access('list'), querystring, word },
    async (ctx, { query }) => done(ctx, await menuService.list(ctx, query)),
  );
  endpoint(
    app,
    { method: 'GET', url: `${path}/treeselect`, answer: dataResponse(z.array(TreeNode)), access: 'signedIn', querystring, word },
    async (ctx, { query }) => done(ctx, await menuService.tree(ctx, query)),
  );
  const roleTreeRoute = {
    method: 'GET',
    url: `${path}/roleMenuTreeselect/:roleId`,
    answer: envelopeResponse({ menus: z.array(TreeNode), checkedKeys: z.array(z.int()) }),
    access: 'signedIn',
    params: z.object({ roleId: Id }),
  } as const;
  endpoint(app, roleTreeRoute, async (ctx, { params }) => ({ ...done(ctx), ...(await menuService.treeOfRole(ctx, params.roleId)) }));
  const orderRoute = { method: 'PUT', url: `${path}/updateSort`, access: access('edit'), body: MenuOrder, word } as const;
  endpoint(app, { ...orderRoute, log: { title: '保存菜单排序', type: 'edit' } }, async (ctx, { body }) => {
    await menuService.sort(ctx, body);
    return done(ctx);
  });
  resourceRoutes(app, menus, menuService, ['read', 'add', 'edit']);
  const removeRoute = { method: 'DELETE', url: `${path}/:id`, access: access('remove'), params: z.object({ id: Id }) } as const;
  endpoint(app, { ...removeRoute, log: { title: '菜单管理', type: 'remove' } }, async (ctx, { params }) => {
    await menuService.remove(ctx, params.id);
    return done(ctx);
  });
}
