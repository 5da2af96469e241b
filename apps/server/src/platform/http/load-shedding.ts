import { monitorEventLoopDelay } from 'node:perf_hooks';
import v8 from 'node:v8';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSilent, onSilence } from '../db/heartbeat.ts';
import { requestStats } from '../db/statement-stats.ts';
import { Problem } from '../problem.ts';
import { anonymousContext } from './access-control.ts';
import type { Installation } from './installation.ts';
import { limits } from './limits.ts';
import { shedRequests } from './metrics.ts';

/** Order of load shedding: `always` is too cheap to shed, `first` is what people wait for, the rest is `usual`. */
export type Urgency = 'always' | 'first' | 'usual';

interface SheddingThresholds {
  /** Factor of the `loopDelay` limit. */
  delayFactor: number;
  /** Number of pending requests that is always accepted. */
  maxPending: number;
  /** Estimated seconds in the queue, at the pace of the last second. */
  maxWait: number;
}

/** Usual requests are shed early, so that verification and sign-in continue. */
const thresholds: Record<Exclude<Urgency, 'always'>, SheddingThresholds> = {
  first: { delayFactor: 4, maxPending: 512, maxWait: 1.5 },
  usual: { delayFactor: 1, maxPending: 64, maxWait: 0.8 },
};

/** Heap use in per cent from which requests are shed. */
const MAX_HEAP_PERCENT = 92;
/** Milliseconds between two measurements. */
const MEASUREMENT_INTERVAL = 250;
/** Random Retry-After in seconds, so that clients do not return all at once. */
const randomRetryAfter = () => 1 + Math.floor(Math.random() * 4);
/**
 * Milliseconds before an overload response. Clients that retry at once would otherwise keep this process busy with refusals. The event loop
 * accepts one new connection per turn, so new clients would not get in.
 */
const overloadDelay = () => 500 + Math.random() * 1000;
/** Retry-After in seconds while the database is silent. */
const SILENT_RETRY_AFTER = 5;

/** A chunked body may be endless; one with a length is drained after the response. */
const hasUnboundedBody = ({ headers }: FastifyRequest) => headers['transfer-encoding'] !== undefined;

/** Mean event loop delay in milliseconds of the last two measurements, and whether the heap is full. */
const loop = { lags: [0, 0] as [number, number], full: false };
let isMonitoring = false;

function monitorLoop() {
  if (isMonitoring) return;
  isMonitoring = true;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  setInterval(() => {
    const mean = delay.mean / 1e6 - 10;
    loop.lags = [loop.lags[1], Number.isFinite(mean) ? Math.max(0, mean) : 0];
    delay.reset();
    const { used_heap_size: used, heap_size_limit: limit } = v8.getHeapStatistics();
    loop.full = used * 100 > limit * MAX_HEAP_PERCENT;
  }, MEASUREMENT_INTERVAL).unref();
}

/**
 * Sheds load with 503 and Retry-After when a request would wait too long: late responses help nobody and delay all others. While the
 * database is silent, new and pending requests that need it are refused at once.
 */
export function registerLoadShedding(app: FastifyInstance, installation: Installation, urgencyOf: (request: FastifyRequest) => Urgency) {
  monitorLoop();
  const { db } = installation;
  const { loopDelay } = { ...limits, ...installation.limits };
  const pending = new Map<FastifyRequest, FastifyReply>();
  /** Responses in each of the last four intervals. */
  const paces = [0, 0, 0, 0];
  const pacer = setInterval(() => paces.splice(0, 4, 0, ...paces.slice(0, 3)), MEASUREMENT_INTERVAL).unref();

  const causeOf = (urgency: Exclude<Urgency, 'always'>) => {
    if (isSilent(db)) return 'database';
    const { delayFactor, maxPending, maxWait } = thresholds[urgency];
    if (Math.min(...loop.lags) > delayFactor * loopDelay) return 'late';
    if (loop.full) return 'memory';
    const pace = paces.reduce((sum, count) => sum + count, 0);
    return pending.size > maxPending && pending.size > maxWait * pace ? 'queue' : undefined;
  };

  app.addHook('onRequest', (request, reply, next) => {
    const urgency = urgencyOf(request);
    if (urgency === 'always') return next();
    const cause = causeOf(urgency);
    if (!cause) {
      pending.set(request, reply);
      const stats = requestStats.getStore();
      if (stats) stats.isLowPriority = urgency === 'usual';
      return next();
    }
    shedRequests.inc({ cause });
    request.ctx = anonymousContext(request, installation);
    // other connections stay open: accepting one costs more than responding, and a client that still sends would lose the response
    if (hasUnboundedBody(request)) reply.header('connection', 'close');
    const stats = requestStats.getStore();
    if (stats) stats.isShed = true;
    // delayed responses take memory, so delay only these causes
    if (cause !== 'queue' && cause !== 'late')
      return next(new Problem('busy', { seconds: cause === 'database' ? SILENT_RETRY_AFTER : randomRetryAfter() }));
    setTimeout(() => next(new Problem('busy', { seconds: randomRetryAfter() })), overloadDelay());
  });
  const end = (request: FastifyRequest) => {
    if (pending.delete(request)) paces[0]!++;
  };
  app.addHook('onSend', (request, _reply, payload, next) => {
    end(request);
    next(null, payload);
  });
  app.addHook('onResponse', async (request) => end(request));
  // a long poll does not occupy the process
  app.addHook('preHandler', async (request) => void (request.routeOptions.config.waits && pending.delete(request)));
  app.addHook('onRequestAbort', async (request) => void pending.delete(request));

  const unsubscribe = onSilence(db, () => {
    for (const [request, reply] of pending) {
      pending.delete(request);
      if (reply.sent) continue;
      shedRequests.inc({ cause: 'database' });
      request.ctx ??= anonymousContext(request, installation);
      reply.send(new Problem('busy', { seconds: SILENT_RETRY_AFTER }));
    }
  });
  app.addHook('onClose', async () => {
    clearInterval(pacer);
    unsubscribe();
  });
}
