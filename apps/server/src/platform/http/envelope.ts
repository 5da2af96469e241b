import { type Page, problems } from '@suyuan/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { anonymousContext } from './access-control.ts';
import type { Context } from './context.ts';
import type { Installation } from './installation.ts';
import { problemOf, refusalMessage, transportStatus, transportWord } from './refusal.ts';
import { answerAsRestProblem, isRestPath } from './rest/rest-problem.ts';
import { safeErrorHandler } from './safe-error-handler.ts';
import { DATA_POLICY } from './security-headers.ts';

export interface Envelope {
  code: number;
  /** In the language of the request. */
  msg: string;
}

/** RuoYi's response: HTTP 200 with the status in the body. */
export const done = ({ t }: Pick<Context, 't'>, data?: unknown) => ({
  code: 200,
  msg: t('kit.done'),
  ...(data !== undefined && data !== null && { data }),
});

export const listed = <Row>({ t }: Pick<Context, 't'>, { rows, total }: Page<Row>) => ({ code: 200, msg: t('kit.listed'), rows, total });

/** Responds to malformed URLs, which reach no route or hook. */
export const answerBeforeRoutes = (installation: Installation) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  request.ctx = anonymousContext(request, installation);
  reply.header('x-content-type-options', 'nosniff').header('content-security-policy', DATA_POLICY);
  if (isRestPath(request.url)) answerAsRestProblem(error, request, reply);
  else answerInEnvelope(error, request, reply);
};

/** Responds to any error in RuoYi's envelope. Only transport errors, rate limits and load shedding have a true HTTP status. */
export const answerInEnvelope = safeErrorHandler(answer, (reply, msg, incident) =>
  reply.code(200).send({ code: problems.unexpected.code, msg, problem: 'unexpected', params: { incident } }),
);

function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store');
  const status = transportStatus(error);
  if (status) {
    return reply.code(status).send({ code: status, msg: request.ctx.t(transportWord(status)) });
  }
  const problem = problemOf(error, request);
  const retry = problem.params.seconds;
  // rejected before any work: proxies may see the true status
  const httpStatus = problem.status === 429 || (problem.status === 503 && retry !== undefined) ? problem.status : undefined;
  if (httpStatus) reply.header('retry-after', String(retry ?? 60));
  // a browser opened a file's URL directly, such as a print order's link: send a sentence
  if (isFileDownload(request))
    return reply.code(problem.status).type('text/plain; charset=utf-8').send(refusalMessage(request.ctx, problem));
  return reply.code(httpStatus ?? 200).send({
    code: httpStatus ?? problems[problem.problem].code,
    msg: refusalMessage(request.ctx, problem),
    problem: problem.problem,
    params: problem.params,
  });
}

/** RuoYi clients request JSON by script. Links without a session are opened by people, also with programs that name no type. */
function isFileDownload({ headers: { accept = '*/*' }, routeOptions }: FastifyRequest): boolean {
  const { access, described } = routeOptions?.config ?? {};
  if (described?.answer?.types === undefined) return false;
  return accept.includes('text/html') || (access === 'anonymous' && !accept.includes('json'));
}
