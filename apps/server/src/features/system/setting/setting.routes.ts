import { publicSettings, refreshSettings, settings, settingValue } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { invalidateEverywhere } from '../../../platform/cache/cache.ts';
import { encodedOnce } from '../../../platform/http/encoded.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as passwordService from '../../identity/password/password.service.ts';
import * as settingService from './setting.service.ts';

const INIT_PASSWORD = 'sys.user.initPassword';

export function settingRoutes(app: FastifyInstance) {
  resourceRoutes(app, settings, settingService);
  serve(app, settingValue, async (ctx, { params }) => {
    const stored = await settingService.readForDisplay(ctx, params.key);
    // RuoYi clients prefill a new user's password with this value
    const value = params.key !== INIT_PASSWORD || (await passwordService.isUsable(ctx.db, stored)) ? stored : '';
    return { msg: value, data: value };
  });
  // Server decisions read settings from the database; only displayed values are cached.
  serve(app, refreshSettings, (ctx) => invalidateEverywhere(ctx.installation.db, ctx.db, 'sys_config'));
  serve(app, publicSettings, (ctx) => settingService.publicSettings(ctx.installation), { encode: encodedOnce });
}
