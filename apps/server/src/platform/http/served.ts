import type { ChangesOf, Endpoint, InputOf, Page, QueryOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Context } from './context.ts';
import type { Encode } from './encoded.ts';
import type { EndpointSpec } from './endpoint.ts';
import type { Envelope } from './envelope.ts';

/** What only the server needs to know about a request. */
export interface ServeOptions
  extends Pick<
    EndpointSpec,
    'waits' | 'bodyLimit' | 'anyText' | 'repeatable' | 'prepare' | 'discard' | 'refuse' | 'parts' | 'operation' | 'note'
  > {
  /** Body key that needs its own permission to read, so the audit log omits it. */
  omittedKey?: string;
  /** Content of a JSON file, for the API document. */
  content?: z.ZodType;
  /** Encodes the result for RuoYi clients faster than `JSON.stringify`, with a tag. */
  encode?: Encode;
  /** Code and message for RuoYi clients where they depend on the result. */
  message?(ctx: Context, result: never, query: never): Partial<Envelope>;
}

export interface Handlers<S extends ResourceSpec> {
  list(ctx: Context, query: QueryOf<S>): Promise<Page<RecordOf<S>>>;
  read(ctx: Context, id: number): Promise<RecordOf<S>>;
  /** Resolves to the new record's ID. */
  add(ctx: Context, input: InputOf<S>): Promise<number>;
  edit(ctx: Context, id: number, changes: ChangesOf<S>): Promise<void>;
  /** Removes all of `ids` or none. */
  remove(ctx: Context, ids: number[]): Promise<void>;
  /** With the version that `If-Match` compares before a removal. */
  table: string;
  /** Changes of a tree lock it before its rows. */
  lockTree?(ctx: Context): Promise<unknown>;
}

/** Parts of a request that passed the declared schemas. */
export interface UntypedInput {
  params: unknown;
  query: unknown;
  body: unknown;
  prepared: unknown;
  request: FastifyRequest;
}

export interface ServedEndpoint {
  declared: Endpoint;
  options: ServeOptions;
  run(ctx: Context, input: UntypedInput): Promise<unknown>;
}

export interface ServedResource {
  noun: Resource;
  operations: readonly string[];
  handlers: Handlers<ResourceSpec>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What features serve, for further dialects. */
    served: (ServedEndpoint | ServedResource)[];
  }
}
