import type { FastifyInstance } from 'fastify';
import { parse as parseJson } from 'secure-json-parse';
import { Problem } from './problem.ts';

/** RuoYi clients send empty bodies with any content type, and JSON with a charset. An empty body is undefined. */
export function registerBodyParsers(app: FastifyInstance) {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(/^application\/json\s*(;|$)/i, { parseAs: 'string' }, (_request, body, done) => {
    if (!String(body).trim()) return done(null, undefined);
    try {
      done(null, parseJson(String(body)));
    } catch (error) {
      done(new Problem('bodyUnreadable', {}, { cause: error }));
    }
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    String(body).trim() ? done(Object.assign(new Error('unsupported media type'), { statusCode: 415 })) : done(null, undefined),
  );
}
