import type { Language, Translate } from '@suyuan/contract';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

const packs = { 'zh-CN': zhCN, 'en-US': enUS };

type ErrorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Headers of a file that could not be sent. The error response has its own. */
const FILE_HEADERS = ['content-type', 'content-length', 'content-disposition', 'content-range', 'accept-ranges', 'download-filename'];

/** A translator that never throws. A failed translation is logged, and a fixed sentence with the request ID replaces it. */
export function safeTranslate(request: FastifyRequest, language: Language, translate: Translate): Translate {
  return (word, params) => {
    try {
      return translate(word, params);
    } catch (err) {
      request.log.error({ err, word, incident: request.id });
      return packs[language]['kit.sentenceFailed'].replace('{incident}', request.id);
    }
  };
}

/**
 * Wraps an error handler. If `handle` throws, the error is logged with an incident number and `sendPlainText` replies with fixed text.
 * Removes file headers that were set before a stream failed.
 */
export function safeErrorHandler(handle: ErrorHandler, sendPlainText: (reply: FastifyReply, text: string, incident: string) => unknown) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (!reply.raw.headersSent)
      for (const name of FILE_HEADERS) {
        reply.removeHeader(name);
        reply.raw.removeHeader(name);
      }
    try {
      return handle(error, request, reply);
    } catch (err) {
      const incident = request.id;
      request.log.error({ err, during: error, incident });
      const text = Object.values(packs).map((pack) => pack['problem.unexpected'].replace('{incident}', incident));
      return sendPlainText(reply.header('cache-control', 'no-store'), text.join(' / '), incident);
    }
  };
}
