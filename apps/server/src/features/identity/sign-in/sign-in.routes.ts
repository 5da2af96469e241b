import { ownSignIns, register, signIn, signOuts } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { bearer } from '../../../platform/http/access-control.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as signInLogService from '../../system/sign-in-log/sign-in-log.service.ts';
import * as signInService from './sign-in.service.ts';

/** Attempts per address and minute. A name locks much earlier (`suyuan.lock.failures`). */
const SIGN_INS_PER_MINUTE = 60;
/** Registrations per address and minute. Each attempt costs a hash. */
const REGISTRATIONS_PER_MINUTE = 10;

export function signInRoutes(app: FastifyInstance) {
  const limitSignIn = rateLimit('login', SIGN_INS_PER_MINUTE);
  serve(
    app,
    signIn,
    async (ctx, { body, request }) => {
      await limitSignIn(ctx.db, ctx.ip);
      const key = request.headers['idempotency-key'];
      const session = await signInService.signIn(ctx, body, typeof key === 'string' ? key : '');
      return { msg: ctx.t('account.signedIn'), ...session };
    },
    { anyText: true },
  );

  const limitRegister = rateLimit('register', REGISTRATIONS_PER_MINUTE);
  serve(app, register, async (ctx, { body }) => {
    await limitRegister(ctx.db, ctx.ip);
    await signInService.register(ctx, body);
    return { msg: ctx.t('account.registered') };
  });

  serve(app, ownSignIns, (ctx, { query }) => signInLogService.ownList(ctx, query));

  // The answer is the same with a valid, an expired or no token.
  for (const signOut of signOuts)
    serve(app, signOut, async (ctx, { request }) => {
      await signInService.signOut(ctx, bearer(request));
      return { msg: ctx.t('account.signedOut') };
    });
}
