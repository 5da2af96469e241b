import { apiDocuments, swagger } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RouteInfo } from '../../../platform/http/access-control.ts';
import { isRestPath } from '../../../platform/http/rest/rest-problem.ts';
import { assertDocumented } from '../../../test/assert-documented.ts';
import { schemaViolations } from '../../../test/json-schema.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { JsonSchema } from './components.ts';

interface DocumentedOperation {
  summary: string;
  parameters: { in: string; name: string; required: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown; schema?: { required?: string[] } }> };
  responses: Record<string, object>;
}

interface DocumentedValue {
  schema?: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

/** RuoYi uses GET for these operations. */
const getActions = ['/api/logout', '/api/monitor/logininfor/unlock/:userName', '/api/tool/gen/synchDb/:tableName'];

describe('API documents', () => {
  let server: TestServer;
  let reader: Client;
  const read = async (name: string, language = 'zh-CN') =>
    (await reader.get(`/tool/swagger/${name}`, { 'accept-language': language })).body as {
      paths: Record<string, Record<string, DocumentedOperation>>;
    };
  const operations = async (name: string, language?: string) =>
    Object.entries((await read(name, language)).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
  // iframe pages are not operations
  const routeTable = () => server.app.routeTable.filter(({ url }) => url.startsWith('/api/') && !url.endsWith('.html') && !isRestPath(url));
  const restRoutes = () => server.app.routeTable.filter(({ url }) => isRestPath(url));
  const templateOf = ({ url }: RouteInfo) =>
    url
      .slice(isRestPath(url) ? 7 : 4)
      .replaceAll(/:(\w+)/g, '{$1}')
      .replace('*', '{path}');

  beforeAll(async () => {
    server = await startTestServer();
    reader = await server.as([swagger.permission]);
    return () => server.close();
  });

  it.each([
    ['console', () => routeTable()],
    ['rest', () => restRoutes()],
  ] as const)('contain every path of the %s document, with a title in both languages', async (name, routes) => {
    for (const language of ['zh-CN', 'en-US']) {
      const consoleOperations = await operations(name, language);
      expect(consoleOperations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
        routes()
          .map((route) => `${String(route.method)} ${templateOf(route)}`)
          .sort(),
      );
      expect(
        consoleOperations.filter(({ path, operation }) => operation.summary === path).map(({ method, path }) => `${method} ${path}`),
      ).toEqual([]);
    }
  });

  it.each([
    ['console', () => routeTable()],
    ['rest', () => restRoutes()],
  ] as const)('contain an example of each request of the %s document that passes its schema', async (name, routes) => {
    const operationsByRoute = new Map((await operations(name)).map(({ method, path, operation }) => [`${method} ${path}`, operation]));
    const violations = routes().flatMap((route) => {
      const operation = operationsByRoute.get(`${String(route.method)} ${templateOf(route)}`) as DocumentedOperation;
      const examplesIn = (place: string) =>
        Object.fromEntries(
          operation.parameters.filter((each) => each.in === place && each.example !== undefined).map((each) => [each.name, each.example]),
        );
      const body = operation.requestBody?.content['application/json']?.example;
      const { params, querystring, body: bodySchema } = route.schema as Record<string, z.ZodType | undefined>;
      const parts = [
        ['path', params, examplesIn('path')],
        ['query', querystring, examplesIn('query')],
        ['body', body === undefined ? undefined : bodySchema, body],
      ] as const;
      return parts.flatMap(([place, schema, value]) => {
        const { error } = schema?.safeParse(value) ?? {};
        return error
          ? [
              `${String(route.method)} ${route.url} ${place}: ${z.prettifyError(error).replaceAll('\n', ' ')} in ${JSON.stringify(value)?.slice(0, 300)}`,
            ]
          : [];
      });
    });
    expect(violations).toEqual([]);
  });

  it.each(['console', 'rest'])('contain no example in the %s document that its own schema refuses', async (name) => {
    const { schemas } = (await reader.get(`/tool/swagger/${name}`)).body.components;
    let count = 0;
    const violationsOf = (node: unknown, place: string): string[] => {
      if (typeof node !== 'object' || node === null) return [];
      const { schema, example, examples, ...others } = node as DocumentedValue;
      const values = [example, ...(schema ? Object.values(examples ?? {}).map(({ value }) => value) : [])];
      const present = schema ? values.filter((value) => value !== undefined) : [];
      count += present.length;
      return [
        ...present.flatMap((value) => schemaViolations(value, schema ?? {}, schemas, place)),
        ...Object.entries(others).flatMap(([key, each]) => violationsOf(each, `${place} ${key}`)),
      ];
    };
    expect(violationsOf((await read(name)).paths, '')).toEqual([]);
    expect(count).toBeGreaterThan(500);
  });

  it('contain an example of a batch that expires after its production day', async () => {
    const batches = (await operations('rest')).find(({ method, path }) => method === 'POST' && path === '/batches');
    const example = batches?.operation.requestBody?.content['application/json']?.example as { madeDate: string; expiryDate: string };
    expect(Date.parse(example.expiryDate)).toBeGreaterThan(Date.parse(example.madeDate));
  });

  it('describe the response of each request', () => {
    const undocumented = routeTable().filter(
      ({ method, url, config }) => method === 'GET' && !config.described?.answer && !getActions.includes(url),
    );
    expect(undocumented.map(({ url }) => url)).toEqual([]);
  });

  it('match the actual response of every request that needs no record', async () => {
    const all = routeTable().flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []));
    const client = await server.as([...new Set(all)]);
    const pathValues: Record<string, string> = { id: '1', roleId: '2', key: 'sys.index.skinName', dictType: 'sys_user_sex' };
    const routes = routeTable().filter(
      ({ method, url, config }) => method === 'GET' && config.described?.answer?.schema && !url.includes('*') && !getActions.includes(url),
    );
    let successCount = 0;
    for (const { url } of routes) {
      const address = url.slice(4).replaceAll(/:(\w+)/g, (_, name: string) => pathValues[name] ?? '1');
      const { body } = await client.get(address);
      assertDocumented(server.app.routeTable, 'GET', `/api${address}`, body);
      if (body.code === 200) successCount += 1;
    }
    // the others need existing records or further parameters
    expect(successCount).toBeGreaterThan(90);
  });

  it('list every status of a plain REST read, also for an entity tag', async () => {
    const client = await server.as([
      ...new Set(restRoutes().flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []))),
    ]);
    const statuses = new Set<number>();
    for (const { method, path, operation } of await operations('rest')) {
      if (method !== 'GET') continue;
      const url = `/v1${path.replaceAll(/\{\w+\}/g, '1')}`;
      const first = await client.get(url);
      const { etag } = first.headers;
      const replies = typeof etag === 'string' ? [first, await client.get(url, { 'if-none-match': etag })] : [first];
      for (const { status } of replies) {
        expect(Object.keys(operation.responses), `${status} of ${url}`).toContain(String(status));
        statuses.add(status);
      }
    }
    for (const status of [200, 204, 304, 404]) expect(statuses).toContain(status);
    const uploads = (await operations('rest')).flatMap(({ operation }) => operation.requestBody?.content['multipart/form-data'] ?? []);
    for (const { schema } of uploads) expect(schema?.required).toEqual([expect.stringMatching(/file$/)]);
  });

  it.each([
    ['console', () => routeTable()],
    ['rest', () => restRoutes()],
  ] as const)('have an example of each request of the %s document that the request accepts', async (name, routes) => {
    const bodies = new Map(
      routes().map((route) => [`${String(route.method)} ${templateOf(route)}`, Object(route.schema).body as z.ZodType]),
    );
    const faults: string[] = [];
    let count = 0;
    for (const { method, path, operation } of await operations(name)) {
      const example = operation.requestBody?.content['application/json']?.example;
      if (example === undefined) continue;
      count++;
      const { error } = bodies.get(`${method} ${path}`)!.safeParse(example);
      if (error) faults.push(`${method} ${path}: ${error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join(', ')}`);
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });

  it('name requests in their texts that they contain', async () => {
    for (const name of ['console', 'rest']) {
      const listed = (await operations(name)).map(({ method, path }) => `${method} ${path}`);
      const document = JSON.stringify((await reader.get(`/tool/swagger/${name}`)).body);
      const named = [...document.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(([, request]) => request);
      expect([...new Set(named)].length).toBeGreaterThan(1);
      for (const request of named) expect(listed).toContain(request);
    }
  });

  it('contain all schemas that they reference', async () => {
    for (const name of apiDocuments) {
      const document = (await reader.get(`/tool/swagger/${name}`)).body;
      const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, schema]) => schema);
      expect([name, references.filter((schema) => !(String(schema) in document.components.schemas))]).toEqual([name, []]);
      expect([name, Object.keys(document.paths).length > 0, document.openapi]).toEqual([name, true, '3.1.0']);
    }
  });

  it('describe the two calls and the resolver of the verification site, without sign-in', async () => {
    const publicOperations = await operations('public');
    expect(publicOperations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /.well-known/gs1resolver',
      'POST /v1/scans/{scanId}/position',
      'POST /v1/verifications',
    ]);
  });

  it('have pages with a link at the iframe paths of RuoYi clients', async () => {
    for (const [url, link] of [
      ['/api/druid/login.html', 'http://console.example.cn/monitor/druid'],
      ['/api/swagger-ui/index.html', 'http://console.example.cn/tool/swagger'],
    ] as const) {
      const { statusCode, headers, body } = await server.app.inject({ url, headers: { host: 'console.example.cn' } });
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(body).toContain(`href="${link}"`);
    }
  });

  it('require sign-in and the permission, and reject unknown names', async () => {
    expect((await server.stranger.get('/tool/swagger/console')).body).toMatchObject({ code: 401 });
    const clerk = await server.as([]);
    expect((await clerk.get('/tool/swagger/public')).body).toMatchObject({ code: 403, params: { permission: swagger.permission } });
    expect((await reader.get('/tool/swagger/secret')).body).toMatchObject({
      code: 500,
      problem: 'invalidInput',
      params: { field: 'document' },
    });
    for (const url of ['/v3/api-docs', '/swagger-ui/index.html', '/api/v3/api-docs']) {
      expect((await server.app.inject({ url })).body).not.toContain('"openapi"');
    }
  });
});
