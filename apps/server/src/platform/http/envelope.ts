import { isPlainWord, issueMessage, isWord, type Page, problems, type WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isTransientError } from '../db/transient-error.ts';
import type { Context } from './context.ts';
import { visitorOf } from './gate.ts';
import type { Installation } from './installation.ts';
import { unfailing } from './last-resort.ts';
import { Problem } from './problem.ts';
import { DATA_POLICY } from './safe-headers.ts';

/** The family's answers: HTTP 200 with the outcome in the body. */
export const done = ({ t }: Pick<Context, 't'>, data?: unknown) => ({
  code: 200,
  msg: t('kit.done'),
  ...(data !== undefined && data !== null && { data }),
});

/** A page of a list as the family answers it. */
export const listed = <Row>({ t }: Pick<Context, 't'>, { rows, total }: Page<Row>) => ({ code: 200, msg: t('kit.listed'), rows, total });

/** A refused schema, as our validator throws it. */
export class InvalidInput extends Error {
  readonly issues: z.core.$ZodIssue[];
  constructor(issues: z.core.$ZodIssue[]) {
    super('invalidInput');
    this.issues = issues;
  }
}

/** The sentence of a problem in the asker's language; params that are word keys are said, not shown. */
export function problemMessage({ t }: Pick<Context, 't'>, { problem, params }: Problem): string {
  const said = Object.entries(params).map(([name, value]) => [name, typeof value === 'string' && isWord(zhCN, value) ? t(value) : value]);
  // a run of one is told by its number, not as a range
  const span = params.from !== undefined && params.from === params.to ? 'one' : 'many';
  return t(`problem.${problem}`, { span, ...Object.fromEntries(said) });
}

/** The sentence of any refusal: what a schema refuses says itself what is wrong. */
export const refusalMessage = (ctx: Pick<Context, 't'>, problem: Problem) =>
  problem.problem === 'invalidInput' && typeof problem.params.message === 'string' ? problem.params.message : problemMessage(ctx, problem);

/** The refusal that `error` is: ours, a refused schema with its first field, or `unexpected` with an incident number. */
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

/** A multipart body that ends too early, or without a boundary of a fit length. The parser's errors have no codes, only these messages. */
const isBrokenForm = (error: unknown) =>
  error instanceof Error && /^Multipart: Boundary not found$|unexpected end of multipart data$|^The needle cannot /i.test(error.message);

/** No room on the disk of the database (53100), or on one of ours. */
const isFull = (error: unknown) => error instanceof Error && 'code' in error && /^(53100|ENOSPC|EDQUOT)$/.test(String(error.code));

function invalid({ issues }: InvalidInput, request: FastifyRequest): Problem {
  const issue = issues[0];
  const field = issue?.path.findLast((part) => typeof part === 'string') ?? '';
  const { word } = request.routeOptions.config;
  const { t } = request.ctx;
  const key = (field && word?.(field)) || '';
  const own = isWord(zhCN, key) ? key : undefined;
  const title = own ? t(own) : commonTitle(t, field || 'body');
  const hint = isPlainWord(zhCN, `${key}.hint`) ? t(`${key}.hint` as WordKey) : undefined;
  const message = issue ? issueMessage(t, title, issue, hint, own) : t('issue.format', { field: title });
  return new Problem('invalidInput', { field, message });
}

function commonTitle(t: Context['t'], field: string): string {
  const key = `kit.${field}`;
  return isWord(zhCN, key) ? t(key) : field;
}

/** A refusal of ours, as against one of the transport's. */
const isOurs = (error: unknown) => error instanceof Problem || error instanceof InvalidInput;

/** Answers what is not even an address, and so reached no route and no hook, in the family's envelope. */
export const answerBeforeRoutes = (installation: Installation) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  request.ctx = visitorOf(request, installation);
  reply.header('x-content-type-options', 'nosniff').header('content-security-policy', DATA_POLICY);
  answerInEnvelope(error, request, reply);
};

/** Answers any error in the family's envelope. True HTTP statuses are kept only for what never reached a route. */
export const answerInEnvelope = unfailing(answer, (reply, msg, incident) =>
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
  // sent away at the door, before anything was begun: whatever stands between may know it, too
  const away = problem.status === 429 || (problem.status === 503 && retry !== undefined) ? problem.status : undefined;
  if (away) reply.header('retry-after', String(retry ?? 60));
  // somebody opened a file's address itself, as a printing house does with its link: what they see is a sentence, and no file of it
  if (opensFile(request)) return reply.code(problem.status).type('text/plain; charset=utf-8').send(refusalMessage(request.ctx, problem));
  return reply.code(away ?? 200).send({
    code: away ?? problems[problem.problem].code,
    msg: refusalMessage(request.ctx, problem),
    problem: problem.problem,
    params: problem.params,
  });
}

/** Whether a browser goes to the address of a file; clients of the family ask for JSON, and by their own code. */
const opensFile = ({ headers, routeOptions }: FastifyRequest) =>
  routeOptions?.config?.described?.answer?.types !== undefined && Boolean(headers.accept?.includes('text/html'));

/** What the transport refuses before a route runs; undefined for any other error. */
export function transportStatus(error: FastifyError): number | undefined {
  const status = error?.statusCode ?? 500;
  return !isOurs(error) && status >= 400 && status < 500 ? status : undefined;
}

const transportWords: Record<number, WordKey> = {
  404: 'kit.pathUnknown',
  413: 'problem.bodyTooLarge',
  414: 'kit.pathTooLong',
  415: 'problem.bodyTypeWrong',
};

/** The sentence of what the transport refuses. */
export const transportWord = (status: number): WordKey => transportWords[status] ?? 'kit.requestUnreadable';
