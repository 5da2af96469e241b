import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { consoleApp } from '../../boot/app.ts';
import { publicApp } from '../../boot/public-app.ts';
import * as sessionService from '../../features/identity/session/session.service.ts';
import { collectErrorLog, type LogLine } from '../../test/error-log.ts';
import { insertUser } from '../../test/factories.ts';
import { type Operation, operationsOf, undocumentedOperations } from '../../test/fuzz/operations.ts';
import { type FuzzRequest, requestsOf } from '../../test/fuzz/requests.ts';
import { nextAddress } from '../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { cacheOf } from '../cache/cache.ts';

const LONG = process.env.SUYUAN_LONG === '1';
/** Minimum number of requests in the run. */
const REQUESTS = Number(process.env.SUYUAN_FUZZ ?? (LONG ? 30_000 : 2_000));
/** Fixed in the short run, so that results are reproducible. */
const SEED = Number(process.env.SUYUAN_SEED ?? (LONG ? Date.now() % 2 ** 31 : 20));
/** Maximum milliseconds of any response. */
const SLOW = 10_000;
/** Numbers beyond 32 bits; in the long run also the largest exact integer of a double. */
const outOfRange = [2_147_483_648, ...(LONG ? [Number.MAX_SAFE_INTEGER] : [])];

