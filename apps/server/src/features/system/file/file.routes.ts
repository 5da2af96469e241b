import {
  FILE_BYTES,
  FILES_AT_ONCE,
  ownFile,
  publicPicture,
  resourceFile,
  type UploadAnswer,
  uploadFile,
  uploadFiles,
} from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/http/context.ts';
import { Download } from '../../../platform/http/download.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { serve } from '../../../platform/http/serve.ts';
import { Problem } from '../../../platform/problem.ts';
import * as fileService from './file.service.ts';
import type { UnpublishedFile } from './file-content.ts';

/** Uploads per user and minute. */
const UPLOADS_PER_MINUTE = 120;

/** Maximum bytes of an upload request, including multipart overhead. */
const REQUEST_BYTES = 2 * FILE_BYTES + 65_536;

/** RuoYi's `/common`: upload, download of own files, download by address, and public images. */
export function fileRoutes(app: FastifyInstance) {
  const limit = rateLimit('upload', UPLOADS_PER_MINUTE);
  const upload = (maxFiles: number) =>
    ({
      parts: { file: 'file' },
      repeatable: true,
      prepare: async (ctx: Context, request: FastifyRequest) => {
        await limit(ctx.db, String(ctx.actor.userId));
        const files = await receiveAll(ctx, request, maxFiles);
        return { files, digest: fileService.digestOf(files) };
      },
      discard: (ctx: Context, { files }: { files: UnpublishedFile[] }) => fileService.discardReceived(ctx, files),
    }) as const;
  const publish = async (ctx: Context, request: FastifyRequest, files: UnpublishedFile[]): Promise<UploadAnswer[]> => {
    const origin = originOf(request);
    return (await fileService.publish(ctx, files, 'upload')).map((file) => fileService.uploadAnswer(file, origin));
  };
  serve(
    app,
    uploadFile,
    async (ctx, { request, prepared }) => {
      const [file] = await publish(ctx, request, prepared.files);
      // The cast: an upload without a file has been refused.
      return file as UploadAnswer;
    },
    upload(1),
  );
  serve(
    app,
    uploadFiles,
    async (ctx, { request, prepared }) => {
      const files = await publish(ctx, request, prepared.files);
      const join = (field: keyof UploadAnswer) => files.map((file) => file[field]).join(',');
      return {
        urls: join('url'),
        fileNames: join('fileName'),
        newFileNames: join('newFileName'),
        originalFilenames: join('originalFilename'),
      };
    },
    upload(FILES_AT_ONCE),
  );

  serve(app, ownFile, async (ctx, { query }) => {
    const file = await fileService.openOwn(ctx, query.fileName);
    const onClose = (isComplete: boolean) => {
      if (isComplete && query.delete) void fileService.discardExport(ctx, query.fileName).catch(() => undefined);
    };
    return attachment(file, onClose);
  });
  serve(app, resourceFile, async (ctx, { query, request }) =>
    attachment(await fileService.openResource(ctx, query.resource, request.headers.range)),
  );
  serve(app, publicPicture, async (ctx, { request }) => {
    const file = await fileService.openPicture(ctx.installation, (request.params as Record<string, string>)['*'] ?? '');
    if (!file) throw Object.assign(new Error('no such picture'), { statusCode: 404 });
    const headers = {
      ...passiveHeaders,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    };
    return new Download({ type: file.type, fileName: file.name, inline: true, body: file.body, length: file.bytes, headers });
  });
}

/** Browsers must never execute uploaded content. */
const passiveHeaders = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" };

function attachment(file: Awaited<ReturnType<typeof fileService.openOwn>>, onClose?: (isComplete: boolean) => void) {
  const { part } = file;
  const length = part === 'outside' ? 0 : part ? part.end - part.start : file.bytes;
  const contentRange = part === 'outside' ? `*/${file.bytes}` : part && `${part.start}-${part.end - 1}/${file.bytes}`;
  const headers = {
    'accept-ranges': 'bytes',
    ...(contentRange && { 'content-range': `bytes ${contentRange}` }),
    ...passiveHeaders,
    'download-filename': encodeURIComponent(file.name),
    'access-control-expose-headers': 'Content-Disposition, download-filename',
  };
  return new Download({
    type: file.type,
    fileName: file.name,
    body: file.body,
    length,
    headers,
    status: part === 'outside' ? 416 : part ? 206 : 200,
    ...(onClose && { onClose }),
  });
}

/** Receives and checks all files of an upload. One refusal refuses all. */
async function receiveAll(ctx: Context, request: FastifyRequest, maxFiles: number): Promise<UnpublishedFile[]> {
  if (!request.isMultipart()) throw new Problem('fileMissing');
  if (Number(request.headers['content-length'] ?? 0) > REQUEST_BYTES) throw Object.assign(new Error('too large'), { statusCode: 413 });
  const received: UnpublishedFile[] = [];
  try {
    for await (const part of request.files({ limits: { fileSize: FILE_BYTES + 1, files: maxFiles }, throwFileSizeLimit: false })) {
      received.push(await fileService.receiveUpload(ctx, part.file, part.filename));
    }
    if (received.length === 0) throw new Problem('fileMissing');
    return received;
  } catch (error) {
    await fileService.discardReceived(ctx, received);
    closeConnection(request);
    throw error;
  }
}

/** Milliseconds that the client has to read the refusal before the connection closes. */
const REFUSAL_GRACE_MS = 500;

/** A refused upload without `content-length` may be endless, so the connection is closed. */
function closeConnection({ raw }: FastifyRequest) {
  if (raw.headers['content-length'] === undefined && !raw.complete) setTimeout(() => raw.destroy(), REFUSAL_GRACE_MS).unref();
}

/**
 * Origin for the absolute addresses that RuoYi clients need: the `Origin` header if it matches `Host`, else the request's own host. It is
 * returned only to the uploader and never stored.
 */
function originOf({ headers, protocol, host }: FastifyRequest): string {
  const origin = headers.origin ?? '';
  if (/^https?:\/\/[\w.:[\]-]+$/.test(origin) && origin.replace(/^https?:\/\//, '') === headers.host) return origin;
  return /^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}` : '';
}
