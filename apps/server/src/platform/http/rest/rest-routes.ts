import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, Id } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { lockVersion } from '../../db/revision.ts';
import { Problem } from '../../problem.ts';
import type { Context } from '../context.ts';
import { type EndpointSpec, endpoint, type Send } from '../endpoint.ts';
import { fileResponse, jsonResponse, type ResponseSpec } from '../response-spec.ts';
import type { ServedEndpoint, ServedResource, UntypedInput } from '../served.ts';
import { readPage, restListQuery, restPage } from './rest-list.ts';
import { REST_PREFIX, type RestLine, restLine } from './rest-path.ts';
import { invalidHeader, requiredVersion, sendCreated, sendPage, sendTagged, sendValue } from './rest-send.ts';
import { timesIn, timesOut } from './rest-times.ts';

/** Success without a body. */
const noContent: ResponseSpec = { status: 204 };

const created: ResponseSpec = { ...jsonResponse(z.object({ id: z.int() })), status: 201 };

const idParams = z.object({ id: Id });

/** Without declared names, every name is refused. */
const nothing = z.strictObject({});

/** For the API document. Nested names are refused by `validateStrictly`. */
const strict = (schema: z.ZodType) => (schema instanceof z.ZodObject ? schema.strict() : schema);

const hasVersion = (schema: z.ZodType | undefined) => schema instanceof z.ZodObject && 'version' in schema.shape;

/** Before validation: refuses unsuitable headers. Times and `If-Match` become what the declared schemas accept. */
function adaptRequest({ method, querystring, body, parts, checksIfMatch }: EndpointSpec) {
  const queryTimes = querystring && timesIn(querystring);
  const bodyTimes = body && timesIn(body);
  return (request: FastifyRequest) => {
    if (queryTimes) request.query = queryTimes(request.query);
    if (bodyTimes) request.body = bodyTimes(request.body);
    if (method === 'GET') return;
    if (request.isMultipart() && !parts) throw Object.assign(new Error('unsupported media type'), { statusCode: 415 });
    const version = requiredVersion(request);
    if (version === undefined) return;
    if (!checksIfMatch) throw invalidHeader('If-Match', version, 'issue.ifMatchUnused');
    if (hasVersion(body)) request.body = { ...Object(request.body), version };
  };
}

function mount(app: FastifyInstance, spec: EndpointSpec, run: (ctx: Context, input: UntypedInput) => Promise<unknown>) {
  const { refuse, querystring = nothing, parts, body = parts || spec.method === 'GET' ? undefined : nothing } = spec;
  // a new record has no version yet
  const checksIfMatch = spec.checksIfMatch ?? (spec.url.includes(':') && hasVersion(body));
  // not for a link that serves a file once, because opening it counts
  const head = spec.method === 'GET' && !(spec.access === 'anonymous' && spec.answer?.types);
  const route: EndpointSpec = { ...spec, head, querystring, ...(body && { body }), checksIfMatch, concurrentRepeats: 'refuse' };
  const adapt = adaptRequest(route);
  const prepareRequest = (request: FastifyRequest) => {
    refuse?.(request);
    adapt(request);
  };
  endpoint(app, { ...route, refuse: prepareRequest }, run);
}

/** Whether the record has all values of `changes`, including the version that the client expects. */
const isUnchanged = (record: object, changes: unknown) =>
  Object.entries(Object(changes)).every(([name, value]) => value === undefined || isDeepStrictEqual(record[name as never], value));

