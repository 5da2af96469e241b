import { menuList, menus, menuTree, roleMenus, sortMenus } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as menuService from './menu.service.ts';

/** Unlike other resources, the list is unpaged in `data`, and menus can be reordered. */
export function menuRoutes(app: FastifyInstance) {
  serve(app, menuList, (ctx, { query }) => menuService.list(ctx, query));
  serve(app, menuTree, (ctx, { query }) => menuService.tree(ctx, query));
  serve(app, roleMenus, (ctx, { params }) => menuService.treeOfRole(ctx, params.roleId));
  serve(app, sortMenus, (ctx, { body }) => menuService.sort(ctx, body));
  resourceRoutes(app, menus, menuService, ['read', 'add', 'edit', 'remove']);
}
