import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Problem } from '../../problem.ts';
import { PROBLEM_TYPE } from '../problem-json.ts';
import { describeIssue, InvalidInput, issueOf, problemOf, refusalMessage, transportStatus, transportWord } from '../refusal.ts';
import { safeErrorHandler } from '../safe-error-handler.ts';

/** RFC 9457 §3.1 with members of this interface. */
export const RestProblem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  problem: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  errors: z.array(z.object({ pointer: z.string().optional(), parameter: z.string().optional(), detail: z.string() })).optional(),
});
type RestProblem = z.output<typeof RestProblem>;

export const isRestPath = (url: string) => /^\/api\/v1(?:[/?#]|$)/.test(url);

/** RFC 6901; `#` is the whole body. */
const pointerOf = (path: readonly PropertyKey[]) =>
  ['#', ...path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');

/** One issue for each undeclared name. */
const withUndeclaredNames = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => issueOf([...issue.path, key], issue.input, 'issue.undeclared')) : [issue];

/** `recordStale` is a failed precondition where the client made it one. */
const statusOf = ({ problem, status }: Problem, { headers }: FastifyRequest) =>
  problem === 'recordStale' && headers['if-match'] !== undefined ? 412 : status;

const faultAt = (place: string | undefined, path: readonly PropertyKey[], detail: string) =>
  place === 'body' ? { pointer: pointerOf(path), detail } : { parameter: path.join('.'), detail };

function problemBody(thrown: FastifyError, request: FastifyRequest): RestProblem {
  const instance = `${request.url.split('?')[0]}#${request.id}`;
  const transportCode = transportStatus(thrown);
  if (transportCode) {
    const detail = request.ctx.t(transportWord(transportCode));
    return { type: 'about:blank', title: STATUS_CODES[transportCode] ?? '', status: transportCode, detail, instance };
  }
  const error: unknown = thrown;
  const issues = error instanceof InvalidInput ? error.issues.flatMap(withUndeclaredNames) : [];
  const problem = problemOf(issues.length > 0 ? new InvalidInput(issues) : error, request);
  const { field, message: _, ...params } = problem.params;
  const status = statusOf(problem, request);
  const detail = refusalMessage(request.ctx, problem);
  const isInQuery = /^(GET|HEAD)$/.test(request.method) || request.isMultipart();
  const place = error instanceof InvalidInput ? error.validationContext : isInQuery ? 'querystring' : 'body';
  const faults = issues.map((issue) => faultAt(place, issue.path, describeIssue(issue, request).message));
  const errors = issues.length > 0 ? faults : typeof field === 'string' && field !== '' ? [faultAt(place, field.split('.'), detail)] : [];
  return {
    type: `about:blank#${problem.problem}`,
    title: STATUS_CODES[status] ?? '',
    ...{ status, detail, instance, problem: problem.problem },
    ...(Object.keys(params).length > 0 && { params }),
    ...(errors.length > 0 && { errors }),
  };
}

/** Responds to any error with its true HTTP status and `application/problem+json`. */
export const answerAsRestProblem = safeErrorHandler(
  (error, request, reply) => {
    const body = problemBody(error, request);
    if (body.status === 401) reply.header('www-authenticate', 'Bearer');
    if (body.status === 429 || body.status === 503) reply.header('retry-after', String(body.params?.seconds ?? 60));
    return sendProblem(reply, body);
  },
  (reply, detail, incident) =>
    sendProblem(reply, { type: 'about:blank#unexpected', title: STATUS_CODES[500] ?? '', status: 500, detail, instance: `#${incident}` }),
);

const sendProblem = (reply: FastifyReply, body: RestProblem) =>
  reply.code(body.status).header('cache-control', 'no-store').type(PROBLEM_TYPE).send(body);

/** Methods of the routes that match an address. */
function methodsOf({ url, server }: FastifyRequest): string[] {
  const parts = (url.split('?')[0] ?? '').replace(/\/$/, '').split('/');
  const fits = (pattern: readonly string[]) =>
    pattern.length === parts.length && pattern.every((part, index) => part.startsWith(':') || part === parts[index]);
  const routes = server.routeTable.filter((route) => isRestPath(route.url) && fits(route.url.split('/')));
  const heads = routes.some((route) => server.hasRoute({ url: route.url, method: 'HEAD' })) ? ['HEAD'] : [];
  return [...new Set([...routes.map(({ method }) => String(method)), ...heads])];
}

/** 404, or 405 if the address has other methods. */
export function answerUnknownPath(request: FastifyRequest, reply: FastifyReply) {
  const methods = methodsOf(request);
  if (methods.length > 0) reply.header('allow', methods.join(', '));
  const error = Object.assign(new Error('unknown path'), { statusCode: methods.length > 0 ? 405 : 404 });
  return answerAsRestProblem(error as FastifyError, request, reply);
}
