import type { ApiDocumentName, Translate } from '@suyuan/contract';
import type { RouteInfo } from '../../../platform/http/access-control.ts';
import type { Context } from '../../../platform/http/context.ts';
import { REST_PREFIX } from '../../../platform/http/rest/rest-path.ts';
import { RestProblem } from '../../../platform/http/rest/rest-problem.ts';
import { Components, type JsonSchema } from './components.ts';
import { type Dialect, type Operation, operationOf, pathOf, tagNameOf, tagOf, tagTitle, templateOf, titlePathOf } from './operation.ts';

interface ApiDocument {
  openapi: '3.1.0';
  info: Record<string, unknown>;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object };
}

const refusal = (t: Translate): JsonSchema => ({
  type: 'object',
  description: t('api.refusal'),
  properties: {
    code: { type: 'integer', enum: [500, 401, 403, 404, 429, 601], description: t('api.refusal.code') },
    msg: { type: 'string', description: t('api.refusal.msg') },
    problem: { type: 'string', description: t('api.refusal.problem'), examples: ['notFound'] },
    params: { type: 'object', description: t('api.refusal.params') },
  },
  required: ['code', 'msg'],
  additionalProperties: false,
});

const problem = (t: Translate): JsonSchema => ({
  type: 'object',
  description: t('api.problem'),
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    field: { type: 'string', description: t('api.problem.field') },
  },
  required: ['type', 'title', 'status'],
  additionalProperties: false,
});

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The console's API reports refusals in the body, with HTTP 200. */
const ruoyiDialect: Dialect = {
  ...{ base: '/api', signIn: 'POST /login', passwordConfirmation: 'POST /account/confirm' },
  refusalsOf: () => ({ 200: { type: 'application/json', schema: ref('Refusal') } }),
};
const problemRefusals = (...statuses: (string | false)[]) =>
  Object.fromEntries(
    statuses.filter((status) => status !== false).map((status) => [status, { type: 'application/problem+json', schema: ref('Problem') }]),
  );
const hasBody = ({ schema, config }: RouteInfo) => Object(schema).body !== undefined || config.described?.parts !== undefined;
/** Has no sign-in. */
const publicDialect: Dialect = {
  ...{ base: '', signIn: '', passwordConfirmation: '' },
  refusalsOf: (route) => problemRefusals('400', '404', hasBody(route) && '413', hasBody(route) && '415', '429', '503'),
};
/** 405 has no operation: it is the answer to a method that a path does not have. */
const restDialect: Dialect = {
  ...{ base: REST_PREFIX, signIn: 'POST /account/sessions', passwordConfirmation: 'POST /account/confirm-password' },
  refusalsOf(route) {
    const isWrite = route.method !== 'GET';
    const { checksIfMatch = false, repeatable = false } = route.config.described ?? {};
    return problemRefusals(
      ...['400', '401', '403', '404'],
      ...[isWrite && '409', checksIfMatch && '412', hasBody(route) && '413', hasBody(route) && '415'],
      ...[(isWrite || repeatable) && '422', '429', '503'],
    );
  },
};

const isRest = ({ url }: RouteInfo) => url.startsWith(`${REST_PREFIX}/`);

/** Routes of each document. Pages are excluded. */
const routeFilters: Record<ApiDocumentName, (route: RouteInfo) => boolean> = {
  console: (route) => route.url.startsWith('/api/') && !isRest(route) && route.config.described !== undefined,
  rest: isRest,
  public: ({ url, config }) => /^\/(v1|\.well-known)\//.test(url) && config.described !== undefined,
  epcis: (route) => /epcis/i.test(route.url) && !isRest(route) && route.config.described !== undefined,
};

function apiDocument(name: ApiDocumentName, routeTable: readonly RouteInfo[], t: Translate, server: string): ApiDocument {
  const dialect = name === 'rest' ? restDialect : name === 'public' ? publicDialect : ruoyiDialect;
  const components = new Components(t, { rfc3339: name === 'rest' });
  if (name === 'public') components.schemas.Problem = problem(t);
  else if (name === 'rest') components.schemas.Problem = { ...components.write(RestProblem, 'output'), description: t('api.problem') };
  else components.schemas.Refusal = refusal(t);
  const documentedRoutes = routeTable.filter(routeFilters[name]);
  const paths: ApiDocument['paths'] = {};
  for (const route of documentedRoutes) {
    const path = templateOf(pathOf(route, dialect));
    paths[path] = { ...paths[path], [String(route.method).toLowerCase()]: operationOf(t, route, components, dialect) };
  }
  const tags = new Map(documentedRoutes.map((route) => [tagNameOf(route, dialect), tagTitle(t, tagOf(titlePathOf(route, dialect)))]));
  return {
    openapi: '3.1.0',
    info: { title: t(`api.info.${name}`), version: '1', description: t(`api.info.${name}.text`) },
    servers: [{ url: server }],
    tags: [...tags].map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes:
        name === 'public' ? {} : { token: { type: 'http', scheme: 'bearer', description: t('api.token', { request: dialect.signIn }) } },
    },
  };
}

/** Routes of the verification site, which may run in another process. Loaded at the first request. */
export type PublicRouteTable = () => Promise<readonly RouteInfo[]>;

/** Documents of `routeTable` and the verification site, cached by language because routes never change at run time. */
export function swaggerService(routeTable: readonly RouteInfo[], publicRouteTable: PublicRouteTable) {
  const documents = new Map<string, Promise<ApiDocument>>();

  async function buildDocument({ t, installation }: Context, name: ApiDocumentName) {
    if (name === 'public') return apiDocument(name, await publicRouteTable(), t, installation.publicBaseUrl);
    return apiDocument(name, routeTable, t, name === 'rest' ? REST_PREFIX : '/api');
  }

  return {
    read(ctx: Context, name: ApiDocumentName): Promise<ApiDocument> {
      const key = `${name} ${ctx.language}`;
      const cached = documents.get(key);
      if (cached) return cached;
      const document = buildDocument(ctx, name);
      documents.set(key, document);
      document.catch(() => documents.delete(key));
      return document;
    },
  };
}
