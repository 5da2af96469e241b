import { createHmac, hkdfSync } from 'node:crypto';
import type { Access, Translate } from '@suyuan/contract';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type BusinessType, writeAuditLog } from '../db/audit-log.ts';
import { findRecordedResponse, type IdempotentRequest, MAX_IDEMPOTENCY_KEY, refuseConcurrentRepeat, runOnce } from '../db/idempotency.ts';
import { readPrimary, readStandby } from '../db/standby-reads.ts';
import { inTransaction } from '../db/transaction.ts';
import { Problem } from '../problem.ts';
import { type Context, ensurePasswordConfirmed } from './context.ts';
import { Download } from './download.ts';
import { Encoded, sendEncoded } from './encoded.ts';
import { InvalidInput, problemOf } from './refusal.ts';
import type { ResponseSpec } from './response-spec.ts';
import { ensureStorable } from './validate.ts';

/** Metadata for the API documents. It does not change the route's behaviour. */
export interface RouteDocs {
  /** Absent: `code` and `msg` only. */
  answer?: ResponseSpec | undefined;
  /** Titled after its resource. */
  operation?: string | undefined;
  /** What the schemas do not tell. */
  note?: ((t: Translate) => string) | undefined;
  /** The same request in the RuoYi dialect, which has the title, e.g. `PUT /manage/batch/:id/approve`. */
  ruoyi?: string | undefined;
  /** Multipart body parts, which have no schema: `file` means bytes. */
  parts?: Record<string, z.ZodType | 'file'> | undefined;
  /** Compares the version of the record with `If-Match`. */
  checksIfMatch?: boolean | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    described?: RouteDocs & { logged: boolean; repeatable: boolean; sensitive: boolean };
    waits?: boolean;
    concurrentRepeats?: ConcurrentRepeats | undefined;
  }
}

/** Whether repeats of a request that still runs wait for its response. */
type ConcurrentRepeats = 'wait' | 'refuse';

interface AuditLogSpec {
  title: string;
  type: BusinessType;
  /** Body key that needs its own permission to read, so the audit log omits it. */
  omittedKey?: string;
}

export interface EndpointSpec extends RouteDocs {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Answers HEAD as GET, without the body. */
  head?: boolean;
  url: string;
  access: Access;
  /** Entry for the audit log; makes the route one transaction. */
  log?: AuditLogSpec | undefined;
  /** An idempotency key makes a write repeatable that is not logged. */
  repeatable?: boolean;
  /** A long poll: excluded from load and latency figures. */
  waits?: boolean;
  /** Requires a password confirmation in the last ten minutes. */
  sensitive?: boolean;
  word?: FastifyContextConfig['word'];
  params?: z.ZodType;
  querystring?: z.ZodType;
  body?: z.ZodType;
  bodyLimit?: number;
  /** Default: wait. */
  concurrentRepeats?: ConcurrentRepeats;
  /** Accepts texts that PostgreSQL cannot store, and treats them as an unknown code or a wrong user name. */
  anyText?: boolean;
  /**
   * Slow work without the database, such as parsing a file, before the transaction opens. That of an upload has the `digest` of what it
   * received.
   */
  prepare?: (ctx: Context, request: FastifyRequest) => Promise<unknown>;
  /** Removes what `prepare` stored. Called if the request is refused or a repeat. */
  discard?: (ctx: Context, prepared: never) => Promise<void>;
  /**
   * Runs before validation of the request's parts.
   * @throws the problem
   */
  refuse?: (request: FastifyRequest) => void;
  /** Sends the result, after the commit. Default: as JSON or as a file, with status 200. */
  send?: Send;
}

