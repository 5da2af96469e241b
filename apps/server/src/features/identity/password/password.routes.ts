import { PasswordChange, PasswordConfirmation } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../../platform/db/database.types.ts';
import { endpoint, logged } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import * as passwordService from './password.service.ts';

export function passwordRoutes(app: FastifyInstance) {
  const again = { method: 'POST', access: 'signedIn', body: PasswordConfirmation } as const;
  endpoint(app, { ...again, url: '/account/confirm' }, async (ctx, { body }) => {
    await passwordService.confirm(ctx, body.password);
    return { code: 200, msg: ctx.t('account.confirmed') };
  });
  endpoint(app, { ...again, url: '/unlockscreen' }, async (ctx, { body }) => {
    await passwordService.confirm(ctx, body.password);
    return { code: 200, msg: ctx.t('account.unlocked') };
  });

  // Older RuoYi clients send both passwords in the query.
  const change = {
    method: 'PUT',
    url: '/system/user/profile/updatePwd',
    access: 'signedIn',
    querystring: PasswordChange,
    body: PasswordChange,
  } as const;
  endpoint(app, change, async (ctx, { body, query, request }) => {
    const given = body.oldPassword || body.newPassword ? body : query;
    // Compare outside the transaction, so that a failed attempt counts although the change is rolled back.
    const compared = () => passwordService.confirm(ctx, given.oldPassword);
    const run = async (db: Db, from: string) => {
      await passwordService.change({ ...ctx, db }, { from, to: await passwordService.ensureNew(ctx, given) });
      return done(ctx);
    };
    return logged(request, { title: '个人信息', type: 'edit' }, run, compared);
  });
}
