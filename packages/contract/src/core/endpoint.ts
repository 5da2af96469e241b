import { z } from 'zod';
import { Id } from './fields.ts';
import type { Page, Paging, Resource } from './resource.ts';

export type Access = 'anonymous' | 'signedIn' | { permission: string };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type LogType = 'other' | 'add' | 'edit' | 'remove' | 'grant' | 'export' | 'import' | 'forceOut' | 'generate' | 'clear';

/** What a request sends and gets. Without `data`, `rows`, `envelope` or `file` it gets nothing. */
export interface EndpointSpec {
  /**
   * Method and path below `/api/v1` where those of RuoYi do not fit, e.g. `PUT /users/:userId/password`. The path may name fields of the
   * query or body. False: only for RuoYi clients.
   */
  rest?: false | `${RestMethod} /${string}`;
  /** Verb of the resource's permission, e.g. `read`. */
  permission?: string;
  /** Access where no permission of the resource decides. */
  access?: Access;
  /** Path parameters that are no IDs. */
  params?: z.ZodRawShape;
  query?: z.ZodType;
  /** Like `query`, but in RuoYi's form: range ends in `params[…]`, blank values ignored. With `rows` also page and order. */
  filters?: z.ZodObject;
  sortable?: readonly string[];
  body?: z.ZodType;
  data?: z.ZodType;
  /** One row of a page. */
  rows?: z.ZodType;
  /** Fields that RuoYi puts next to `data`. */
  envelope?: z.ZodRawShape;
  /** Media types of a file. */
  file?: readonly string[];
  /** Writes an entry of the audit log and makes the request one transaction. The default title is that of the resource. */
  log?: LogType | { title: string; type: LogType };
  /** Requires a password confirmation in the last ten minutes. */
  sensitive?: boolean;
  /** Word key of a field, default that of the resource. */
  word?: (field: string) => string;
}

/** A declared request. The type parameters carry what callers and handlers infer. */
export interface Endpoint<Spec extends EndpointSpec = EndpointSpec, SubPath extends string = string> {
  method: Method;
  /** Path of the resource. A change of the resource makes all answers below it outdated. */
  root: string;
  /** Below `/api`, e.g. `/manage/batch/:id/runs`. */
  path: string;
  /** Below `root`, e.g. `/:id/runs`. */
  subPath: SubPath;
  /** Below `/api/v1`: the noun, or method and path. Undefined: not served there. */
  rest: string | undefined;
  access: Access;
  log: { title: string; type: LogType } | undefined;
  params: z.ZodRawShape;
  spec: Spec;
  word: ((field: string) => string) | undefined;
}

/** What an endpoint belongs to: a resource, or a page with its own path. */
export interface EndpointOwner {
  path: string;
  /** Noun below `/api/v1`. Absent: only RuoYi clients send its requests. */
  rest?: string | undefined;
  log?: string | undefined;
  permission?(verb: never): string;
  word?(field?: string): string;
}

type PathName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type SpecOf<E extends Endpoint> = E['spec'];
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;
type Simplify<T> = { [Key in keyof T]: T[Key] } & {};

export type ParamsOf<E extends Endpoint> = {
  [Name in PathName<E['subPath']>]: SpecOf<E> extends { params: Record<Name, infer Schema> } ? Output<Schema> : number;
};

type SortableOf<Spec> = Spec extends { sortable: readonly (infer Field extends string)[] } ? Field : never;

/** Query as the server reads it. A page of `rows` has `paging`. */
export type EndpointQueryOf<E extends Endpoint> =
  SpecOf<E> extends { filters: infer Filters }
    ? Output<Filters> & (SpecOf<E> extends { rows: unknown } ? { paging: Paging<SortableOf<SpecOf<E>>> } : unknown)
    : SpecOf<E> extends { query: infer Query }
      ? Output<Query>
      : unknown;

export type BodyOf<E extends Endpoint> = SpecOf<E> extends { body: infer Body } ? Output<Body> : unknown;

/** Result for the caller; rows are a page. */
export type ResultOf<E extends Endpoint> =
  SpecOf<E> extends { rows: infer Row }
    ? Page<Output<Row>>
    : SpecOf<E> extends { envelope: infer Shape extends z.ZodRawShape }
      ? Simplify<z.output<z.ZodObject<Shape>> & (SpecOf<E> extends { data: infer Data } ? { data: Output<Data> } : unknown)>
      : SpecOf<E> extends { data: infer Data }
        ? Output<Data>
        : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a result returns nothing
          void;

type Scalar = string | number | boolean | null | undefined;
type KeysOf<Schema> = { [Key in keyof Output<Schema>]?: Scalar | readonly (string | number)[] };
type PagingKeys = { page?: Scalar; pageSize?: Scalar; orderBy?: Scalar; descending?: Scalar };

/** What a caller passes: path parameters, query and body in one object. Only the server checks values of the query. */
export type CallOf<E extends Endpoint> = Simplify<
  { [Name in keyof ParamsOf<E>]: number | string } & (SpecOf<E> extends { filters: infer Filters }
    ? KeysOf<Filters> & (SpecOf<E> extends { rows: unknown } ? PagingKeys : unknown)
    : unknown) &
    (SpecOf<E> extends { query: infer Query } ? KeysOf<Query> : unknown) &
    (SpecOf<E> extends { body: infer Body } ? Output<Body> : unknown)
>;

const PARAMETER = /:(\w+)/g;

/**
 * Declares a request once for server and console, e.g. `defineEndpoint(batches, 'GET /:id/events', { permission: 'read', data: … })`.
 * @param line method, and the path below that of the owner
 */
// an unused declaration is left out of a bundle
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<const Spec extends EndpointSpec, const Line extends Method | `${Method} /${string}`>(
  owner: EndpointOwner,
  line: Line,
  spec: Spec,
) {
  const [method, subPath = ''] = line.split(' ') as [Method, string?];
  const path = owner.path + subPath;
  const { permission, access, log, params = {}, word = owner.word } = spec;
  if (!access && !(permission && owner.permission)) throw new Error(`${line} does not say who may call it`);
  const parameters = [...path.matchAll(PARAMETER)].map(([, name = '']) => [name, params[name] ?? Id]);
  const endpoint: Endpoint<Spec> = {
    method,
    root: owner.path,
    path,
    subPath,
    rest: spec.rest === false ? undefined : (spec.rest ?? owner.rest),
    access: access ?? { permission: owner.permission?.(permission as never) ?? '' },
    log: typeof log === 'string' ? { title: owner.log ?? '', type: log } : log,
    params: Object.fromEntries(parameters),
    spec,
    word,
  };
  return endpoint as Endpoint<Spec, Line extends `${string} ${infer SubPath}` ? SubPath : ''>;
}

const ValueCounts = z.record(z.string(), z.int());
/** Values without records are absent. */
export type ValueCounts = z.output<typeof ValueCounts>;

/** Number of visible records by the value of the field in `tabs`, for the other filters of the list. */
export const valueCountsOf = (of: Pick<Resource, 'path' | 'rest' | 'permission' | 'word' | 'filters'>) =>
  defineEndpoint(of, 'GET /stateCounts', { permission: 'list', filters: of.filters, data: ValueCounts });
