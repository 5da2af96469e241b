import { clearSignInLog, signInLogs, unlockAccount } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as passwordService from '../../identity/password/password.service.ts';
import * as signInLogService from './sign-in-log.service.ts';

export function signInLogRoutes(app: FastifyInstance) {
  serve(app, clearSignInLog, signInLogService.clean);
  resourceRoutes(app, signInLogs, signInLogService);
  serve(app, unlockAccount, (ctx, { params }) => passwordService.unlock(ctx.db, params.userName));
}
