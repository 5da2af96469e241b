import { OwnSignIn, Register, SignIn } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { bearer } from '../../../platform/http/access-control.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { listed } from '../../../platform/http/envelope.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { envelopeResponse, rowsResponse } from '../../../platform/http/response-spec.ts';
import * as signInLogService from '../../system/sign-in-log/sign-in-log.service.ts';
import * as signInService from './sign-in.service.ts';

/** Attempts per address and minute. A name locks much earlier (`suyuan.lock.failures`). */
const SIGN_INS_PER_MINUTE = 60;
/** Registrations per address and minute. Each attempt costs a hash. */
const REGISTRATIONS_PER_MINUTE = 10;

const word = (field: string) => `account.${field}`;

export function signInRoutes(app: FastifyInstance) {
  const limitSignIn = rateLimit('login', SIGN_INS_PER_MINUTE);
  endpoint(
    app,
    {
      method: 'POST',
      url: '/login',
      answer: envelopeResponse({ token: z.string() }),
      access: 'anonymous',
      body: SignIn,
      anyText: true,
      word,
    },
    async (ctx, { body, request }) => {
      await limitSignIn(ctx.db, ctx.ip);
      const key = request.headers['idempotency-key'];
      const session = await signInService.signIn(ctx, body, typeof key === 'string' ? key : '');
      return { code: 200, msg: ctx.t('account.signedIn'), ...session };
    },
  );

  const limitRegister = rateLimit('register', REGISTRATIONS_PER_MINUTE);
  endpoint(app, { method: 'POST', url: '/register', access: 'anonymous', body: Register, word }, async (ctx, { body }) => {
    await limitRegister(ctx.db, ctx.ip);
    await signInService.register(ctx, body);
    return { code: 200, msg: ctx.t('account.registered') };
  });

  const querystring = listQuery(z.object({}), []);
  endpoint(
    app,
    { method: 'GET', url: '/account/signIn/list', answer: rowsResponse(OwnSignIn), access: 'signedIn', querystring },
    async (ctx, { query }) => listed(ctx, await signInLogService.ownList(ctx, query)),
  );

  // RuoYi clients use different methods. The answer is the same with a valid, an expired or no token.
  for (const method of ['POST', 'DELETE', 'GET'] as const)
    endpoint(app, { method, url: '/logout', access: 'anonymous' }, async (ctx, { request }) => {
      await signInService.signOut(ctx, bearer(request));
      return { code: 200, msg: ctx.t('account.signedOut') };
    });
}