/** Internals: stack lines, SQL, folders, names of libraries and constraints. */
const LEAK =
  /\n\s+at \S+ \(|\.ts:\d+:\d+|node_modules|apps\/server|\bselect\b[^"]+\bfrom\b [a-z_]+ |\binsert into\b|syntax error at|relation "|violates [a-z-]+ constraint|_fkey\b|_pkey\b|FST_[A-Z]|ERR_[A-Z]+_|ECONN/;

interface Answer {
  code?: number;
  problem?: string;
  field?: string;
  params?: { field?: string };
  errors?: { pointer?: string; parameter?: string }[];
}

interface Site {
  app: FastifyInstance;
  operations: Operation[];
}

describe(`random requests, seed ${SEED}`, () => {
  let server: TestServer;
  let sites: Site[];
  let errors: LogLine[];
  const tokens = { admin: '', clerk: '', stranger: '' };
  let sent = 0;
  let slowest = 0;

  /** Disposable accounts, recreated when a request signs one out or removes it. */
  async function openAccounts() {
    for (const actor of ['admin', 'clerk'] as const) {
      const { userId } = await insertUser(server.db, { deptId: 100 });
      if (actor === 'admin') await server.db.insertInto('userRole').values({ userId, roleId: 1 }).execute();
      const opened = await sessionService.open(server.db, { userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' });
      tokens[actor] = opened.token;
    }
  }

  /** Sends one request and returns a fault in its response. Lines logged after a response count against the next request. */
  async function send({ app }: Site, { actor, options }: FuzzRequest): Promise<{ fault: string | undefined; body: Answer | undefined }> {
    // rate limits would refuse nearly all requests
    cacheOf(server.db).windows.clear();
    sent++;
    const startedAt = performance.now();
    const token = tokens[actor];
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...options.headers };
    const reply = await app.inject({ ...options, headers, remoteAddress: nextAddress() });
    let elapsedMs = performance.now() - startedAt;
    if (elapsedMs > SLOW) {
      // once more: the machine may have been busy
      const repeatedAt = performance.now();
      await app.inject({ ...options, headers, remoteAddress: nextAddress() });
      elapsedMs = Math.min(elapsedMs, performance.now() - repeatedAt);
    }
    slowest = Math.max(slowest, elapsedMs);
    const type = String(reply.headers['content-type'] ?? '');
    const body = type.includes('json') ? (JSON.parse(reply.body || 'null') as Answer) : undefined;
    if ((body?.code === 401 || reply.statusCode === 401) && token) await openAccounts();
    const text = reply.body.slice(0, 100_000);
    const refused = reply.statusCode >= 400 || (typeof body?.code === 'number' && body.code !== 200);
    const logged = errors.splice(0);
    const faults = [
      reply.statusCode >= 500 && `HTTP ${reply.statusCode} ${text.slice(0, 300)}`,
      body?.problem === 'unexpected' && 'an unexpected error',
      logged.length > 0 && `in the log: ${logged.map(({ err }) => err?.stack?.slice(0, 900) ?? 'a line').join('\n')}`,
      elapsedMs > SLOW && `${Math.round(elapsedMs)} ms`,
      refused && LEAK.test(text) && `an answer with what is inside: ${text.slice(0, 600)}`,
    ];
    return { fault: faults.filter(Boolean).join('; ') || undefined, body };
  }

  beforeAll(async () => {
    server = await startTestServer();
    const installation = { ...server.installation, logLevel: 'error' };
    const [consoleSite, publicSite] = [await consoleApp(installation), await publicApp(installation)];
    await Promise.all([consoleSite.ready(), publicSite.ready()]);
    await openAccounts();
    const { loadSample } = await import('../../features/devtools/sample/sample.service.ts');
    await loadSample(installation);
    errors = collectErrorLog();
    const document = async (name: string) =>
      (await consoleSite.inject({ url: `/api/tool/swagger/${name}`, headers: { authorization: `Bearer ${tokens.admin}` } })).json();
    const documentedOperations = [
      ...operationsOf(await document('console'), '/api'),
      ...operationsOf(await document('rest'), '/api/v1'),
      ...operationsOf(await document('epcis'), '/api'),
    ];
    const consoleOperations = [...new Map(documentedOperations.map((each) => [`${each.method} ${each.path}`, each])).values()];
    const publicOperations = operationsOf(await document('public'), '');
    sites = [
      { app: consoleSite, operations: [...consoleOperations, ...undocumentedOperations(consoleSite.routeTable, consoleOperations)] },
      { app: publicSite, operations: [...publicOperations, ...undocumentedOperations(publicSite.routeTable, publicOperations)] },
    ];
    return async () => {
      vi.restoreAllMocks();
      await consoleSite.close();
      await publicSite.close();
      await server.close();
    };
  }, 300_000);

  it('reach each route of both sites', () => {
    for (const { app, operations } of sites) {
      const coveredRoutes = new Set(operations.map(({ method, path }) => `${method} ${path}`));
      const routeTable = app.routeTable.flatMap(({ method, url }) =>
        [method].flat().map((each) => `${each} ${url.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}')}`),
      );
      expect(routeTable.filter((route) => !coveredRoutes.has(route))).toEqual([]);
    }
  });

  it('are rejected at the field for an oversized number or a text that cannot be stored', { timeout: 600_000 }, async () => {
    // these accept any text: an unknown code or a wrong user name
    const acceptingPaths = ['/api/login', '/api/v1/account/sessions', '/v1/verifications'];
    const faults: string[] = [];
    let fields = 0;
    for (const site of sites)
      for (const { method, path, body, fields: declared, parameters } of site.operations) {
        const url = path.replaceAll(/\{(\w+)\}/g, '1');
        const query = Object.fromEntries(parameters.filter((each) => each.in === 'query').map((each) => [each.name, each.schema]));
        for (const [field, schema] of Object.entries({ ...query, ...(body !== undefined && declared) })) {
          const kind = JSON.stringify(schema);
          const values = [...(/"(integer|number)"/.test(kind) ? outOfRange : []), ...(/"string"/.test(kind) ? ['a\0b'] : [])];
          fields += values.length > 0 ? 1 : 0;
          for (const value of values) {
            const inQuery = field in query && !(body !== undefined && field in declared);
            const options = inQuery
              ? { method, url: `${url}?${field}=${encodeURIComponent(value)}` }
              : { method, url, payload: { ...(body as object), [field]: value } };
            const { fault, body: answer } = await send(site, { actor: 'admin', options: options as FuzzRequest['options'] });
            const named = [
              answer?.field,
              answer?.params?.field,
              ...(answer?.errors ?? []).flatMap((each) => [each.parameter, each.pointer?.slice(2)]),
            ];
            const isNamed = named.includes(field) || acceptingPaths.includes(path);
            const wrong = fault ?? (typeof value === 'string' && !isNamed && JSON.stringify(answer));
            if (wrong) faults.push(`${method} ${path} ${field}=${JSON.stringify(value)}: ${wrong}`);
          }
        }
      }
    console.info(`fuzz: ${fields} fields, ${sent} requests`);
    expect(fields).toBeGreaterThan(1000);
    expect(faults.slice(0, 30), `${faults.length} faults`).toEqual([]);
  });

  it('are answered in time, without server errors or internal details', { timeout: 3_600_000 }, async () => {
    const operations = sites.reduce((sum, each) => sum + each.operations.length, 0);
    const numRuns = Math.ceil(REQUESTS / operations);
    const faults: string[] = [];
    sent = 0;
    let place = 0;
    for (const site of sites)
      for (const operation of site.operations) {
        const property = fc.asyncProperty(requestsOf(operation, ['seconds']), async (request) => {
          const { fault } = await send(site, request);
          if (fault) throw new Error(fault);
        });
        // a separate seed per route, else all routes would see the same choices
        const { failed, counterexample, errorInstance, seed } = await fc.check(property, { numRuns, seed: SEED + place++ });
        if (!failed) continue;
        const [request] = counterexample ?? [];
        faults.push(
          `${operation.method} ${operation.path}, seed ${seed}: ${JSON.stringify(request).slice(0, 600)}\n  ${(errorInstance as Error).message}`,
        );
      }
    console.info(
      `fuzz: seed ${SEED}, ${sent} requests to ${operations} routes, slowest ${Math.round(slowest)} ms, ${faults.length} faults`,
    );
    expect(faults.join('\n\n')).toBe('');
    expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  });
});
