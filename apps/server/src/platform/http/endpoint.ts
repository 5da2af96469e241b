import { createHmac, hkdfSync } from 'node:crypto';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type BusinessType, writeAuditLog } from '../db/audit-log.ts';
import { answeredBefore, answerOnce } from '../db/idempotency.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Answer } from './answer.ts';
import { ensureConfirmed } from './confirmed.ts';
import type { Context } from './context.ts';
import { Download } from './download.ts';
import { problemOf } from './envelope.ts';
import type { Access } from './gate.ts';
import { Problem } from './problem.ts';
import { ensureStorable } from './storable.ts';

/** What a route is, for its documents; beside `answer` none of it changes what the route does. */
export interface Described {
  /** Absent: that it is done, and nothing else. */
  answer?: Answer | undefined;
  /** An operation of the grammar, which has its title from its noun. */
  operation?: string | undefined;
  /** Parts of a multipart body, which no schema reads: `file` stands for bytes. */
  parts?: Record<string, z.ZodType | 'file'> | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    described?: Described & { logged: boolean; sensitive: boolean };
    waits?: boolean;
  }
}

interface Logged {
  title: string;
  type: BusinessType;
  /** Key of the body that only its own permission shows, so that the operation log does not have it. */
  without?: string;
}

interface EndpointSpec extends Described {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  access: Access;
  /** Its row in the operation log; makes the route one transaction. */
  log?: Logged | undefined;
  /** It waits for something to happen: neither a burden while it does nor a measure of how fast we are. */
  waits?: boolean;
  /** A sensitive act: refused unless the password was given in the last ten minutes. */
  sensitive?: boolean;
  word?: FastifyContextConfig['word'];
  params?: z.ZodType;
  querystring?: z.ZodType;
  body?: z.ZodType;
  bodyLimit?: number;
  /** Takes texts that no column can hold: a code is then unknown, a user name wrong, like any other. */
  anyText?: boolean;
  /** What takes its time and needs no database, such as reading a file: done before the transaction opens. */
  prepare?: (ctx: Context, request: FastifyRequest) => Promise<unknown>;
  /** Refuses a request before its parts are validated. @throws the problem */
  refuse?: (request: FastifyRequest) => void;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : unknown;
export interface Asked<E extends EndpointSpec> {
  params: Parsed<E['params']>;
  query: Parsed<E['querystring']>;
  body: Parsed<E['body']>;
  /** What `prepare` answered. */
  prepared: E['prepare'] extends (...given: never[]) => Promise<infer P> ? P : undefined;
  request: FastifyRequest;
}

/** Serves one URL: who may call it, what it reads, and what `run` answers. Everything the server does passes here. */
export function endpoint<E extends EndpointSpec>(app: FastifyInstance, spec: E, run: (ctx: Context, asked: Asked<E>) => Promise<unknown>) {
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
      // The one cast: past its schemas, a request is what they let through.
      const asked = (prepared: unknown) =>
        ({ params: request.params, query: request.query, body: request.body, prepared, request }) as unknown as Asked<E>;
      const { ctx } = request;
      const ready = async () => asked(await prepare?.(ctx, request));
      // the family has changes that are asked for by GET: an address that somebody else wrote must not set one off
      if (log && request.headers['x-only-reading'] !== undefined) throw new Problem('notFound');
      if (sensitive) ensureConfirmed(ctx.actor);
      const answer = log ? await logged(request, log, (db, given) => run({ ...ctx, db }, given), ready) : await run(ctx, await ready());
      return send(reply, answer);
    },
  });
}

/**
 * Runs a change in one transaction with its row of the operation log; a refusal is rolled back and logged as one.
 * @param prepare what is done before the transaction opens; `run` is handed its answer. A request that was answered before is not prepared
 * again: what it must find may be gone by its own doing, such as the old password.
 */
export async function logged<Ready = undefined>(
  request: FastifyRequest,
  { without, ...log }: Logged,
  run: (db: Context['db'], ready: Ready) => Promise<unknown>,
  prepare?: () => Promise<Ready>,
) {
  const { ctx } = request;
  const started = performance.now();
  const entry = { ...log, ...requestEntry(request, without ? { [without]: undefined } : {}) };
  const key = request.headers['idempotency-key'];
  const once = typeof key === 'string' && key ? { userId: ctx.actor.userId, key, asked: fingerprint(request) } : undefined;
  const known = async () => prepare && once && answeredBefore(ctx.db, once);
  const cost = () => Math.round(performance.now() - started);
  try {
    const before = await known();
    if (before) return before.answer;
    // Without `prepare` there is nothing to hand over, and `Ready` is undefined.
    const ready = (await prepare?.()) as Ready;
    return await inTransaction(ctx.db, async (db) => {
      const act = async () => {
        const answer = await run(db, ready);
        await writeAuditLog(db, { ...entry, answer: answer instanceof Download ? undefined : answer, costTime: cost() });
        return answer;
      };
      return once ? answerOnce(db, once, act) : act();
    });
  } catch (error) {
    const meanwhile = await known().catch(() => undefined);
    if (meanwhile) return meanwhile.answer;
    const problem = problemOf(error, request);
    await writeAuditLog(ctx.db, { ...entry, refusal: problem, costTime: cost() }).catch((lost) => request.log.error({ err: lost }));
    throw problem;
  }
}

/** What the operation log says of a request: who, from where, what was asked for. */
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

/** Writes a row of the operation log for a read whose answer is worth knowing about later; `changes` are added to its parameters. */
export const logRead = (request: FastifyRequest, log: Omit<Logged, 'without'>, changes: object) =>
  writeAuditLog(request.ctx.db, { ...log, ...requestEntry(request, changes), costTime: 0 });

const isPlain = (body: unknown): body is object => typeof body === 'object' && body !== null && !Buffer.isBuffer(body);

/** What a repeated request must agree with: method, address and body. Bodies hold passwords, so the key is not in the database. */
const fingerprint = ({ method, url, body, ctx }: FastifyRequest) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', ctx.installation.masterKey, '', 'suyuan/idempotency/v1', 32)))
    .update(`${method} ${url}\n${JSON.stringify(isPlain(body) ? body : null)}`)
    .digest();

function send(reply: FastifyReply, answer: unknown) {
  // it was told meanwhile that this takes too long
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
