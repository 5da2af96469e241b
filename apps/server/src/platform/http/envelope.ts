import { isPlainWord, issueMessage, isWord, type Page, problems, type WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isTransientError } from '../db/database-errors.ts';
import { anonymousContext } from './access-control.ts';
import type { Context } from './context.ts';
import type { Installation } from './installation.ts';
import { Problem } from './problem.ts';
import { safeErrorHandler } from './safe-error-handler.ts';
import { DATA_POLICY } from './security-headers.ts';

/** RuoYi's response: HTTP 200 with the status in the body. */
export const done = ({ t }: Pick<Context, 't'>, data?: unknown) => ({
  code: 200,
  msg: t('kit.done'),
  ...(data !== undefined && data !== null && { data }),
});

export const listed = <Row>({ t }: Pick<Context, 't'>, { rows, total }: Page<Row>) => ({ code: 200, msg: t('kit.listed'), rows, total });

export class InvalidInput extends Error {
  readonly issues: z.core.$ZodIssue[];
  constructor(issues: z.core.$ZodIssue[]) {
    super('invalidInput');
    this.issues = issues;
  }
}

/** The message of a problem in the caller's language; parameters that are word keys are translated. */
export function problemMessage({ t }: Pick<Context, 't'>, { problem, params }: Problem): string {
  const translatedParams = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' && isWord(zhCN, value) ? t(value) : value,
  ]);
  // a range of one is rendered as a single number
  const span = params.from !== undefined && params.from === params.to ? 'one' : 'many';
  return t(`problem.${problem}`, { span, ...Object.fromEntries(translatedParams) });
}

/** Schema violations bring their own message. */
export const refusalMessage = (ctx: Pick<Context, 't'>, problem: Problem) =>
  problem.problem === 'invalidInput' && typeof problem.params.message === 'string' ? problem.params.message : problemMessage(ctx, problem);

/** Converts an error to a problem: itself, `invalidInput` for the first violation, or `unexpected` with an incident number. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidInput) return invalid(error, request);
  const status = transportStatus(error as FastifyError);
  if (status)
    return new Problem(status === 413 ? 'bodyTooLarge' : status === 415 ? 'bodyTypeWrong' : 'bodyUnreadable', {}, { cause: error });
  if (isBrokenForm(error)) return new Problem('formUnreadable', {}, { cause: error });
  if (isFull(error)) {
    request.log.error({ err: error, full: true });
    return new Problem('storageFull', {}, { cause: error });
  }
  if (isTransientError(error)) return new Problem('busy', {}, { cause: error });
  const incident = request.id;
  request.log.error({ err: error, incident });
  return new Problem('unexpected', { incident }, { cause: error });
}

/** A truncated multipart body, or an invalid boundary. The parser's errors have only these messages, no codes. */
const isBrokenForm = (error: unknown) =>
  error instanceof Error && /^Multipart: Boundary not found$|unexpected end of multipart data$|^The needle cannot /i.test(error.message);

/** Full disk of the database (53100) or of this machine. */
const isFull = (error: unknown) => error instanceof Error && 'code' in error && /^(53100|ENOSPC|EDQUOT)$/.test(String(error.code));

function invalid({ issues }: InvalidInput, request: FastifyRequest): Problem {
  const issue = issues[0];
  const field = issue?.path.findLast((part) => typeof part === 'string') ?? '';
  const { word } = request.routeOptions.config;
  const { t } = request.ctx;
  const key = (field && word?.(field)) || '';
  const fieldWord = isWord(zhCN, key) ? key : undefined;
  const title = fieldWord ? t(fieldWord) : commonTitle(t, field || 'body');
  const hintKey = (field && word?.(`${field}.hint`)) || '';
  const hint = isPlainWord(zhCN, hintKey) ? t(hintKey) : undefined;
  const message = issue ? issueMessage(t, title, issue, hint, fieldWord) : t('issue.format', { field: title });
  return new Problem('invalidInput', { field, message });
}

function commonTitle(t: Context['t'], field: string): string {
  const key = [`common.field.${field}`, `kit.${field}`].find((each) => isWord(zhCN, each));
  return key ? t(key as WordKey) : field;
}

/** Thrown by this code base, as opposed to Fastify's transport errors. */
const isApplicationError = (error: unknown) => error instanceof Problem || error instanceof InvalidInput;

/** Responds in RuoYi's envelope to malformed URLs, which reach no route or hook. */
export const answerBeforeRoutes = (installation: Installation) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  request.ctx = anonymousContext(request, installation);
  reply.header('x-content-type-options', 'nosniff').header('content-security-policy', DATA_POLICY);
  answerInEnvelope(error, request, reply);
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

/** RuoYi clients request JSON by script. */
const isFileDownload = ({ headers, routeOptions }: FastifyRequest) =>
  routeOptions?.config?.described?.answer?.types !== undefined && Boolean(headers.accept?.includes('text/html'));

/** HTTP status of an error before the route; undefined for any other error. */
function transportStatus(error: FastifyError): number | undefined {
  const status = error?.statusCode ?? 500;
  return !isApplicationError(error) && status >= 400 && status < 500 ? status : undefined;
}

const transportWords: Record<number, WordKey> = {
  404: 'kit.pathUnknown',
  413: 'problem.bodyTooLarge',
  414: 'kit.pathTooLong',
  415: 'problem.bodyTypeWrong',
};

const transportWord = (status: number): WordKey => transportWords[status] ?? 'kit.requestUnreadable';

const PROBLEM = 'application/problem+json; charset=utf-8';

/** RFC 9457 `application/problem+json` with the true HTTP status. */
export const answerAsProblem = safeErrorHandler(sendProblem, (reply, title) =>
  reply.code(500).type(PROBLEM).send({ type: 'about:blank#unexpected', title, status: 500 }),
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
    .type(PROBLEM)
    .send({
      type: `about:blank#${problem?.problem ?? 'request'}`,
      title,
      status: code,
      ...(problem?.params.field ? { field: problem.params.field } : {}),
    });
}
