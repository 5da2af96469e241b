import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse as parseJson } from 'secure-json-parse';
import { Problem } from '../problem.ts';

/** A part with a file name is a file. The parser would also accept bytes without one. */
export const isPartAFile = (_field: string | undefined, _type: string | undefined, fileName: string | undefined) => fileName !== undefined;

interface UploadedForm {
  name: string;
  bytes: Buffer;
  fields: Map<string, string>;
  /** Of name, content and fields. */
  digest: string;
}

/**
 * Reads a form with one spreadsheet of at most `maxBytes` bytes into memory.
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
  const hash = createHash('sha256')
    .update(JSON.stringify([file.name, ...fields]))
    .update(file.bytes);
  return { ...file, fields, digest: hash.digest('hex') };
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

/** Bytes of another encoding throw. Otherwise they would be stored as U+FFFD. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** RuoYi clients send empty bodies with any content type, and JSON with a charset. An empty body is undefined. */
export function registerBodyParsers(app: FastifyInstance) {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>(/^application\/json\s*(;|$)/i, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      const text = utf8.decode(body);
      done(null, text.trim() ? parseJson(text) : undefined);
    } catch (error) {
      done(new Problem('bodyUnreadable', {}, { cause: error }));
    }
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    String(body).trim() ? done(Object.assign(new Error('unsupported media type'), { statusCode: 415 })) : done(null, undefined),
  );
}

const MAX_KEYS = 1000;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

type Tree = Record<string, unknown>;

/** Parses a query or form body. `a[b]=1` nests; `a[]=1&a[]=2` and `a=1&a=2` are lists. Ignores keys after the first 1000. */
export function parseQuery(text: string): Tree {
  const tree: Tree = Object.create(null);
  let keys = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    if (++keys > MAX_KEYS) break;
    const [, name = '', brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
    const path = [name, ...brackets.slice(1, -1).split('][').filter(Boolean)];
    if (!name || path.length > 3 || path.some((part) => FORBIDDEN.has(part))) continue;
    assignPath(tree, path, value);
  }
  return tree;
}

function assignPath(tree: Tree, [name, ...subPath]: string[], value: string): void {
  if (name === undefined) return;
  const present = tree[name];
  if (subPath.length > 0) {
    const branch = present && typeof present === 'object' && !Array.isArray(present) ? (present as Tree) : Object.create(null);
    tree[name] = branch;
    assignPath(branch, subPath, value);
  } else if (present === undefined) tree[name] = value;
  else tree[name] = Array.isArray(present) ? [...present, value] : [present, value];
}
