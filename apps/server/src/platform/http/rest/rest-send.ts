import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Download } from '../download.ts';
import { matchesTag } from '../encoded.ts';
import { type Send, sendResult } from '../endpoint.ts';
import { InvalidInput, issueOf } from '../refusal.ts';
import { nextAddress, type RestPage } from './rest-list.ts';

type Present = ((value: unknown) => unknown) | undefined;

/** The load shedder has already replied, or the result is a file. */
const isSentElsewhere = (reply: FastifyReply, result: unknown) => reply.sent || result instanceof Download;

/** No result is 204. */
export const sendValue =
  (present: Present): Send =>
  (request, reply, result) => {
    if (isSentElsewhere(reply, result)) return sendResult(request, reply, result);
    if (result === undefined || result === null) return reply.code(204).header('cache-control', 'no-store').send();
    return sendResult(request, reply, present ? present(result) : result);
  };

export const sendPage =
  (present: Present): Send =>
  (request, reply, result) => {
    if (reply.sent) return reply;
    const page = result as RestPage;
    if (page.nextCursor) reply.header('link', `<${nextAddress(request, page.nextCursor)}>; rel="next"`);
    return sendResult(request, reply, present ? present(page) : page);
  };

export const sendCreated =
  (path: string): Send =>
  (request, reply, id) =>
    reply.sent ? reply : sendResult(request, reply.code(201).header('location', `${path}/${id}`), { id });

/**
 * Sends a record with an entity tag: its version and a digest. The version alone would not change with the figures, names and states that
 * a record also shows.
 */
export const sendTagged =
  (present: Present): Send =>
  (request, reply, result) => {
    if (isSentElsewhere(reply, result) || result === undefined || result === null) return sendValue(present)(request, reply, result);
    const text = JSON.stringify(present ? present(result) : result);
    const { version } = result as { version?: unknown };
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    const tag = typeof version === 'number' ? `"${version}.${digest}"` : `"${digest}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'accept-language, authorization');
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  };

const VERSION_TAG = /^(?:W\/)?"(\d{1,9})(?:\.[\w-]*)?"$/;

/**
 * The version that `If-Match` requires; undefined without a condition. Of several tags (RFC 9110 §13.1.1) the newest, because versions only
 * increase. Proxies that compress a response make its tag weak, so a weak tag counts too.
 * @throws invalidInput if a tag has no version
 */
export function requiredVersion({ headers }: FastifyRequest): number | undefined {
  const header = headers['if-match']?.trim();
  if (header === undefined || header === '*') return undefined;
  const versions = header.split(',').map((tag) => Number(VERSION_TAG.exec(tag.trim())?.[1]));
  if (versions.some(Number.isNaN)) throw invalidHeader('If-Match', header, 'issue.etag');
  return Math.max(...versions);
}

export const invalidHeader = (name: string, input: unknown, word: string) => new InvalidInput([issueOf([name], input, word)], 'headers');
