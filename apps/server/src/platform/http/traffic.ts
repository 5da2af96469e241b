import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Asking, asking } from '../db/statements.ts';
import { requestSeconds } from './metrics.ts';

/** Most recent durations per route, for percentiles. */
const REMEMBERED = 512;

interface Traffic {
  count: number;
  failed: number;
  inFlight: number;
  most: number;
  /** Total milliseconds. */
  total: number;
  slowest: number;
  durations: number[];
  /** Statements in total, maximum per response, and their milliseconds. */
  statements: number;
  mostStatements: number;
  sqlTotal: number;
}

const routes = new Map<string, Traffic>();
let all = 0;

export const answered = () => all;

export function countTraffic(app: FastifyInstance) {
  const begun = new WeakMap<FastifyRequest, Asking>();
  app.addHook('onRequest', (request, _reply, next) => {
    const asked: Asking = { at: performance.now(), statements: 0, spent: 0 };
    // a long poll is excluded from durations, but its statements count
    if (request.routeOptions.config.waits) return asking.run(asked, next);
    const traffic = trafficOf(request.method, request.routeOptions.url);
    traffic.inFlight++;
    traffic.most = Math.max(traffic.most, traffic.inFlight);
    begun.set(request, asked);
    asking.run(asked, next);
  });
  const end = (request: FastifyRequest, failed: boolean) => {
    const begin = begun.get(request);
    begun.delete(request);
    if (!begin) return;
    const traffic = trafficOf(request.method, request.routeOptions.url);
    traffic.inFlight--;
    if (!begin.shed) note(traffic, performance.now() - begin.at, begin, failed);
  };
  app.addHook('onResponse', async (request, reply) => {
    if (!request.routeOptions.config.waits && !begun.get(request)?.shed) observe(request, reply.statusCode, reply.elapsedTime);
    end(request, reply.statusCode >= 500);
  });
  // an aborted request is no longer in flight
  app.addHook('onRequestAbort', async (request) => end(request, false));
}

/** `elapsed` in milliseconds. Unknown methods share one label, so that callers cannot create labels. */
function observe({ method, routeOptions }: FastifyRequest, status: number, elapsed: number) {
  const known = routeOptions.url === undefined ? 'other' : method;
  requestSeconds.observe({ method: known, route: routeOptions.url ?? '*', status: `${Math.floor(status / 100)}xx` }, elapsed / 1000);
}

function trafficOf(method: string, url: string | undefined): Traffic {
  // unknown routes share one entry, so that callers cannot create entries
  const route = `${method} ${url ?? '*'}`;
  const known = routes.get(route);
  if (known) return known;
  const traffic: Traffic = {
    ...{ count: 0, failed: 0, inFlight: 0, most: 0, total: 0, slowest: 0, durations: [] },
    ...{ statements: 0, mostStatements: 0, sqlTotal: 0 },
  };
  routes.set(route, traffic);
  return traffic;
}

function note(traffic: Traffic, spent: number, asked: Asking, failed: boolean) {
  all++;
  traffic.durations[traffic.count % REMEMBERED] = spent;
  traffic.count++;
  if (failed) traffic.failed++;
  traffic.total += spent;
  traffic.slowest = Math.max(traffic.slowest, spent);
  traffic.statements += asked.statements;
  traffic.mostStatements = Math.max(traffic.mostStatements, asked.statements);
  traffic.sqlTotal += asked.spent;
}

/** Statistics by route, highest total time first; percentiles of the latest 512 responses, in milliseconds. */
export const trafficByRoute = () =>
  [...routes]
    .map(([route, { durations, ...traffic }]) => {
      const sorted = durations.toSorted((one, other) => one - other);
      const at = (share: number) => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
      return {
        route,
        ...traffic,
        total: Math.round(traffic.total),
        slowest: Math.round(traffic.slowest),
        p50: at(0.5),
        p95: at(0.95),
        p99: at(0.99),
      };
    })
    .sort((one, other) => other.total - one.total);