function mountResource(app: FastifyInstance, { noun, operations, handlers }: ServedResource) {
  const { rest, path, key, log: title, removeLog = title, word, input, subset, filters, sortable, record } = noun;
  const url = `/${rest}`;
  const access = (operation: string) => ({ permission: noun.permission(operation) });
  const log = (type: 'add' | 'edit') => (title ? { title, type } : undefined);
  const idOf = (each: UntypedInput) => (each.params as z.output<typeof idParams>).id;
  const one = { url: `${url}/:id`, params: idParams, word };
  const mounts: Partial<Record<string, () => void>> = {
    list: () => {
      const querystring = restListQuery(filters, sortable);
      const page = restPage(record);
      const described = { operation: 'list', ruoyi: `GET ${path}/list`, answer: jsonResponse(page), send: sendPage(timesOut(page)) };
      mount(app, { method: 'GET', url, access: access('list'), querystring, word, ...described }, (ctx, { query, request }) =>
        // The casts: the query has passed the schema.
        readPage(ctx, request, query as never, handlers.list as never),
      );
    },
    read: () => {
      const described = {
        operation: 'read',
        ruoyi: `GET ${path}/:id`,
        answer: { ...jsonResponse(record), tagged: true },
        send: sendTagged(timesOut(record)),
      };
      mount(app, { method: 'GET', ...one, access: access('read'), ...described }, (ctx, each) => handlers.read(ctx, idOf(each)));
    },
    add: () => {
      const described = { operation: 'add', ruoyi: `POST ${path}`, answer: created, send: sendCreated(REST_PREFIX + url) };
      mount(
        app,
        { method: 'POST', url, access: access('add'), log: log('add'), body: strict(input), word, ...described },
        (ctx, { body }) => handlers.add(ctx, body as never),
      );
    },
    edit: () => {
      const described = { operation: 'edit', ruoyi: `PUT ${path}`, answer: noContent, send: sendValue(undefined) };
      const body = strict(subset);
      mount(app, { method: 'PATCH', ...one, access: access('edit'), log: log('edit'), body, ...described }, async (ctx, each) => {
        if (!isUnchanged(await handlers.read(ctx, idOf(each)), each.body)) await handlers.edit(ctx, idOf(each), each.body as never);
      });
    },
    remove: () => {
      const described = { operation: 'remove', ruoyi: `DELETE ${path}/:ids`, answer: noContent, send: sendValue(undefined) };
      const log = removeLog ? ({ title: removeLog, type: 'remove' } as const) : undefined;
      const route = {
        method: 'DELETE',
        ...one,
        access: access('remove'),
        log,
        checksIfMatch: 'version' in record.shape,
        ...described,
      } as const;
      mount(app, route, async (ctx, each) => {
        const expected = requiredVersion(each.request);
        if (expected !== undefined) await handlers.lockTree?.(ctx);
        const version = expected === undefined ? undefined : await lockVersion(ctx.db, handlers.table, key, idOf(each));
        // first, because only this knows who may see and remove the record
        await handlers.remove(ctx, [idOf(each)]);
        if (version !== expected) throw new Problem('recordStale');
      });
    },
  };
  for (const operation of operations) mounts[operation]?.();
}

interface Answer {
  answer: ResponseSpec;
  send: Send;
}

const inItems = (items: unknown) => ({ items });
const inValue = (value: unknown) => ({ value });

/** Every answer is an object: a list that is not paged is `{ items }`, a text `{ value }`. */
function objectOf(schema: z.ZodType): { schema: z.ZodType; wrap?: (value: unknown) => object } {
  if (schema instanceof z.ZodArray) return { schema: z.object({ items: schema }), wrap: inItems };
  if (schema instanceof z.ZodString) return { schema: z.object({ value: schema }), wrap: inValue };
  return { schema };
}

/** RuoYi's `msg` is left out, and what it puts next to `data`: choices for forms. */
function schemaOf({ data, envelope }: Endpoint['spec']): z.ZodType | undefined {
  if (data || !envelope) return data;
  const { msg: _, ...shape } = envelope;
  return Object.keys(shape).length > 0 ? z.object(shape) : undefined;
}

async function resultOf(result: Promise<unknown>, { data, envelope }: Endpoint['spec']) {
  if (!envelope) return result;
  if (data) return ((await result) as { data: unknown }).data;
  const { msg: _, ...value } = (await result) as Record<string, unknown>;
  return Object.keys(value).length > 0 ? value : undefined;
}

