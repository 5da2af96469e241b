import { signInLogs } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as passwordService from '../../identity/password/password.service.ts';
import * as signInLogService from './sign-in-log.service.ts';

const UserNameParams = z.object({ userName: z.string().max(200) });

export function signInLogRoutes(app: FastifyInstance) {
  const removeAccess = { permission: signInLogs.permission('remove') };
  const clearLog = { title: signInLogs.log, type: 'clear' } as const;
  endpoint(app, { method: 'DELETE', url: `${signInLogs.path}/clean`, access: removeAccess, log: clearLog }, async (ctx) => {
    await signInLogService.clean(ctx);
    return done(ctx);
  });
  resourceRoutes(app, signInLogs, signInLogService);

  // RuoYi unlocks with GET, and logs it.
  const unlockRoute = { method: 'GET', url: '/monitor/logininfor/unlock/:userName', params: UserNameParams } as const;
  const access = { permission: signInLogs.permission('unlock') };
  endpoint(app, { ...unlockRoute, access, log: { title: '账户解锁', type: 'other' } }, async (ctx, { params }) => {
    await passwordService.unlock(ctx.db, params.userName);
    return done(ctx);
  });
}
