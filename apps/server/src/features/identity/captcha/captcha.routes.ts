import { captchaImage } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as captchaService from './captcha.service.ts';

/** Captchas per address and minute. */
const PER_MINUTE = 60;

export function captchaRoutes(app: FastifyInstance) {
  const limit = rateLimit('captcha', PER_MINUTE);
  serve(app, captchaImage, async (ctx) => {
    await limit(ctx.db, ctx.ip);
    const about = await settingService.about(ctx.installation);
    return { ...about, ...(await captchaService.create(ctx.installation)) };
  });
}
