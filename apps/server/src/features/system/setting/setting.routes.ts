import { PublicSettings, settings } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalidateEverywhere } from '../../../platform/cache/cache.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as passwordService from '../../identity/password/password.service.ts';
import * as settingService from './setting.service.ts';

const INIT_PASSWORD = 'sys.user.initPassword';
const KeyParams = z.object({ key: z.string().max(200) });

export function settingRoutes(app: FastifyInstance) {
  resourceRoutes(app, settings, settingService);
  // RuoYi reads the value from `msg`, our console from `data`.
  const valueRoute = {
    method: 'GET',
    url: '/system/config/configKey/:key',
    answer: dataResponse(z.string()),
    access: 'signedIn',
    params: KeyParams,
  } as const;
  endpoint(app, valueRoute, async (ctx, { params }) => {
    const stored = await settingService.readForDisplay(ctx, params.key);
    // RuoYi clients prefill a new user's password with this value
    const value = params.key !== INIT_PASSWORD || (await passwordService.isUsable(ctx.db, stored)) ? stored : '';
    return { code: 200, msg: value, data: value };
  });
  // Server decisions read settings from the database; only displayed values are cached.
  const refreshRoute = {
    method: 'DELETE',
    url: '/system/config/refreshCache',
    access: { permission: settings.permission('remove') },
  } as const;
  endpoint(app, { ...refreshRoute, log: { title: '参数管理', type: 'clear' } }, async (ctx) => {
    await invalidateEverywhere(ctx.installation.db, ctx.db, 'sys_config');
    return done(ctx);
  });
  endpoint(app, { method: 'GET', url: '/public/settings', answer: dataResponse(PublicSettings), access: 'anonymous' }, async (ctx) =>
    done(ctx, await settingService.publicSettings(ctx.installation)),
  );
}
