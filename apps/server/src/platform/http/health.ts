import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sentence } from '../operator-error.ts';
import { registry, watchProcess } from './metrics.ts';

export interface Part {
  ok: boolean;
  /** The fault and its remedy. */
  message?: Sentence;
  /** A failure affects some pages, but does not make the process unready. */
  optional?: boolean;
}

export type Parts = Record<string, Part>;

interface Health {
  /** Evaluated per request; must return quickly whatever is broken. */
  parts(): Promise<Parts>;
  /** Allows `/metrics` from any address; without it only loopback. */
  metricsToken?: string | undefined;
}

const open = { config: { access: 'anonymous' as const }, logLevel: 'silent' as const };

/** All are public, except metrics: the token if configured, else loopback. */
export function healthRoutes(app: FastifyInstance, { parts, metricsToken }: Health) {
  watchProcess();
  app.get('/live', open, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/ready', open, async (_request, reply) => {
    const checks = await parts();
    const ready = Object.values(checks).every(({ ok, optional }) => ok || optional);
    if (!ready) reply.header('retry-after', '5');
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unready', parts: checks });
  });

  app.get('/metrics', open, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!mayRead(request, metricsToken)) return reply.code(403).type('text/plain; charset=utf-8').send('403');
    const text = await registry.metrics();
    return reply.type(registry.contentType).send(text);
  });
}

/** Headers of a local proxy, whose requests also come from loopback. */
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token) return sameText(headers.authorization ?? '', `Bearer ${token}`);
  const from = socket.remoteAddress ?? '';
  const isLoopback = from === '::1' || /^(::ffff:)?127\./.test(from);
  return isLoopback && forwarding.every((name) => headers[name] === undefined);
}

/** Constant-time comparison. */
const sameText = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => createHash('sha256').update(text).digest();
