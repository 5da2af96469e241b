import type { BodyOf, Endpoint, EndpointQueryOf, Page, ParamsOf, ResultOf } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from './context.ts';
import { Download } from './download.ts';
import { type EndpointSpec, endpoint } from './endpoint.ts';
import { done, listed } from './envelope.ts';
import { filterQuery, listQuery } from './list-query.ts';
import { documentResponse, envelopeResponse, fileResponse, type ResponseSpec, rowsResponse } from './response-spec.ts';
import type { ServedEndpoint, ServeOptions } from './served.ts';

interface ServedInput<E extends Endpoint, Options extends ServeOptions> {
  params: ParamsOf<E>;
  query: EndpointQueryOf<E>;
  body: BodyOf<E>;
  prepared: Options['prepare'] extends (...args: never[]) => Promise<infer Prepared> ? Prepared : undefined;
  request: FastifyRequest;
}

type ServedResult<E extends Endpoint> = E['spec'] extends { file: unknown } ? unknown : ResultOf<E>;

function querystringOf({ query, filters, rows, sortable = [] }: Endpoint['spec']): z.ZodType | undefined {
  if (!filters) return query;
  return rows ? listQuery(filters, sortable) : filterQuery(filters);
}

function responseOf({ rows, data, envelope = {}, file }: Endpoint['spec'], content?: z.ZodType): ResponseSpec {
  if (rows) return rowsResponse(rows);
  if (file?.[0] && content) return documentResponse(file[0], content);
  if (file && !data) return fileResponse(...file);
  return { ...envelopeResponse({ ...(data && { data }), ...envelope }), ...(file && fileResponse(...file)) };
}

/** Serves a declared request in each dialect. `run` returns its result, which is put into RuoYi's envelope here. */
export function serve<E extends Endpoint, const Options extends ServeOptions = ServeOptions>(
  app: FastifyInstance,
  declared: E,
  run: (ctx: Context, input: ServedInput<E, Options>) => Promise<ServedResult<E>>,
  options?: Options,
) {
  const { method, path: url, access, params, word, spec } = declared;
  const { body, sensitive = false, rows, data, envelope, file } = spec;
  const { omittedKey, content, encode, message, ...routeOptions }: ServeOptions = options ?? {};
  const log = declared.log && { ...declared.log, ...(omittedKey && { omittedKey }) };
  const querystring = querystringOf(spec);
  const pathSchema = Object.keys(params).length > 0 ? z.object(params) : undefined;
  const route: EndpointSpec = {
    ...routeOptions,
    ...{ method, url, access, log, sensitive, word, answer: responseOf(spec, content) },
    ...(pathSchema && { params: pathSchema }),
    ...(querystring && { querystring }),
    ...(body && { body }),
  };
  endpoint(app, route, async (ctx, input) => {
    // The cast: the request has passed the schemas of the declaration.
    const result: unknown = await run(ctx, input as unknown as ServedInput<E, Options>);
    if (result instanceof Download || (file && !data)) return result;
    if (encode) return encode(done(ctx), result as object);
    if (rows) return listed(ctx, result as Page<unknown>);
    const around = { ...done(ctx), ...message?.(ctx, result as never, input.query as never) };
    return envelope
      ? { ...around, ...(result as object) }
      : { ...around, ...(result !== undefined && result !== null && { data: result }) };
  });
  if (declared.rest !== undefined) app.served.push({ declared, run: run as ServedEndpoint['run'], options: options ?? {} });
}
