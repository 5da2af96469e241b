import type { Language, Translate } from '@suyuan/contract';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

const packs = { 'zh-CN': zhCN, 'en-US': enUS };

type ErrorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Headers of a file that cannot be sent after all. The error that takes its place has its own. */
const FILE_HEADERS = ['content-type', 'content-length', 'content-disposition', 'content-range', 'accept-ranges', 'download-filename'];

/**
 * The translator of one request. It never throws: a sentence that cannot be built is logged, and a fixed sentence with the request's
 * number takes its place.
 */
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
 * An error handler that cannot fail. What `answer` throws is logged with an incident number, and `answerPlainly` replies with fixed text.
 * An error that a stream reports before its first byte finds the headers of its file already set; they are removed.
 */
export function unfailing(answer: ErrorHandler, answerPlainly: (reply: FastifyReply, text: string, incident: string) => unknown) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (!reply.raw.headersSent)
      for (const name of FILE_HEADERS) {
        reply.removeHeader(name);
        reply.raw.removeHeader(name);
      }
    try {
      return answer(error, request, reply);
    } catch (err) {
      const incident = request.id;
      request.log.error({ err, during: error, incident });
      const text = Object.values(packs).map((pack) => pack['problem.unexpected'].replace('{incident}', incident));
      return answerPlainly(reply.header('cache-control', 'no-store'), text.join(' / '), incident);
    }
  };
}
