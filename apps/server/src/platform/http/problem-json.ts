import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { problemOf, refusalMessage, transportStatus, transportWord } from './refusal.ts';
import { safeErrorHandler } from './safe-error-handler.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** RFC 9457 `application/problem+json` with the true HTTP status. */
export const answerAsProblem = safeErrorHandler(sendProblem, (reply, title) =>
  reply.code(500).type(PROBLEM_TYPE).send({ type: 'about:blank#unexpected', title, status: 500 }),
);

function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const transportCode = transportStatus(error);
  const problem = transportCode ? undefined : problemOf(error, request);
  const code = problem?.status ?? transportCode ?? 500;
  const title = problem ? refusalMessage(request.ctx, problem) : request.ctx.t(transportWord(code));
  if (code === 429 || code === 503) reply.header('retry-after', String(problem?.params.seconds ?? 60));
  return reply
    .code(code)
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    .send({
      type: `about:blank#${problem?.problem ?? 'request'}`,
      title,
      status: code,
      ...(problem?.params.field ? { field: problem.params.field } : {}),
    });
}
