import { Readable } from 'node:stream';
import { CodeImportForm, codeImportReport, codeImports, FILE_NAME_LENGTH, FOREIGN_FILE_BYTES, Id, importCodes } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { Download } from '../../../platform/http/download.ts';
import { InvalidInput } from '../../../platform/http/refusal.ts';
import { serve } from '../../../platform/http/serve.ts';
import { Problem } from '../../../platform/problem.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as codeImportService from './code-import.service.ts';

export function codeImportRoutes(app: FastifyInstance) {
  const discard = (ctx: Context, { file }: Awaited<ReturnType<typeof receiveFile>>) => fileService.discardReceived(ctx, [file]);
  const upload = { parts: { ...CodeImportForm.shape, file: 'file' }, prepare: receiveFile, discard } as const;
  serve(
    app,
    importCodes,
    (ctx, { params, prepared: { form, file, lines } }) => codeImportService.begin(ctx, params.id, form, { file, lines }),
    upload,
  );
  serve(app, codeImports, (ctx, { params }) => codeImportService.list(ctx, params.id));
  serve(app, codeImportReport, async (ctx, { params }) => {
    const { name, body } = await codeImportService.report(ctx, params.id, params.importId);
    return new Download({ type: 'text/csv; charset=utf-8', fileName: name, body: Readable.from(body, { objectMode: false }) });
  });
}

/**
 * Streams the file to disk. The other form fields must precede it.
 * @throws as `assertImportable`, fileMissing, fileEmpty, fileTypeWrong, fileTooLarge, codeFileEncoded
 */
async function receiveFile(ctx: Context, request: FastifyRequest) {
  const batchId = z.object({ id: Id }).parse(request.params).id;
  await codeImportService.assertImportable(ctx, batchId);
  if (!request.isMultipart()) throw new Problem('fileMissing');
  const fields: Record<string, string> = {};
  const limits = { fileSize: FOREIGN_FILE_BYTES, files: 1, fields: 20 };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const form = CodeImportForm.safeParse(fields);
    if (!form.success) throw new InvalidInput(form.error.issues);
    const originalName = (part.filename.split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').slice(-FILE_NAME_LENGTH);
    if (!/\.(txt|csv)$/i.test(originalName)) throw new Problem('fileTypeWrong', { file: originalName, allowed: ['txt', 'csv'] });
    const counter = countLines(part.file, originalName);
    const fileType = { originalName, ending: originalName.slice(-3).toLowerCase(), type: 'text/plain; charset=utf-8' };
    const file = await fileService.generate(ctx.installation, counter.body, fileType);
    if (part.file.truncated || file.bytes === 0) await fileService.discardReceived(ctx, [file]);
    if (part.file.truncated) throw new Problem('fileTooLarge', { max: '2 GB' });
    if (file.bytes === 0) throw new Problem('fileEmpty', { file: originalName });
    return { form: form.data, file, lines: counter.lines(), digest: [form.data, fileService.digestOf([file])] };
  }
  throw new Problem('fileMissing');
}

/** Rejects UTF-16. */
function countLines(source: AsyncIterable<Buffer>, file: string) {
  let lines = 0;
  let lastByte = 10;
  let isStarted = false;
  async function* body() {
    for await (const chunk of source) {
      if (!isStarted && /^(\u00ff\u00fe|\u00fe\u00ff)/.test(chunk.toString('latin1', 0, 2))) throw new Problem('codeFileEncoded', { file });
      isStarted = true;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
      lastByte = chunk.at(-1) ?? lastByte;
      yield chunk;
    }
  }
  return { body: body(), lines: () => lines + (lastByte === 10 ? 0 : 1) };
}
