import { departments, Id, PasswordReset, ProfileInput, RoleGrant, TreeNode, User, UserChoices, UserStatus, users } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { Download } from '../../../platform/http/download.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { MAX_IMPORT_BYTES } from '../../../platform/http/imported-file.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { readUploadedFile, whileConnected } from '../../../platform/http/request-bodies.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse, envelopeResponse, fileResponse } from '../../../platform/http/response-spec.ts';
import { readSheet, SPREADSHEET, sheetLayout, writeSheet } from '../../../platform/http/spreadsheet.ts';
import * as departmentService from '../department/department.service.ts';
import * as userService from './user.service.ts';
import * as importService from './user-import.service.ts';
import { exportColumns, ImportAnswer, importAnswer, importColumns, pageTitles, toSheetRow, userSheet } from './user-import.service.ts';
import * as acts from './user-record.service.ts';

const { path, log: title, word } = users;
const access = (operation: string) => ({ permission: users.permission(operation) });

export const exportedUsers = exportedList(users, acts.list, { noun: userSheet, fields: exportColumns, rowOf: toSheetRow });

/** RuoYi's `/system/user`, except the own profile. */
function userRecordRoutes(app: FastifyInstance) {
  resourceRoutes(app, users, acts, ['list', 'add', 'edit', 'remove']);
  readRoutes(app);
  actRoutes(app);
  sheetRoutes(app);
}

/** Returns a user with the choices of the form; without a key only the choices, for a new user. */
function readRoutes(app: FastifyInstance) {
  endpoint(app, { method: 'GET', url: path, access: access('read'), answer: envelopeResponse(UserChoices.shape) }, async (ctx) => ({
    ...done(ctx),
    ...(await acts.choices(ctx)),
  }));

  const readRoute = { method: 'GET', access: access('read'), params: z.object({ id: Id }) } as const;
  endpoint(
    app,
    {
      ...readRoute,
      url: `${path}/:id`,
      answer: dataResponse(users.record, { roleIds: z.array(z.int()), postIds: z.array(z.int()), ...UserChoices.shape }),
    },
    async (ctx, { params }) => {
      const user = await acts.read(ctx, params.id);
      const { roleIds, postIds } = user;
      return { ...done(ctx, user), roleIds, postIds, ...(await acts.choices(ctx, user)) };
    },
  );
  endpoint(
    app,
    { ...readRoute, url: `${path}/authRole/:id`, answer: envelopeResponse({ user: users.record, roles: UserChoices.shape.roles }) },
    async (ctx, { params }) => ({
      ...done(ctx),
      ...(await acts.listGrantable(ctx, params.id)),
    }),
  );

  const treeRoute = {
    method: 'GET',
    url: `${path}/deptTree`,
    answer: dataResponse(z.array(TreeNode)),
    access: access('list'),
    querystring: filterQuery(departments.filters),
  } as const;
  endpoint(app, { ...treeRoute, word: departments.word }, async (ctx, { query }) => done(ctx, await departmentService.tree(ctx, query)));
}

function actRoutes(app: FastifyInstance) {
  const edit = { title: title ?? '', type: 'edit' } as const;
  const resetRoute = { method: 'PUT', url: `${path}/resetPwd`, access: access('resetPwd'), log: edit, body: PasswordReset, word } as const;
  endpoint(app, resetRoute, async (ctx, { body }) => {
    await acts.resetPassword(ctx, body);
    return done(ctx);
  });

  const statusRoute = { method: 'PUT', url: `${path}/changeStatus`, access: access('edit'), log: edit, body: UserStatus, word } as const;
  endpoint(app, statusRoute, async (ctx, { body }) => {
    await acts.changeStatus(ctx, body);
    return done(ctx);
  });

  const grantRoute = { method: 'PUT', url: `${path}/authRole`, access: access('edit'), querystring: RoleGrant, word } as const;
  endpoint(app, { ...grantRoute, log: { ...edit, type: 'grant' } }, async (ctx, { query }) => {
    await acts.grant(ctx, query);
    return done(ctx);
  });
}

function sheetRoutes(app: FastifyInstance) {
  exportRoute(app, exportedUsers);

  endpoint(app, { method: 'POST', url: `${path}/importTemplate`, answer: fileResponse(SPREADSHEET), access: 'signedIn' }, async (ctx) => {
    const body = await writeSheet(sheetLayout(ctx, userSheet, importColumns), []);
    return new Download({ type: SPREADSHEET, fileName: 'user_template.xlsx', body });
  });

  const flag = z.preprocess((value) => /^(true|1)$/i.test(String(value)), z.boolean());
  const importQuery = z.object({ dryRun: flag, keepGood: flag, updateSupport: flag });
  const answer = dataResponse(ImportAnswer);
  const parts = { file: 'file', updateSupport: z.string() } as const;
  const importRoute = {
    method: 'POST',
    url: `${path}/importData`,
    access: access('import'),
    querystring: importQuery,
    answer,
    parts,
  } as const;
  const prepare = (ctx: Context, request: FastifyRequest) =>
    whileConnected(request, async (signal) => {
      const { fields, ...file } = await readUploadedFile(request, MAX_IMPORT_BYTES);
      const update = flag.parse(fields.get('updateSupport') ?? '0');
      const { rows } = await readSheet(ctx, userSheet, importColumns, { ...file, signal }, pageTitles);
      return { update, rows };
    });
  const log = { title: title ?? '', type: 'import' } as const;
  endpoint(app, { ...importRoute, log, bodyLimit: MAX_IMPORT_BYTES, prepare }, async (ctx, { query: options, prepared }) => {
    const update = options.updateSupport || prepared.update;
    const rows = await importService.importRows(ctx, prepared.rows, { update, dryRun: options.dryRun });
    return importAnswer(ctx, rows, options);
  });
}

const PROFILE = '/system/user/profile';

export function userRoutes(app: FastifyInstance) {
  userRecordRoutes(app);
  endpoint(
    app,
    { method: 'GET', url: PROFILE, access: 'signedIn', answer: dataResponse(User, { roleGroup: z.string(), postGroup: z.string() }) },
    async (ctx) => {
      const user = await userService.read(ctx.db, ctx.actor.userId);
      return { ...done(ctx, user), roleGroup: user.roles.map(({ roleName }) => roleName).join(','), postGroup: user.postNames.join(',') };
    },
  );

  const edit = { method: 'PUT', url: PROFILE, access: 'signedIn', body: ProfileInput } as const;
  const log = { title: '个人信息', type: 'edit' } as const;
  endpoint(app, { ...edit, log, word: (field) => `account.profile.${field}` }, async (ctx, { body }) => {
    await userService.editProfile(ctx, body);
    return done(ctx);
  });
}
