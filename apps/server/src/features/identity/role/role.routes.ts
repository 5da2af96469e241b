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
import { answersBeside, answersData, answersRows } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as roleService from './role.service.ts';
import * as roleUserService from './role-user.service.ts';

const { path, word } = roles;
const access = (operation: 'list' | 'read' | 'edit') => ({ permission: roles.permission(operation) });
const change = { method: 'PUT', access: access('edit'), word } as const;
const log = { title: '角色管理', type: 'edit' } as const;
const ofRole = z.object({ roleId: Id });

/** Spreadsheets use RuoYi's columns and titles. */
const titled = (field?: string) => (field ? `system.role.sheet.${field}` : 'system.role.sheet') as ReturnType<typeof word>;
export const exportedRoles = exportedList(roles, roleService.list, {
  noun: { ...roles, word: titled } as unknown as Resource,
  fields: ['roleId', 'roleName', 'roleKey', 'roleSort', 'dataScope', 'status'],
});

export function roleRoutes(app: FastifyInstance) {
  resourceRoutes(app, roles, roleService, ['list', 'read', 'add', 'edit', 'remove']);
  exportRoute(app, exportedRoles);

  endpoint(app, { ...change, url: `${path}/dataScope`, body: RoleScope, log }, async (ctx, { body }) => {
    await roleService.setDataScope(ctx, body);
    return done(ctx);
  });
  endpoint(app, { ...change, url: `${path}/changeStatus`, body: RoleStatus, log }, async (ctx, { body }) => {
    await roleService.changeStatus(ctx, body);
    return done(ctx);
  });
  endpoint(
    app,
    { method: 'GET', url: `${path}/optionselect`, answer: answersData(z.array(roles.record)), access: access('read') },
    async (ctx) => done(ctx, await roleService.choices(ctx)),
  );
  // The second address is RuoYi's older one.
  for (const url of [`${path}/deptTree/:roleId`, '/system/dept/roleDeptTreeselect/:roleId'])
    endpoint(
      app,
      {
        method: 'GET',
        url,
        access: access('read'),
        params: ofRole,
        answer: answersBeside({ depts: z.array(TreeNode), checkedKeys: z.array(z.int()) }),
      },
      async (ctx, { params }) => ({
        ...done(ctx),
        ...(await roleService.deptTree(ctx, params.roleId)),
      }),
    );
  holderRoutes(app);
}

function holderRoutes(app: FastifyInstance) {
  const at = `${path}/authUser`;
  const search = { method: 'GET', access: access('list'), querystring: listQuery(RoleHolders, []), word } as const;
  endpoint(app, { ...search, url: `${at}/allocatedList`, answer: answersRows(RoleCandidate) }, async (ctx, { query }) =>
    listed(ctx, await roleUserService.holders(ctx, query as Search)),
  );
  endpoint(app, { ...search, url: `${at}/unallocatedList`, answer: answersRows(RoleCandidate) }, async (ctx, { query }) =>
    listed(ctx, await roleUserService.candidates(ctx, query as Search)),
  );
  const grant = { ...change, log: { ...log, type: 'grant' } } as const;
  endpoint(app, { ...grant, url: `${at}/cancel`, body: RoleHolder }, async (ctx, { body }) => {
    await roleUserService.take(ctx, body.roleId, [body.userId]);
    return done(ctx);
  });
  endpoint(app, { ...grant, url: `${at}/cancelAll`, querystring: RoleAssignment }, async (ctx, { query }) => {
    await roleUserService.take(ctx, query.roleId, query.userIds);
    return done(ctx);
  });
  endpoint(app, { ...grant, url: `${at}/selectAll`, querystring: RoleAssignment }, async (ctx, { query }) => {
    await roleUserService.give(ctx, query.roleId, query.userIds);
    return done(ctx);
  });
}

type Search = Parameters<typeof roleUserService.holders>[1];
