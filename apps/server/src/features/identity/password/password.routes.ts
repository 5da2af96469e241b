import { confirmPassword, defineEndpoint, PasswordChange, unlockScreen } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as passwordService from './password.service.ts';

type Passwords = z.output<typeof PasswordChange>;

export function passwordRoutes(app: FastifyInstance) {
  serve(app, confirmPassword, async (ctx, { body }) => {
    await passwordService.confirm(ctx, body.password);
    return { msg: ctx.t('account.confirmed') };
  });
  serve(app, unlockScreen, async (ctx, { body }) => {
    await passwordService.confirm(ctx, body.password);
    return { msg: ctx.t('account.unlocked') };
  });

  // Older RuoYi clients send both passwords in the query. Not declared: clients of the contract must not do so.
  const changePassword = defineEndpoint({ path: '/system/user/profile' }, 'PUT /updatePwd', {
    access: 'signedIn',
    rest: 'PUT /account/password',
    log: { title: '个人信息', type: 'edit' },
    query: PasswordChange,
    body: PasswordChange,
  });
  const passwordsOf = ({ body, query }: { body: Passwords; query: Passwords | undefined }) =>
    !body.oldPassword && !body.newPassword && query?.oldPassword ? query : body;
  // Compare outside the transaction, so that a failed attempt counts although the change is rolled back.
  // The cast: the request has passed the schemas.
  const prepare = (ctx: Context, request: FastifyRequest) =>
    passwordService.confirm(ctx, passwordsOf(request as unknown as Parameters<typeof passwordsOf>[0]).oldPassword);
  serve(
    app,
    changePassword,
    async (ctx, input) =>
      passwordService.change(ctx, { from: input.prepared, to: await passwordService.ensureNew(ctx, passwordsOf(input)) }),
    { prepare },
  );
}
