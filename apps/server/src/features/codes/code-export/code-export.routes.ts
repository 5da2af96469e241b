import { codeExportFile, codeExports, codeManifest, exportBatch } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { byteRange } from '../../../platform/files/file-store.ts';
import { Download } from '../../../platform/http/download.ts';
import { actionRoute } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as codeExportService from './code-export.service.ts';
import { codeStream } from './code-stream.ts';

const types = { txt: 'text/plain; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

export function codeExportRoutes(app: FastifyInstance) {
  actionRoute(app, exportBatch, codeExportService.request);
  serve(app, codeExports, (ctx, { params }) => codeExportService.list(ctx, params.id));
  serve(app, codeManifest, (ctx, { params }) => codeExportService.manifest(ctx, params.id, params.exportId));
  serve(app, codeExportFile, async (ctx, { params, request }) => {
    const resumed = /^bytes=(?!0*-)/.test(request.headers.range ?? '');
    const { exportId, file, format, name } = await codeExportService.open(ctx, params.ticket, resumed);
    const etag = `"${exportId}"`;
    const ifRange = request.headers['if-range'];
    const part = ifRange && ifRange !== etag ? undefined : byteRange(request.headers.range, file.bytes);
    // a buffering proxy could read bytes that its client never receives, and they are not sent again
    const headers = { 'accept-ranges': 'bytes', etag, 'x-accel-buffering': 'no' };
    const answer = { type: types[format === 'csv' ? 'csv' : 'txt'], fileName: name };
    if (part === 'outside')
      return new Download({
        ...answer,
        status: 416,
        body: Buffer.alloc(0),
        headers: { ...headers, 'content-range': `bytes */${file.bytes}` },
      });

    const { start, end } = part ?? { start: 0, end: file.bytes };
    await codeExportService.begin(ctx, exportId, { start, bytes: file.bytes });
    const { body, onClose } = codeStream(ctx.db, exportId, file, { start, end });
    const partial = { status: 206, headers: { ...headers, 'content-range': `bytes ${start}-${end - 1}/${file.bytes}` } };
    const closeDownload = (arrived: boolean) => onClose(arrived).catch((err: unknown) => request.log.error({ err, exportId }));
    return new Download({ ...answer, headers, ...(part && partial), body, length: end - start, onClose: closeDownload });
  });
}
