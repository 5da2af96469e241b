import {
  Id,
  type Resource,
  RoleAssignment,
  RoleCandidate,
  RoleHolder,
  RoleHolders,
  RoleScope,
  RoleStatus,
  roles,
  TreeNode,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse, envelopeResponse, rowsResponse } from '../../../platform/http/response-spec.ts';
import * as roleService from './role.service.ts';
import * as roleUserService from './role-user.service.ts';

const { path, word } = roles;
const access = (operation: 'list' | 'read' | 'edit') => ({ permission: roles.permission(operation) });
const changeRoute = { method: 'PUT', access: access('edit'), word } as const;
const log = { title: '角色管理', type: 'edit' } as const;
const roleParams = z.object({ roleId: Id });

/** Spreadsheets use RuoYi's columns and titles. */
const sheetTitle = (field?: string) => (field ? `system.role.sheet.${field}` : 'system.role.sheet') as ReturnType<typeof word>;
export const exportedRoles = exportedList(roles, roleService.list, {
  noun: { ...roles, word: sheetTitle } as unknown as Resource,
  fields: ['roleId', 'roleName', 'roleKey', 'roleSort', 'dataScope', 'status'],
});

export function roleRoutes(app: FastifyInstance) {
  resourceRoutes(app, roles, roleService, ['list', 'read', 'add', 'edit', 'remove']);
  exportRoute(app, exportedRoles);

  endpoint(app, { ...changeRoute, url: `${path}/dataScope`, body: RoleScope, log }, async (ctx, { body }) => {
    await roleService.setDataScope(ctx, body);
    return done(ctx);
  });
  endpoint(app, { ...changeRoute, url: `${path}/changeStatus`, body: RoleStatus, log }, async (ctx, { body }) => {
    await roleService.changeStatus(ctx, body);
    return done(ctx);
  });
  endpoint(
    app,
    { method: 'GET', url: `${path}/optionselect`, answer: dataResponse(z.array(roles.record)), access: access('read') },
    async (ctx) => done(ctx, await roleService.listChoices(ctx)),
  );
  // The second address is RuoYi's older one.
  for (const url of [`${path}/deptTree/:roleId`, '/system/dept/roleDeptTreeselect/:roleId'])
    endpoint(
      app,
      {
        method: 'GET',
        url,
        access: access('read'),
        params: roleParams,
        answer: envelopeResponse({ depts: z.array(TreeNode), checkedKeys: z.array(z.int()) }),
      },
      async (ctx, { params }) => ({
        ...done(ctx),
        ...(await roleService.deptTree(ctx, params.roleId)),
      }),
    );
  holderRoutes(app);
}

function holderRoutes(app: FastifyInstance) {
  const holdersPath = `${path}/authUser`;
  const searchRoute = { method: 'GET', access: access('list'), querystring: listQuery(RoleHolders, []), word } as const;
  endpoint(app, { ...searchRoute, url: `${holdersPath}/allocatedList`, answer: rowsResponse(RoleCandidate) }, async (ctx, { query }) =>
    listed(ctx, await roleUserService.listHolders(ctx, query as HolderQuery)),
  );
  endpoint(app, { ...searchRoute, url: `${holdersPath}/unallocatedList`, answer: rowsResponse(RoleCandidate) }, async (ctx, { query }) =>
    listed(ctx, await roleUserService.listCandidates(ctx, query as HolderQuery)),
  );
  const grantRoute = { ...changeRoute, log: { ...log, type: 'grant' } } as const;
  endpoint(app, { ...grantRoute, url: `${holdersPath}/cancel`, body: RoleHolder }, async (ctx, { body }) => {
    await roleUserService.revoke(ctx, body.roleId, [body.userId]);
    return done(ctx);
  });
  endpoint(app, { ...grantRoute, url: `${holdersPath}/cancelAll`, querystring: RoleAssignment }, async (ctx, { query }) => {
    await roleUserService.revoke(ctx, query.roleId, query.userIds);
    return done(ctx);
  });
  endpoint(app, { ...grantRoute, url: `${holdersPath}/selectAll`, querystring: RoleAssignment }, async (ctx, { query }) => {
    await roleUserService.assign(ctx, query.roleId, query.userIds);
    return done(ctx);
  });
}

type HolderQuery = Parameters<typeof roleUserService.listHolders>[1];
