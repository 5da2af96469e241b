import { Captcha, ServerAbout } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { envelopeResponse } from '../../../platform/http/response-spec.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as captchaService from './captcha.service.ts';

/** Captchas per address and minute. */
const PER_MINUTE = 60;

export function captchaRoutes(app: FastifyInstance) {
  const limit = rateLimit('captcha', PER_MINUTE);
  endpoint(
    app,
    { method: 'GET', url: '/captchaImage', answer: envelopeResponse({ ...Captcha.shape, ...ServerAbout.shape }), access: 'anonymous' },
    async (ctx) => {
      await limit(ctx.db, ctx.ip);
      const about = await settingService.about(ctx.installation);
      return { ...done(ctx), ...about, ...(await captchaService.create(ctx.installation)) };
    },
  );
}
