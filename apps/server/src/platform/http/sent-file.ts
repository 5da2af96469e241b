import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** A part with a file name is a file. The parser would also accept bytes without one. */
export const isPartAFile = (_field: string | undefined, _type: string | undefined, fileName: string | undefined) => fileName !== undefined;

interface UploadedForm {
  name: string;
  bytes: Buffer;
  fields: Map<string, string>;
}

/**
 * Reads a form with one spreadsheet of at most `largest` bytes into memory.
 * @throws fileUnreadable, fileTooLarge
 */
export async function readUploadedFile(request: FastifyRequest, maxBytes: number): Promise<UploadedForm> {
  const fields = new Map<string, string>();
  let file: { name: string; bytes: Buffer } | undefined;
  const unreadable = (cause?: unknown) => new Problem('fileUnreadable', { file: file?.name ?? '', expected: 'xlsx' }, { cause });
  if (!request.isMultipart()) throw unreadable();
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 50 } })) {
      if (part.type !== 'file') fields.set(part.fieldname, String(part.value));
      else {
        file = { name: part.filename.slice(0, 100), bytes: Buffer.alloc(0) };
        file.bytes = await part.toBuffer();
      }
    }
  } catch (cause) {
    const tooLarge = cause instanceof Error && 'code' in cause && cause.code === 'FST_REQ_FILE_TOO_LARGE';
    throw tooLarge ? new Problem('fileTooLarge', { max: `${maxBytes / 1024 / 1024} MB` }, { cause }) : unreadable(cause);
  }
  if (!file) throw unreadable();
  return { ...file, fields };
}

/** Runs `work` with a signal that aborts when the client disconnects. */
export async function whileConnected<T>({ raw: { socket } }: FastifyRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  socket.once('close', abort);
  try {
    return await work(controller.signal);
  } finally {
    socket.off('close', abort);
  }
}
