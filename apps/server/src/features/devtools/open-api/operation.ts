import { isWord, type Translate, type WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { z } from 'zod';
import type { RouteInfo } from '../../../platform/http/access-control.ts';
import { emptyResponse } from '../../../platform/http/response-spec.ts';
import { type Components, type JsonSchema, pascal } from './components.ts';
import { exampleOf } from './example.ts';

export type Operation = Record<string, unknown>;

/** Refusals, base path and two requests of an interface. */
export interface Dialect {
  base: string;
  /** Method and path. */
  signIn: string;
  passwordConfirmation: string;
  /** Refusals of a route by HTTP status; `200` is merged with the success response. */
  refusalsOf(route: RouteInfo): Record<string, { type: string; schema: JsonSchema }>;
}

export const pathOf = ({ url }: Pick<RouteInfo, 'url'>, { base }: Dialect) => url.slice(base.length);
export const templateOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}');

/** The first two path segments, e.g. `manage/supplier`. The user's own resources have the tag `account`. */
export function tagOf(path: string): string {
  if (/^\/(login|logout|register|getInfo|getRouters|captchaImage|unlockscreen|account|system\/user\/profile)/.test(path)) return 'account';
  const [, domain = '', noun = ''] = path.split('/');
  return isWord(zhCN, `${domain}.${noun}`) ? `${domain}/${noun}` : domain;
}

/** Path in the RuoYi dialect, which has the titles. */
export const titlePathOf = (route: RouteInfo, dialect: Dialect) => route.config.described?.ruoyi?.split(' ')[1] ?? pathOf(route, dialect);

/** Plain REST groups by noun, e.g. `trace-records` or `account/sessions`. */
export function tagNameOf(route: RouteInfo, dialect: Dialect): string {
  if (!route.config.described?.ruoyi) return tagOf(pathOf(route, dialect));
  return /^\/((?:account\/)?[^/]+)/.exec(pathOf(route, dialect))?.[1] ?? '';
}

/** Title of a tag: its noun's title, or a dedicated word. */
export const tagTitle = (t: Translate, tag: string) => t((tag.includes('/') ? tag.replace('/', '.') : `api.tag.${tag}`) as WordKey);

/** Word key of an operation's title. The four category trees share theirs. */
const titleKey = (method: string, path: string) => `api.${method} ${path.replace(/^\/digit\/\w+/, '/digit/*')}`;

/** Title of an operation; undefined if none is defined. */
function titleOf(t: Translate, route: RouteInfo, dialect: Dialect): string | undefined {
  const { operation, ruoyi } = route.config.described ?? {};
  const path = titlePathOf(route, dialect);
  const key = titleKey(ruoyi?.split(' ')[0] ?? String(route.method), path);
  if (isWord(zhCN, key)) return t(key);
  return operation && t(`api.of.${operation}` as WordKey, { noun: tagTitle(t, tagOf(path)) });
}

export function operationOf(t: Translate, route: RouteInfo, components: Components, dialect: Dialect): Operation {
  const path = pathOf(route, dialect);
  const { access, config } = route;
  const { described, word } = config;
  const method = String(route.method);
  const permission = typeof access === 'object' ? access.permission : undefined;
  const notes = [
    described?.note?.(t),
    permission && t('api.permission', { permission }),
    access === 'signedIn' && t('api.signedIn'),
    described?.logged && method !== 'GET' && t('api.logged'),
    described?.sensitive && t('api.sensitive', { request: dialect.passwordConfirmation }),
  ];
  // The cast: routes declare zod schemas, which Fastify's types do not know.
  const { params, querystring, body } = route.schema as Record<string, z.ZodType | undefined>;
  return {
    tags: [tagNameOf(route, dialect)],
    operationId: `${method.toLowerCase()}${pascal(path)}`,
    summary: titleOf(t, route, dialect) ?? templateOf(path),
    ...(notes.some(Boolean) && { description: notes.filter(Boolean).join('\n\n') }),
    ...(permission && { 'x-permission': permission }),
    security: access === 'anonymous' ? [] : [{ token: [] }],
    parameters: [
      ...parametersOf('path', params, components, word),
      ...parametersOf('query', querystring, components, word),
      ...(path.includes('*')
        ? [{ in: 'path', name: 'path', required: true, schema: { type: 'string' }, example: '2026/11/21/picture.png' }]
        : []),
      ...(described?.repeatable ? [idempotency(t)] : []),
      ...(described?.checksIfMatch ? [{ in: 'header', name: 'If-Match', description: t('api.ifMatch'), schema: { type: 'string' } }] : []),
      ...(described?.answer?.tagged
        ? [{ in: 'header', name: 'If-None-Match', description: t('api.ifNoneMatch'), schema: { type: 'string' } }]
        : []),
    ],
    ...requestBody(route, components, body),
    responses: responsesOf(t, route, components, dialect),
  };
}

