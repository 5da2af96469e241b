import {
  changeUserStatus,
  defineEndpoint,
  editOwnProfile,
  grantableRoles,
  grantRoles,
  ownProfile,
  queryFlag,
  resetPassword,
  userChoices,
  userDepartments,
  userRecord,
  users,
} from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { Download } from '../../../platform/http/download.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { MAX_IMPORT_BYTES } from '../../../platform/http/imported-file.ts';
import { readUploadedFile, whileConnected } from '../../../platform/http/request-bodies.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { fileResponse } from '../../../platform/http/response-spec.ts';
import { serve } from '../../../platform/http/serve.ts';
import { readSheet, SPREADSHEET, sheetLayout, writeSheet } from '../../../platform/http/spreadsheet.ts';
import * as departmentService from '../department/department.service.ts';
import * as userService from './user.service.ts';
import * as importService from './user-import.service.ts';
import { exportColumns, ImportAnswer, importColumns, pageTitles, toSheetRow, userSheet } from './user-import.service.ts';
import * as userRecordService from './user-record.service.ts';

const { path } = users;

export const exportedUsers = exportedList(users, userRecordService.list, { noun: userSheet, fields: exportColumns, rowOf: toSheetRow });

/** RuoYi's `/system/user`, except the own profile. */
function userRecordRoutes(app: FastifyInstance) {
  resourceRoutes(app, users, userRecordService, ['list', 'add', 'edit', 'remove']);
  readRoutes(app);
  actRoutes(app);
  sheetRoutes(app);
}

function readRoutes(app: FastifyInstance) {
  serve(app, userChoices, (ctx) => userRecordService.choices(ctx));
  serve(app, userRecord, async (ctx, { params }) => {
    const user = await userRecordService.read(ctx, params.id);
    const { roleIds, postIds } = user;
    return { data: user, roleIds, postIds, ...(await userRecordService.choices(ctx, user)) };
  });
  serve(app, grantableRoles, (ctx, { params }) => userRecordService.listGrantable(ctx, params.id));
  serve(app, userDepartments, (ctx, { query }) => departmentService.tree(ctx, query));
}

function actRoutes(app: FastifyInstance) {
  serve(app, resetPassword, (ctx, { body }) => userRecordService.resetPassword(ctx, body));
  serve(app, changeUserStatus, (ctx, { body }) => userRecordService.changeStatus(ctx, body));
  serve(app, grantRoles, (ctx, { query }) => userRecordService.grant(ctx, query));
}

function sheetRoutes(app: FastifyInstance) {
  exportRoute(app, exportedUsers);

  endpoint(app, { method: 'POST', url: `${path}/importTemplate`, answer: fileResponse(SPREADSHEET), access: 'signedIn' }, async (ctx) => {
    const body = await writeSheet(sheetLayout(ctx, userSheet, importColumns), []);
    return new Download({ type: SPREADSHEET, fileName: 'user_template.xlsx', body });
  });

  const declared = defineEndpoint(users, 'POST /importData', {
    ...{ permission: 'import', rest: false, log: 'import' },
    query: z.object({ dryRun: queryFlag, keepGood: queryFlag, updateSupport: queryFlag }),
    data: ImportAnswer,
  });
  const prepare = (ctx: Context, request: FastifyRequest) =>
    whileConnected(request, async (signal) => {
      const { fields, digest, ...file } = await readUploadedFile(request, MAX_IMPORT_BYTES);
      const update = queryFlag.safeParse(fields.get('updateSupport')).data ?? false;
      const { rows } = await readSheet(ctx, userSheet, importColumns, { ...file, signal }, pageTitles);
      return { update, rows, digest };
    });
  serve(
    app,
    declared,
    (ctx, { query: { updateSupport, dryRun }, prepared }) =>
      importService.importRows(ctx, prepared.rows, { update: updateSupport || prepared.update, dryRun: dryRun ?? false }),
    {
      ...{ parts: { file: 'file', updateSupport: z.string() }, bodyLimit: MAX_IMPORT_BYTES, prepare },
      message: importService.ruoyiMessage,
    } as const,
  );
}

export function userRoutes(app: FastifyInstance) {
  userRecordRoutes(app);
  serve(app, ownProfile, async (ctx) => {
    const user = await userService.read(ctx.db, ctx.actor.userId);
    return { data: user, roleGroup: user.roles.map(({ roleName }) => roleName).join(','), postGroup: user.postNames.join(',') };
  });
  serve(app, editOwnProfile, (ctx, { body }) => userService.editProfile(ctx, body));
}
