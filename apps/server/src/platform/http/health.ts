import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sentence } from '../refusal.ts';
import { registry, watchProcess } from './metrics.ts';

/** One thing that this process needs to work. */
export interface Part {
  ok: boolean;
  /** What is wrong, and what would be right. */
  said?: Sentence;
  /** Without it some pages fail, but not the whole: it does not take this process out of service. */
  optional?: boolean;
}

export type Parts = Record<string, Part>;

interface Health {
  /** Asked each time; must answer soon whatever is broken. */
  parts(): Promise<Parts>;
  /** What stands in for a loopback address: who shows it may read the figures from anywhere, and nobody without it. */
  metricsToken?: string | undefined;
}

const open = { config: { access: 'anonymous' as const }, logLevel: 'silent' as const };

/**
 * `/live` (the process runs), `/ready` (it can work; 503 and what cannot, otherwise) and `/metrics` (Prometheus). None asks who calls; the
 * figures are for this machine alone, or for who shows the token.
 */
export function healthRoutes(app: FastifyInstance, { parts, metricsToken }: Health) {
  watchProcess();
  app.get('/live', open, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/ready', open, async (_request, reply) => {
    const found = await parts();
    const ready = Object.values(found).every(({ ok, optional }) => ok || optional);
    if (!ready) reply.header('retry-after', '5');
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unready', parts: found });
  });

  app.get('/metrics', open, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!mayRead(request, metricsToken)) return reply.code(403).type('text/plain; charset=utf-8').send('403');
    const text = await registry.metrics();
    return reply.type(registry.contentType).send(text);
  });
}

/** A proxy on this machine calls from loopback too, but says for whom. */
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token) return sameText(headers.authorization ?? '', `Bearer ${token}`);
  const from = socket.remoteAddress ?? '';
  const here = from === '::1' || /^(::ffff:)?127\./.test(from);
  return here && forwarding.every((name) => headers[name] === undefined);
}

/** Compares in a time that says nothing of either. */
const sameText = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => createHash('sha256').update(text).digest();
