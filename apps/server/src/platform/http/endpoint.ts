import { createHmac, hkdfSync } from 'node:crypto';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type BusinessType, writeAuditLog } from '../db/audit-log.ts';
import { findRecordedResponse, runOnce } from '../db/idempotency.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Access } from './access-control.ts';
import { type Context, ensurePasswordConfirmed } from './context.ts';
import { Download } from './download.ts';
import { problemOf } from './envelope.ts';
import { Problem } from './problem.ts';
import type { ResponseSpec } from './response-spec.ts';
import { ensureStorable } from './validate.ts';

/** Metadata for the API documents. It does not change the route's behaviour. */
export interface RouteDocs {
  /** Absent: `code` and `msg` only. */
  answer?: ResponseSpec | undefined;
  /** Titled after its resource. */
  operation?: string | undefined;
  /** Multipart body parts, which have no schema: `file` means bytes. */
  parts?: Record<string, z.ZodType | 'file'> | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    described?: RouteDocs & { logged: boolean; sensitive: boolean };
    waits?: boolean;
  }
}

interface AuditLogSpec {
  title: string;
  type: BusinessType;
  /** Body key that needs its own permission to read, so the audit log omits it. */
  omittedKey?: string;
}

interface EndpointSpec extends RouteDocs {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  access: Access;
  /** Entry for the audit log; makes the route one transaction. */
  log?: AuditLogSpec | undefined;
  /** A long poll: excluded from load and latency figures. */
  waits?: boolean;
  /** Requires a password confirmation in the last ten minutes. */
  sensitive?: boolean;
  word?: FastifyContextConfig['word'];
  params?: z.ZodType;
  querystring?: z.ZodType;
  body?: z.ZodType;
  bodyLimit?: number;
  /** Accepts texts that PostgreSQL cannot store, and treats them as an unknown code or a wrong user name. */
  anyText?: boolean;
  /** Slow work without the database, such as parsing a file, before the transaction opens. */
  prepare?: (ctx: Context, request: FastifyRequest) => Promise<unknown>;
  /**
   * Runs before validation of the request's parts.
   * @throws the problem
   */
  refuse?: (request: FastifyRequest) => void;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : unknown;
export interface EndpointInput<E extends EndpointSpec> {
  params: Parsed<E['params']>;
  query: Parsed<E['querystring']>;
  body: Parsed<E['body']>;
  prepared: E['prepare'] extends (...args: never[]) => Promise<infer P> ? P : undefined;
  request: FastifyRequest;
}

/** Registers one route with its access and schemas; `run` returns the response. All API routes use it. */
export function endpoint<E extends EndpointSpec>(
  app: FastifyInstance,
  spec: E,
  run: (ctx: Context, input: EndpointInput<E>) => Promise<unknown>,
) {
  const {
    method,
    url,
    access,
    log,
    waits = false,
    sensitive = false,
    word,
    params,
    querystring,
    body,
    bodyLimit,
    anyText,
    prepare,
    refuse,
  } = spec;
  const described = { answer: spec.answer, operation: spec.operation, parts: spec.parts, logged: log !== undefined, sensitive };
  app.route({
    method,
    url,
    ...(bodyLimit && { bodyLimit }),
    config: { access, word, described, waits },
    preValidation: async (request) => {
      if (!anyText) ensureStorable(request);
      refuse?.(request);
    },
    schema: { ...(params && { params }), ...(querystring && { querystring }), ...(body && { body }) },
    handler: async (request, reply) => {
      // Cast: the request has passed the schemas of `spec`.
      const inputOf = (prepared: unknown) =>
        ({ params: request.params, query: request.query, body: request.body, prepared, request }) as unknown as EndpointInput<E>;
      const { ctx } = request;
      const readInput = async () => inputOf(await prepare?.(ctx, request));
      // RuoYi has writes by GET: a forged link must not trigger one
      if (log && request.headers['x-only-reading'] !== undefined) throw new Problem('notFound');
      if (sensitive) ensurePasswordConfirmed(ctx.actor);
      const answer = log
        ? await runWithAuditLog(request, log, (db, input) => run({ ...ctx, db }, input), readInput)
        : await run(ctx, await readInput());
      return send(reply, answer);
    },
  });
}

/**
 * Runs a change in one transaction with its audit log row. A refusal is rolled back and then logged.
 * @param prepare runs before the transaction opens. It is skipped for a repeated request, whose first run may have changed its inputs, such
 * as the old password.
 */
export async function runWithAuditLog<Ready = undefined>(
  request: FastifyRequest,
  { omittedKey, ...log }: AuditLogSpec,
  run: (db: Context['db'], ready: Ready) => Promise<unknown>,
  prepare?: () => Promise<Ready>,
) {
  const { ctx } = request;
  const started = performance.now();
  const entry = { ...log, ...requestEntry(request, omittedKey ? { [omittedKey]: undefined } : {}) };
  const key = request.headers['idempotency-key'];
  const idempotentRequest =
    typeof key === 'string' && key ? { userId: ctx.actor.userId, key, requestDigest: digestRequest(request) } : undefined;
  const findRecorded = async () => prepare && idempotentRequest && findRecordedResponse(ctx.db, idempotentRequest);
  const elapsedMs = () => Math.round(performance.now() - started);
  try {
    const recorded = await findRecorded();
    if (recorded) return recorded.answer;
    // Without `prepare`, `Ready` is undefined.
    const ready = (await prepare?.()) as Ready;
    return await inTransaction(ctx.db, async (db) => {
      const act = async () => {
        const answer = await run(db, ready);
        await writeAuditLog(db, { ...entry, answer: answer instanceof Download ? undefined : answer, costTime: elapsedMs() });
        return answer;
      };
      return idempotentRequest ? runOnce(db, idempotentRequest, act) : act();
    });
  } catch (error) {
    const recordedMeanwhile = await findRecorded().catch(() => undefined);
    if (recordedMeanwhile) return recordedMeanwhile.answer;
    const problem = problemOf(error, request);
    await writeAuditLog(ctx.db, { ...entry, refusal: problem, costTime: elapsedMs() }).catch((logError) =>
      request.log.error({ err: logError }),
    );
    throw problem;
  }
}

const requestEntry = (request: FastifyRequest, changes: object = {}) => {
  const { actor, ip } = request.ctx;
  return {
    userId: actor.userId,
    operName: actor.userName,
    deptName: actor.deptName ?? '',
    requestMethod: request.method,
    method: `${request.method} ${request.routeOptions.url}`,
    operUrl: request.url.split('?')[0] ?? '',
    operIp: ip,
    params: Object.assign({}, request.params, request.query, isPlain(request.body) ? request.body : {}, changes),
  };
};

/** For reads that should be traceable; `changes` are merged into the parameters. */
export const logRead = (request: FastifyRequest, log: Omit<AuditLogSpec, 'omittedKey'>, changes: object) =>
  writeAuditLog(request.ctx.db, { ...log, ...requestEntry(request, changes), costTime: 0 });

const isPlain = (body: unknown): body is object => typeof body === 'object' && body !== null && !Buffer.isBuffer(body);

/** Digest that a repeated request must match. Bodies contain passwords, so it is keyed by a secret outside the database. */
const digestRequest = ({ method, url, body, ctx }: FastifyRequest) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', ctx.installation.masterKey, '', 'suyuan/idempotency/v1', 32)))
    .update(`${method} ${url}\n${JSON.stringify(isPlain(body) ? body : null)}`)
    .digest();

function send(reply: FastifyReply, answer: unknown) {
  // the load shedder has already replied
  if (reply.sent) {
    if (answer instanceof Download && !Buffer.isBuffer(answer.body)) answer.body.destroy();
    return reply;
  }
  if (!(answer instanceof Download)) {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return reply.send(answer);
  }
  reply.code(answer.status).header('content-type', answer.type).header('content-disposition', answer.disposition);
  reply.header('access-control-expose-headers', 'Content-Disposition').header('cache-control', 'no-store').headers(answer.headers);
  if (answer.length !== undefined) reply.header('content-length', answer.length);
  const { onClose } = answer;
  if (onClose) reply.raw.once('close', () => onClose(reply.raw.writableFinished));
  return reply.send(answer.body);
}
