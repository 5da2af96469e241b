import {
  assignUsers,
  changeRoleStatus,
  type Resource,
  roleCandidates,
  roleDepartments,
  roleDepartmentsByOldPath,
  roleHolders,
  roleOptions,
  roles,
  setRoleScope,
  unassignUser,
  unassignUsers,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as roleService from './role.service.ts';
import * as roleUserService from './role-user.service.ts';

/** Spreadsheets use RuoYi's columns and titles. */
const sheetTitle = (field?: string) => (field ? `system.role.sheet.${field}` : 'system.role.sheet') as ReturnType<typeof roles.word>;
export const exportedRoles = exportedList(roles, roleService.list, {
  noun: { ...roles, word: sheetTitle } as unknown as Resource,
  fields: ['roleId', 'roleName', 'roleKey', 'roleSort', 'dataScope', 'status'],
});

export function roleRoutes(app: FastifyInstance) {
  resourceRoutes(app, roles, roleService, ['list', 'read', 'add', 'edit', 'remove']);
  exportRoute(app, exportedRoles);

  serve(app, setRoleScope, (ctx, { body }) => roleService.setDataScope(ctx, body));
  serve(app, changeRoleStatus, (ctx, { body }) => roleService.changeStatus(ctx, body));
  serve(app, roleOptions, (ctx) => roleService.listChoices(ctx));
  for (const declared of [roleDepartments, roleDepartmentsByOldPath])
    serve(app, declared, (ctx, { params }) => roleService.deptTree(ctx, params.roleId));

  serve(app, roleHolders, (ctx, { query }) => roleUserService.listHolders(ctx, query));
  serve(app, roleCandidates, (ctx, { query }) => roleUserService.listCandidates(ctx, query));
  serve(app, unassignUser, (ctx, { body }) => roleUserService.revoke(ctx, body.roleId, [body.userId]));
  serve(app, unassignUsers, (ctx, { query }) => roleUserService.revoke(ctx, query.roleId, query.userIds));
  serve(app, assignUsers, (ctx, { query }) => roleUserService.assign(ctx, query.roleId, query.userIds));
}