function answerOf({ declared: { spec }, options: { content } }: ServedEndpoint, isRead: boolean): Answer {
  const { rows, file } = spec;
  if (rows) {
    const page = restPage(rows);
    return { answer: jsonResponse(page), send: sendPage(timesOut(page)) };
  }
  const schema = schemaOf(spec);
  const times = schema && timesOut(schema);
  const { schema: bodySchema, wrap } = schema ? objectOf(schema) : {};
  const present = times && ((value: unknown) => (wrap ? wrap(times(value)) : times(value)));
  const files = file && (content ? { types: file, inside: content } : fileResponse(...file));
  const tagged = isRead && !file && wrap !== inItems;
  const send = tagged ? sendTagged(present) : sendValue(present);
  return { answer: bodySchema || files ? { ...(bodySchema && jsonResponse(bodySchema)), ...files, tagged } : noContent, send };
}

/** `inputOf`: the input as the handler reads it. */
type Inputs = Pick<EndpointSpec, 'params' | 'querystring' | 'body'> & { inputOf(input: UntypedInput): UntypedInput };

/**
 * Where a request has the fields that RuoYi sends in the query or the body: the path takes those that it names. The others of a write are
 * in the body, except next to an uploaded file.
 */
function inputsOf({ params, spec }: Endpoint, { method, url }: RestLine, isUpload: boolean): Inputs {
  const fields = spec.body ?? spec.filters ?? spec.query;
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => !(name in params));
  // The casts: a path names fields of objects only.
  const mask = Object.fromEntries(names.map((name) => [name, true])) as never;
  const object = fields as z.ZodObject;
  const pathShape = { ...params, ...(names.length > 0 && object.pick(mask).shape) };
  const others = names.length > 0 ? object.omit(mask) : fields;
  const place = method === 'GET' || isUpload ? 'query' : 'body';
  const { rows, sortable = [] } = spec;
  const schema = rows ? restListQuery((others ?? nothing) as z.ZodObject, sortable) : others && strict(others);
  return {
    ...(Object.keys(pathShape).length > 0 && { params: z.object(pathShape) }),
    ...(schema && { [place === 'query' ? 'querystring' : 'body']: schema }),
    inputOf(input) {
      const inPath = Object.fromEntries(names.map((name) => [name, Object(input.params)[name]]));
      const value = names.length > 0 ? { ...Object(input[place]), ...inPath } : input[place];
      return { ...input, query: undefined, body: undefined, [spec.body ? 'body' : 'query']: value };
    },
  };
}

function mountEndpoint(app: FastifyInstance, served: ServedEndpoint) {
  const { declared, options, run } = served;
  const { access, word, spec, log: logged } = declared;
  const { omittedKey, content: _, encode: _encode, message: _message, ...routeOptions } = options;
  const line = restLine(declared);
  const log = logged && { ...logged, ...(omittedKey && { omittedKey }) };
  const { inputOf, ...inputs } = inputsOf(declared, line, options.parts !== undefined);
  const route: EndpointSpec = {
    ...routeOptions,
    ...line,
    ...{ access, log, sensitive: spec.sensitive ?? false, word, ruoyi: `${declared.method} ${declared.path}` },
    ...answerOf(served, line.method === 'GET'),
    ...inputs,
  };
  mount(app, route, (ctx, received) => {
    const input = inputOf(received);
    if (!spec.rows) return resultOf(run(ctx, input), spec);
    const list = (listContext: Context, query: unknown) => run(listContext, { ...input, query });
    // The casts: the query has passed the schema, and the result is the declared page.
    return readPage(ctx, input.request, input.query as never, list as never);
  });
}

/** Mounts what the features serve. */
export function restRoutes(app: FastifyInstance) {
  for (const served of app.served) {
    if ('noun' in served) mountResource(app, served);
    else mountEndpoint(app, served);
  }
}
