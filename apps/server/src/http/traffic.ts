import type { FastifyInstance } from 'fastify';

/** Durations that a route remembers, newest: what its percentiles are of. */
const REMEMBERED = 512;

interface Traffic {
  count: number;
  failed: number;
  inFlight: number;
  most: number;
  /** Milliseconds, over all. */
  total: number;
  slowest: number;
  durations: number[];
}

/** What this process answered since it started, by method and route. */
const routes = new Map<string, Traffic>();
let all = 0;

/** Requests that this process answered since it started. */
export const answered = () => all;

/** Counts what passes through `app`. */
export function countTraffic(app: FastifyInstance) {
  const begun = new WeakMap<object, number>();
  app.addHook('onRequest', async (request) => {
    begun.set(request, performance.now());
    const traffic = trafficOf(request.method, request.routeOptions.url);
    traffic.inFlight++;
    traffic.most = Math.max(traffic.most, traffic.inFlight);
  });
  app.addHook('onResponse', async (request, reply) => {
    const spent = performance.now() - (begun.get(request) ?? performance.now());
    note(trafficOf(request.method, request.routeOptions.url), spent, reply.statusCode >= 500);
  });
  // a visitor who left before the answer counts as answered: nothing is in flight any more
  app.addHook('onRequestAbort', async (request) => {
    const spent = performance.now() - (begun.get(request) ?? performance.now());
    note(trafficOf(request.method, request.routeOptions.url), spent, false);
  });
}

function trafficOf(method: string, url: string | undefined): Traffic {
  // what is no route of ours is one line, or any stranger could make the list as long as they like
  const route = `${method} ${url ?? '*'}`;
  const known = routes.get(route);
  if (known) return known;
  const traffic = { count: 0, failed: 0, inFlight: 0, most: 0, total: 0, slowest: 0, durations: [] };
  routes.set(route, traffic);
  return traffic;
}

function note(traffic: Traffic, spent: number, failed: boolean) {
  all++;
  traffic.durations[traffic.count % REMEMBERED] = spent;
  traffic.count++;
  traffic.inFlight--;
  if (failed) traffic.failed++;
  traffic.total += spent;
  traffic.slowest = Math.max(traffic.slowest, spent);
}

/** What each route did, slowest in sum first; percentiles of the newest 512 answers, in milliseconds. */
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
