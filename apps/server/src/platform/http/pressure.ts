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

/** What comes first when not all can be served: `always` costs nothing worth saving, `first` is what people wait for, the rest is `usual`. */
export type Urgency = 'always' | 'first' | 'usual';

interface Bounds {
  /** How often the lateness that a site bears with. */
  late: number;
  /** Requests under way below which nobody is sent away for their number. */
  most: number;
  /** Seconds that a new request would wait behind those under way, at the pace of the last second. */
  wait: number;
}

/** The usual gives way early, so that codes are verified and people sign in while it is shed. */
const bounds: Record<Exclude<Urgency, 'always'>, Bounds> = {
  first: { late: 4, most: 512, wait: 1.5 },
  usual: { late: 1, most: 64, wait: 0.8 },
};

/** Share of the heap beyond which nothing more is taken on, per cent. */
const FULL = 92;
/** Milliseconds between two readings. */
const STEP = 250;
/** Seconds after which whoever was sent away may come again: spread, so that they do not all come at once. */
const again = () => 1 + Math.floor(Math.random() * 4);
/**
 * Milliseconds until somebody is told who is one too many. Some ask again at once whatever they are told: as many of them as there are
 * connections would have this process do nothing but refuse, and greet nobody new, as one connection is greeted in each turn of its loop.
 */
const told = () => 500 + Math.random() * 1000;
/** The same while the database is silent. */
const AGAIN_LATER = 5;

/** Whether a body comes behind the head: at the door nobody knows yet whether all of it is here. */
const sendsOn = ({ headers }: FastifyRequest) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** How late this process is: milliseconds, on average over each of the last two readings; and whether its heap is full. */
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
 * Sends requests away at the door, with 503 and when to come again, once waiting would take longer than anybody waits: late answers help
 * nobody and make all others later. While the database is silent whoever needs it is told at once, and so is everybody who waits already.
 */
export function relieve(app: FastifyInstance, installation: Installation, urgencyOf: (request: FastifyRequest) => Urgency) {
  readLoop();
  const { db } = installation;
  const { lateness } = { ...limits, ...installation.limits };
  /** Requests whose answer is not made yet. */
  const under = new Map<FastifyRequest, FastifyReply>();
  /** Answers in each of the last four readings. */
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
    // whoever sends on is not read: the connection ends with the answer. Others keep theirs, as greeting them anew costs more than answering
    if (sendsOn(request)) reply.header('connection', 'close');
    const asked = asking.getStore();
    if (asked) asked.shed = true;
    // those who wait to be told take memory
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
  // who waits for something to happen keeps nobody else waiting
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
