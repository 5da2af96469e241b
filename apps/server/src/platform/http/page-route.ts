import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../problem.ts';
import { problemOf } from './refusal.ts';
import { safeErrorHandler } from './safe-error-handler.ts';

export type PageResponse = { html: string; status?: number; headers?: Record<string, string> } | { location: string };

interface PageSpec {
  method: readonly ('GET' | 'HEAD' | 'POST')[];
  url: string;
  refused(request: FastifyRequest, problem: Problem): string;
}

/** Public and uncached. Refusals are pages with a true HTTP status. */
export function pageRoute(
  app: FastifyInstance,
  { method, url, refused }: PageSpec,
  run: (request: FastifyRequest) => Promise<PageResponse>,
) {
  app.route({
    method: [...method],
    url,
    config: { access: 'anonymous' },
    handler: async (request, reply) => {
      const answer = await run(request);
      if ('location' in answer) return reply.header('cache-control', 'no-store').redirect(answer.location, 303);
      return sendPage(reply, answer);
    },
    errorHandler: safeErrorHandler(
      (error, request, reply) => {
        const problem = problemOf(error, request);
        if (problem.status === 429 || problem.status === 503) reply.header('retry-after', String(problem.params.seconds ?? 60));
        return sendPage(reply, { html: refused(request, problem), status: problem.status });
      },
      (reply, text) => reply.code(500).type('text/plain; charset=utf-8').send(text),
    ),
  });
}

export const sendPage = (
  reply: FastifyReply,
  { html, status = 200, headers = {} }: { html: string; status?: number; headers?: Record<string, string> },
) => reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').headers(headers).send(html);