export type Send = (request: FastifyRequest, reply: FastifyReply, result: unknown) => FastifyReply;

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
    head = false,
    url,
    access,
    log,
    repeatable = false,
    waits = false,
    sensitive = false,
    word,
    params,
    querystring,
    body,
    bodyLimit,
    anyText,
    prepare,
    discard,
    refuse,
    send = sendResult,
    concurrentRepeats,
  } = spec;
  const { answer: documented, operation, note, ruoyi, parts, checksIfMatch } = spec;
  const logged = log !== undefined;
  const described = {
    ...{ answer: documented, operation, note, ruoyi, parts, checksIfMatch },
    ...{ logged, sensitive, repeatable: (logged && method !== 'GET') || repeatable },
  };
  app.route({
    method,
    exposeHeadRoute: head,
    url,
    ...(bodyLimit && { bodyLimit }),
    config: { access, word, described, waits, concurrentRepeats },
    preValidation: async (request) => {
      if (!anyText) ensureStorable(request);
      if (method !== 'GET') ensureRepeatable(request);
      refuse?.(request);
    },
    schema: { ...(params && { params }), ...(querystring && { querystring }), ...(body && { body }) },
    handler: async (request, reply) => {
      // Cast: the request has passed the schemas of `spec`.
      const inputOf = (prepared: unknown) =>
        ({ params: request.params, query: request.query, body: request.body, prepared, request }) as unknown as EndpointInput<E>;
      const { ctx } = request;
      // RuoYi has writes by GET: a forged link must not trigger one
      if (log && request.headers['x-only-reading'] !== undefined) throw new Problem('notFound');
      if (sensitive) ensurePasswordConfirmed(ctx.actor);
      const write = {
        log,
        prepare: () => prepare?.(ctx, request),
        run: (db: Context['db'], prepared: unknown) => run({ ...ctx, db }, inputOf(prepared)),
        // The cast: `prepared` is the result of `prepare`.
        discard: (prepared: unknown) => discard?.(ctx, prepared as never),
      };
      const isWrite = log || (repeatable && request.headers['idempotency-key'] !== undefined);
      if (isWrite) return send(request, reply, await runWrite(request, write));
      const read = () => runUnlogged(request, write);
      return send(request, reply, await (method === 'GET' && isListing(access) ? readStandby(ctx.db, ctx.actor.userId, read) : read()));
    },
  });
}

/** Lists, their counts and figures may be behind. Pages about the servers show the primary. */
const isListing = (access: Access) => typeof access === 'object' && /^(?!monitor:).*:list$/.test(access.permission);

interface Write {
  log: AuditLogSpec | undefined;
  /** Skipped for a repeated request, whose first run may have changed its inputs, such as the old password. Uploads are read to compare. */
  prepare(): Promise<unknown> | undefined;
  run(db: Context['db'], prepared: unknown): Promise<unknown>;
  discard(prepared: unknown): Promise<void> | undefined;
}

async function runUnlogged(request: FastifyRequest, { prepare, run, discard }: Write) {
  const prepared = await prepare();
  try {
    return await run(request.ctx.db, prepared);
  } catch (error) {
    await discardQuietly(request, discard, prepared);
    throw error;
  }
}

async function discardQuietly({ log }: FastifyRequest, discard: Write['discard'], prepared: unknown) {
  if (prepared !== undefined) await discard(prepared)?.catch((error) => log.error({ err: error }));
}