const idempotency = (t: Translate) => ({
  in: 'header',
  name: 'Idempotency-Key',
  description: t('api.idempotency'),
  schema: { type: 'string', maxLength: 100 },
});

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined, components: Components, word?: (field: string) => string) {
  if (!schema) return [];
  const jsonSchema = components.write(schema, 'input', word);
  const { properties = {}, required = [] } = resolve(jsonSchema, components);
  return Object.entries(properties).map(([name, each]) => {
    const { title, description, ...rest } = each as JsonSchema & { title?: string; description?: string };
    const text = [title, description].filter(Boolean).join('\n\n');
    const isRequired = place === 'path' || required.includes(name);
    const example = isRequired || name === 'code' ? { example: exampleOf(rest as JsonSchema, components.schemas, name) } : {};
    return { in: place, name, required: isRequired, ...(text && { description: text }), schema: rest, ...example };
  });
}

const resolve = (schema: JsonSchema, { schemas }: Components): JsonSchema =>
  schema.$ref ? resolve(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, { schemas } as Components) : schema;

function requestBody({ config: { described, word } }: RouteInfo, components: Components, body: z.ZodType | undefined) {
  const parts = described?.parts;
  if (parts) {
    const properties = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        part === 'file' ? { type: 'string', contentMediaType: 'application/octet-stream' } : components.write(part, 'input', word),
      ]),
    );
    const required = Object.keys(parts).filter((name) => parts[name] === 'file');
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } } } };
  }
  if (!body) return {};
  const schema = components.write(body, 'input', word);
  const { properties = {}, required = [] } = resolve(schema, components);
  // a body without properties is optional
  if (Object.keys(properties).length === 0 && !schema.anyOf && !schema.items) return {};
  const type = described?.operation === 'export' ? 'application/x-www-form-urlencoded' : 'application/json';
  const example = described?.operation === 'export' ? {} : { example: exampleOf(schema, components.schemas) };
  return { requestBody: { required: required.length > 0, content: { [type]: { schema, ...example } } } };
}

function responsesOf(t: Translate, route: RouteInfo, components: Components, dialect: Dialect) {
  const { described, word } = route.config;
  const refusals = dialect.refusalsOf(route);
  const { status = 200, schema: answer, types = [], inside, tagged = false } = described?.answer ?? emptyResponse;
  const successSchema = answer && components.write(answer, 'output', word);
  const refusalWith200 = refusals['200'];
  const json = [...(successSchema ? [successSchema] : []), ...(refusalWith200 ? [refusalWith200.schema] : [])];
  const examples = {
    ...(successSchema && { done: { summary: t('api.done'), value: exampleOf(successSchema, components.schemas) } }),
    ...(refusalWith200 && { refused: { summary: t('api.refused'), value: exampleOf(refusalWith200.schema, components.schemas) } }),
  };
  const contentSchema = inside && components.write(inside, 'output');
  const file = contentSchema ? { schema: contentSchema, example: exampleOf(contentSchema, components.schemas) } : {};
  const content = {
    ...(json.length > 0 && { 'application/json': { schema: json.length > 1 ? { anyOf: json } : json[0], examples } }),
    ...Object.fromEntries(types.map((type) => [type, file])),
  };
  const others = Object.entries(refusals).filter(([status]) => status !== '200');
  return {
    [status]: {
      description: t(status === 204 ? 'api.noContent' : 'api.answer'),
      ...(tagged && { headers: { ETag: { schema: { type: 'string' } } } }),
      ...(Object.keys(content).length > 0 && { content }),
    },
    ...(tagged && { 304: { description: t('api.status.304') } }),
    ...(answer?.safeParse(undefined).success && { 204: { description: t('api.noContent') } }),
    ...Object.fromEntries(
      others.map(([status, { type, schema }]) => [
        status,
        { description: t(`api.status.${status}` as WordKey), content: { [type]: { schema } } },
      ]),
    ),
  };
}
