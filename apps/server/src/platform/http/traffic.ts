import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RequestStats, requestStats } from '../db/statement-stats.ts';
import { requestSeconds } from './metrics.ts';

/** Most recent durations per route, for percentiles. */
const MAX_DURATIONS = 512;

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
let responses = 0;

export const responseCount = () => responses;

export function countTraffic(app: FastifyInstance) {
  const statsByRequest = new WeakMap<FastifyRequest, RequestStats>();
  app.addHook('onRequest', (request, _reply, next) => {
    const stats: RequestStats = { arrivedAt: performance.now(), statements: 0, databaseMs: 0 };
    // a long poll is excluded from durations, but its statements count
    if (request.routeOptions.config.waits) return requestStats.run(stats, next);
    const traffic = trafficOf(request.method, request.routeOptions.url);
    traffic.inFlight++;
    traffic.most = Math.max(traffic.most, traffic.inFlight);
    statsByRequest.set(request, stats);
    requestStats.run(stats, next);
  });
  const end = (request: FastifyRequest, failed: boolean) => {
    const stats = statsByRequest.get(request);
    statsByRequest.delete(request);
    if (!stats) return;
    const traffic = trafficOf(request.method, request.routeOptions.url);
    traffic.inFlight--;
    if (!stats.isShed) record(traffic, performance.now() - stats.arrivedAt, stats, failed);
  };
  app.addHook('onResponse', async (request, reply) => {
    if (!request.routeOptions.config.waits && !statsByRequest.get(request)?.isShed) observe(request, reply.statusCode, reply.elapsedTime);
    end(request, reply.statusCode >= 500);
  });
  // an aborted request is no longer in flight
  app.addHook('onRequestAbort', async (request) => end(request, false));
}

/** `elapsed` in milliseconds. Unknown methods share one label, so that callers cannot create labels. */
function observe({ method, routeOptions }: FastifyRequest, status: number, elapsed: number) {
  const methodLabel = routeOptions.url === undefined ? 'other' : method;
  requestSeconds.observe({ method: methodLabel, route: routeOptions.url ?? '*', status: `${Math.floor(status / 100)}xx` }, elapsed / 1000);
}

function trafficOf(method: string, url: string | undefined): Traffic {
  // unknown routes share one entry, so that callers cannot create entries
  const route = `${method} ${url ?? '*'}`;
  const existing = routes.get(route);
  if (existing) return existing;
  const traffic: Traffic = {
    ...{ count: 0, failed: 0, inFlight: 0, most: 0, total: 0, slowest: 0, durations: [] },
    ...{ statements: 0, mostStatements: 0, sqlTotal: 0 },
  };
  routes.set(route, traffic);
  return traffic;
}

function record(traffic: Traffic, durationMs: number, stats: RequestStats, failed: boolean) {
  responses++;
  traffic.durations[traffic.count % MAX_DURATIONS] = durationMs;
  traffic.count++;
  if (failed) traffic.failed++;
  traffic.total += durationMs;
  traffic.slowest = Math.max(traffic.slowest, durationMs);
  traffic.statements += stats.statements;
  traffic.mostStatements = Math.max(traffic.mostStatements, stats.statements);
  traffic.sqlTotal += stats.databaseMs;
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