/** Runs a change in one transaction with its audit log row. A refusal is rolled back and then logged. */
async function runWrite(request: FastifyRequest, { log: logged, prepare, run, discard }: Write) {
  const { ctx } = request;
  const started = performance.now();
  const { omittedKey, ...log } = logged ?? { title: '', type: 'other' };
  const entry = { ...log, ...requestEntry(request, omittedKey ? { [omittedKey]: undefined } : {}) };
  const writeLog = async (db: Context['db'], outcome: { answer?: unknown } | { refusal: Problem }) => {
    if (logged) await writeAuditLog(db, { ...entry, ...outcome, costTime: Math.round(performance.now() - started) });
  };
  const isUpload = isMultipart(request);
  let idempotent: IdempotentRequest | undefined;
  let prepared: unknown;
  let isUsed = false;
  const compare = async (digest?: unknown) => {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || !key) return;
    idempotent = { userId: ctx.actor.userId, key, requestDigest: digestRequest(request, digest) };
    return findRecordedResponse(ctx.db, idempotent);
  };
  try {
    const early = isUpload ? undefined : await compare();
    if (early) return early.answer;
    prepared = await prepare();
    const recorded = isUpload ? await compare(Object(prepared).digest) : undefined;
    if (recorded) return recorded.answer;
    return await inTransaction(ctx.db, async (db) => {
      const act = async () => {
        const answer = await run(db, prepared);
        await writeLog(db, { answer: answer instanceof Download ? undefined : answer });
        isUsed = true;
        return answer;
      };
      if (!idempotent) return act();
      if (request.routeOptions.config.concurrentRepeats === 'refuse') await refuseConcurrentRepeat(db, idempotent);
      return runOnce(db, idempotent, act, (answer) => !(answer instanceof Download));
    });
  } catch (error) {
    isUsed = false;
    const recordedMeanwhile = idempotent && (await findRecordedResponse(ctx.db, idempotent).catch(() => undefined));
    if (recordedMeanwhile) return recordedMeanwhile.answer;
    const problem = problemOf(error, request);
    await writeLog(ctx.db, { refusal: problem }).catch((logError) => request.log.error({ err: logError }));
    throw problem;
  } finally {
    if (!isUsed) await discardQuietly(request, discard, prepared);
  }
}

const IdempotencyKey = z.object({ 'Idempotency-Key': z.string().max(MAX_IDEMPOTENCY_KEY) });

/** @throws invalidInput for a key that cannot be stored */
function ensureRepeatable({ headers }: FastifyRequest): void {
  const key = headers['idempotency-key'];
  if (key === undefined) return;
  const parsed = IdempotencyKey.safeParse({ 'Idempotency-Key': key }, { reportInput: true });
  if (!parsed.success) throw new InvalidInput(parsed.error.issues, 'headers');
}

const isMultipart = ({ headers }: FastifyRequest) => /^multipart\//i.test(headers['content-type'] ?? '');

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
  readPrimary(() => writeAuditLog(request.ctx.db, { ...log, ...requestEntry(request, changes), costTime: 0 }));

const isPlain = (body: unknown): body is object => typeof body === 'object' && body !== null && !Buffer.isBuffer(body);

/** Digest that a repeated request must match. Bodies contain passwords, so it is keyed by a secret outside the database. */
const digestRequest = ({ method, url, body, ctx }: FastifyRequest, uploaded: unknown) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', ctx.installation.masterKey, '', 'suyuan/idempotency/v1', 32)))
    .update(`${method} ${url}\n${JSON.stringify(uploaded ?? (isPlain(body) ? body : null))}`)
    .digest();

export function sendResult(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  // the load shedder has already replied
  if (reply.sent) {
    if (answer instanceof Download && !Buffer.isBuffer(answer.body)) answer.body.destroy();
    return reply;
  }
  if (answer instanceof Encoded) return sendEncoded(request, reply, answer);
  if (!(answer instanceof Download)) {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return reply.send(answer);
  }
  reply.code(answer.status).header('content-type', answer.type).header('content-disposition', answer.disposition);
  reply.header('access-control-expose-headers', 'Content-Disposition').header('cache-control', 'no-store').headers(answer.headers);
  if (answer.length !== undefined) reply.header('content-length', answer.length);
  const { onClose } = answer;
  // a HEAD takes nothing of the file
  const isHead = request.method === 'HEAD';
  if (onClose) reply.raw.once('close', () => onClose(!isHead && reply.raw.writableFinished));
  if (isHead && !Buffer.isBuffer(answer.body)) answer.body.destroy();
  return reply.send(answer.body);
}
