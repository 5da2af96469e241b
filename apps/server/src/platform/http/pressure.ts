import { monitorEventLoopDelay } from 'node:perf_hooks';
import v8 from 'node:v8';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSilent, onSilence } from '../db/pulse.ts';
import { asking } from '../db/statements.ts';
import { visitorOf } from './gate.ts';
import type { Installation } from './installation.ts';
import { limits } from './limits.ts';
import { shedRequests } from './metrics.ts';
import { Problem } from './problem.ts';

/** Order of load shedding: `always` is too cheap to shed, `first` is what people wait for, the rest is `usual`. */
export type Urgency = 'always' | 'first' | 'usual';

interface Bounds {
  /** Factor of the `lateness` limit. */
  late: number;
  /** Number of pending requests that is always accepted. */
  most: number;
  /** Estimated seconds in the queue, at the pace of the last second. */
  wait: number;
}

/** Usual requests are shed early, so that verification and sign-in continue. */
const bounds: Record<Exclude<Urgency, 'always'>, Bounds> = {
  first: { late: 4, most: 512, wait: 1.5 },
  usual: { late: 1, most: 64, wait: 0.8 },
};

/** Heap use in per cent from which requests are shed. */
const FULL = 92;
/** Milliseconds between two measurements. */
const STEP = 250;
/** Random Retry-After in seconds, so that clients do not return all at once. */
const again = () => 1 + Math.floor(Math.random() * 4);
/**
 * Milliseconds before an overload response. Clients that retry at once would otherwise keep this process busy with refusals. The event loop
 * accepts one new connection per turn, so new clients would not get in.
 */
const told = () => 500 + Math.random() * 1000;
/** Retry-After in seconds while the database is silent. */
const AGAIN_LATER = 5;

/** Whether the request has a body, which may not have arrived yet. */
const sendsOn = ({ headers }: FastifyRequest) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Mean event loop delay in milliseconds of the last two measurements, and whether the heap is full. */
const loop = { lags: [0, 0] as [number, number], full: false };
let reading = false;

function readLoop() {
  if (reading) return;
  reading = true;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  setInterval(() => {
    const mean = delay.mean / 1e6 - 10;
    loop.lags = [loop.lags[1], Number.isFinite(mean) ? Math.max(0, mean) : 0];
    delay.reset();
    const { used_heap_size: used, heap_size_limit: limit } = v8.getHeapStatistics();
    loop.full = used * 100 > limit * FULL;
  }, STEP).unref();
}

/**
 * Sheds load with 503 and Retry-After when a request would wait too long: late responses help nobody and delay all others. While the
 * database is silent, new and pending requests that need it are refused at once.
 */
export function relieve(app: FastifyInstance, installation: Installation, urgencyOf: (request: FastifyRequest) => Urgency) {
  readLoop();
  const { db } = installation;
  const { lateness } = { ...limits, ...installation.limits };
  const under = new Map<FastifyRequest, FastifyReply>();
  /** Responses in each of the last four intervals. */
  const paces = [0, 0, 0, 0];
  const pacer = setInterval(() => paces.splice(0, 4, 0, ...paces.slice(0, 3)), STEP).unref();

  const causeOf = (urgency: Exclude<Urgency, 'always'>) => {
    if (isSilent(db)) return 'database';
    const { late, most, wait } = bounds[urgency];
    if (Math.min(...loop.lags) > late * lateness) return 'late';
    if (loop.full) return 'memory';
    const pace = paces.reduce((sum, count) => sum + count, 0);
    return under.size > most && under.size > wait * pace ? 'queue' : undefined;
  };

  app.addHook('onRequest', (request, reply, next) => {
    const urgency = urgencyOf(request);
    if (urgency === 'always') return next();
    const cause = causeOf(urgency);
    if (!cause) {
      under.set(request, reply);
      const asked = asking.getStore();
      if (asked) asked.usual = urgency === 'usual';
      return next();
    }
    shedRequests.inc({ cause });
    request.ctx = visitorOf(request, installation);
    // an unread body forces the connection to close. Others stay open, because accepting one costs more than responding
    if (sendsOn(request)) reply.header('connection', 'close');
    const asked = asking.getStore();
    if (asked) asked.shed = true;
    // delayed responses take memory, so delay only these causes
    if (cause !== 'queue' && cause !== 'late') return next(new Problem('busy', { seconds: cause === 'database' ? AGAIN_LATER : again() }));
    setTimeout(() => next(new Problem('busy', { seconds: again() })), told());
  });
  const end = (request: FastifyRequest) => {
    if (under.delete(request)) paces[0]!++;
  };
  app.addHook('onSend', (request, _reply, payload, next) => {
    end(request);
    next(null, payload);
  });
  app.addHook('onResponse', async (request) => end(request));
  // a long poll does not occupy the process
  app.addHook('preHandler', async (request) => void (request.routeOptions.config.waits && under.delete(request)));
  app.addHook('onRequestAbort', async (request) => void under.delete(request));

  const deaf = onSilence(db, () => {
    for (const [request, reply] of under) {
      under.delete(request);
      if (reply.sent) continue;
      shedRequests.inc({ cause: 'database' });
      request.ctx ??= visitorOf(request, installation);
      reply.send(new Problem('busy', { seconds: AGAIN_LATER }));
    }
  });
  app.addHook('onClose', async () => {
    clearInterval(pacer);
    deaf();
  });
}
