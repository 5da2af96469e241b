import { FILE_BYTES, replaceAvatar } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/http/context.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { serve } from '../../../platform/http/serve.ts';
import { Problem } from '../../../platform/problem.ts';
import * as fileService from '../../system/file/file.service.ts';
import type { UnpublishedFile } from '../../system/file/file-content.ts';
import * as avatarService from './avatar.service.ts';

/** Uploads per user and minute. */
const PER_MINUTE = 20;

/** Maximum request size in bytes. The margin above `FILE_BYTES` lets a slightly too large file get a problem text. */
const REQUEST_BYTES = FILE_BYTES + 65_536;

/** RuoYi's `POST /system/user/profile/avatar`: part `avatarfile`, returns the image address below `/api`. */
export function avatarRoutes(app: FastifyInstance) {
  const limit = rateLimit('avatar', PER_MINUTE);
  const prepare = async (ctx: Context, request: FastifyRequest) => {
    await limit(ctx.db, String(ctx.actor.userId));
    const image = await receive(ctx, request);
    return { image, digest: fileService.digestOf([image]) };
  };
  const discard = (ctx: Context, { image }: { image: UnpublishedFile }) => fileService.discardReceived(ctx, [image]);
  serve(app, replaceAvatar, async (ctx, { prepared }) => ({ imgUrl: await avatarService.replace(ctx, prepared.image) }), {
    ...{ parts: { avatarfile: 'file' }, prepare, discard },
  } as const);
}

/** @throws fileMissing, pictureTooLarge, fileTypeWrong, fileContentWrong, picturePixelsTooMany */
async function receive(ctx: Context, request: FastifyRequest) {
  if (!request.isMultipart()) throw new Problem('fileMissing');
  if (Number(request.headers['content-length'] ?? 0) > REQUEST_BYTES) throw Object.assign(new Error('too large'), { statusCode: 413 });
  const part = await request.file({ limits: { fileSize: FILE_BYTES + 1, files: 1 }, throwFileSizeLimit: false });
  if (part?.fieldname !== 'avatarfile') throw new Problem('fileMissing');
  return fileService.receiveUpload(ctx, part.file, part.filename, 'picture');
}
