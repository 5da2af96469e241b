import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope } from './envelope.ts';

/** A response body that is already JSON, with the tag by which clients ask whether it changed. */
export class Encoded {
  /** UTF-8, which costs less to send than text. */
  readonly body: Buffer;
  readonly etag: string;
  /** Whether browsers may keep it, to be revalidated at each use. */
  readonly isStorable: boolean;
  constructor(body: Buffer, { etag = tagOf(body), isStorable = true } = {}) {
    this.body = body;
    this.etag = etag;
    this.isStorable = isStorable;
  }
}

export const tagOf = (content: string | Buffer): string => createHash('sha1').update(content).digest('base64url');

const encodedByValue = new WeakMap<object, Map<string, Encoded>>();

/** Encodes a result and what the dialect puts around it. */
export type Encode = (envelope: Envelope, result: object) => Encoded;

/** Encodes a value once for each language while it is in memory. It must not change. */
export const encodedOnce: Encode = (envelope, value) => {
  const byLanguage = encodedByValue.get(value) ?? new Map<string, Encoded>();
  encodedByValue.set(value, byLanguage);
  const cached = byLanguage.get(envelope.msg);
  if (cached) return cached;
  const encoded = new Encoded(Buffer.from(JSON.stringify({ ...envelope, data: value })));
  byLanguage.set(envelope.msg, encoded);
  return encoded;
};

/** Sends the body, or 304 if the client has it. */
export function sendEncoded(request: FastifyRequest, reply: FastifyReply, { body, etag, isStorable }: Encoded) {
  const quoted = `"${etag}"`;
  reply.header('etag', quoted).header('vary', 'accept-language, authorization');
  reply.header('cache-control', isStorable ? 'private, no-cache' : 'no-store');
  if (matchesTag(request.headers['if-none-match'], quoted)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/** Whether `If-None-Match` lists the tag. Compared weakly (RFC 9110 §13.1.2): a proxy that compresses makes tags weak. */
export const matchesTag = (header: string | undefined, quoted: string): boolean =>
  (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === quoted || tag === '*');
