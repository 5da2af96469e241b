import { PasswordChange, PasswordConfirmation } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../../platform/db/db.ts';
import { endpoint, runWithAuditLog } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import * as passwordService from './password.service.ts';

export function passwordRoutes(app: FastifyInstance) {
  const confirmRoute = { method: 'POST', access: 'signedIn', body: PasswordConfirmation } as const;
  endpoint(app, { ...confirmRoute, url: '/account/confirm' }, async (ctx, { body }) => {
    await passwordService.confirm(ctx, body.password);
    return { code: 200, msg: ctx.t('account.confirmed') };
  });
  endpoint(app, { ...confirmRoute, url: '/unlockscreen' }, async (ctx, { body }) => {
    await passwordService.confirm(ctx, body.password);
    return { code: 200, msg: ctx.t('account.unlocked') };
  });

  // Older RuoYi clients send both passwords in the query.
  const changeRoute = {
    method: 'PUT',
    url: '/system/user/profile/updatePwd',
    access: 'signedIn',
    querystring: PasswordChange,
    body: PasswordChange,
  } as const;
  endpoint(app, changeRoute, async (ctx, { body, query, request }) => {
    const passwords = body.oldPassword || body.newPassword ? body : query;
    // Compare outside the transaction, so that a failed attempt counts although the change is rolled back.
    const confirmOldPassword = () => passwordService.confirm(ctx, passwords.oldPassword);
    const run = async (db: Db, from: string) => {
      await passwordService.change({ ...ctx, db }, { from, to: await passwordService.ensureNew(ctx, passwords) });
      return done(ctx);
    };
    return runWithAuditLog(request, { title: '个人信息', type: 'edit' }, run, confirmOldPassword);
  });
}
