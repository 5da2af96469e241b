import { FILE_BYTES } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { endpoint, runWithAuditLog } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { envelopeResponse } from '../../../platform/http/response-spec.ts';
import * as avatarService from './avatar.service.ts';

/** Uploads per user and minute. */
const PER_MINUTE = 20;

/** Maximum request size in bytes. The margin above `FILE_BYTES` lets a slightly too large file get a problem text. */
const REQUEST_BYTES = FILE_BYTES + 65_536;

/** RuoYi's `POST /system/user/profile/avatar`: part `avatarfile`, returns the image address below `/api`. */
export function avatarRoutes(app: FastifyInstance) {
  const limit = rateLimit('avatar', PER_MINUTE);
  endpoint(
    app,
    {
      method: 'POST',
      url: '/system/user/profile/avatar',
      answer: envelopeResponse({ imgUrl: z.string() }),
      parts: { avatarfile: 'file' },
      access: 'signedIn',
    },
    async (ctx, { request }) => {
      await limit(ctx.db, String(ctx.actor.userId));
      let previousUrl = '';
      const answer = await runWithAuditLog(
        request,
        { title: '用户头像', type: 'edit' },
        async (db, image) => {
          const avatar = await avatarService.replace(ctx, db, image);
          previousUrl = avatar.previousUrl;
          return { ...done(ctx), imgUrl: avatar.imgUrl };
        },
        () => receive(ctx, request),
      );
      await avatarService.discard(ctx, previousUrl);
      return answer;
    },
  );
}

/** @throws fileMissing and the upload errors of `arrive` */
async function receive(ctx: Context, request: FastifyRequest) {
  if (!request.isMultipart()) throw new Problem('fileMissing');
  if (Number(request.headers['content-length'] ?? 0) > REQUEST_BYTES) throw Object.assign(new Error('too large'), { statusCode: 413 });
  const part = await request.file({ limits: { fileSize: FILE_BYTES + 1, files: 1 }, throwFileSizeLimit: false });
  if (part?.fieldname !== 'avatarfile') throw new Problem('fileMissing');
  return avatarService.receive(ctx, part.file, part.filename);
}
