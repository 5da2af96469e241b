import { SignIn } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../../http/endpoint.ts';
import { bearer } from '../../../http/gate.ts';
import { rateLimit } from '../../../http/rate-limit.ts';
import * as signInService from './signIn.service.ts';

/** Attempts that one address may make in a minute; a name is locked long before (`suyuan.lock.failures`). */
const PER_MINUTE = 60;

export function signInRoutes(app: FastifyInstance) {
  const limit = rateLimit(PER_MINUTE);
  const form = { method: 'POST', access: 'anonymous', body: SignIn, word: (field: string) => `account.${field}` } as const;

  endpoint(app, { ...form, url: '/login' }, async (ctx, { body }) => {
    limit(ctx.ip);
    const token = await signInService.signIn(ctx, body);
    return { code: 200, msg: ctx.t('account.signedIn'), token };
  });
  endpoint(app, { ...form, url: '/register' }, async (ctx, { body }) => {
    limit(ctx.ip);
    await signInService.register(ctx, body);
    return { code: 200, msg: ctx.t('account.registered') };
  });

  // Clients of the family differ in the method; whoever asks, with a live token, a dead one or none, is signed out.
  for (const method of ['POST', 'DELETE', 'GET'] as const)
    endpoint(app, { method, url: '/logout', access: 'anonymous' }, async (ctx, { request }) => {
      await signInService.signOut(ctx, bearer(request));
      return { code: 200, msg: ctx.t('account.signedOut') };
    });
}
