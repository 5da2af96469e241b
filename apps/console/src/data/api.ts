import type { CallOf, ChangesOf, Endpoint, InputOf, Page, RecordOf, Resource, ResourceSpec, ResultOf } from '@suyuan/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { fetchEnvelope, type RequestOptions, request } from './request.ts';
import { hasExtension } from './server-info.ts';

/** `beginTime` and `endTime`, or with a prefix `expiryBeginTime` and `expiryEndTime`. */
export const rangeFieldNames = (prefix = '') =>
  prefix ? ([`${prefix}BeginTime`, `${prefix}EndTime`] as const) : (['beginTime', 'endTime'] as const);

/** Range ends are sent inside `params[…]`. */
export const isRangeEnd = (name: string) => /(^b|B)eginTime$|(^e|E)ndTime$/.test(name);

const DAY = /^\d{4}-\d\d-\d\d$/;

/** RuoYi compares its logs to the second, so days in `beginTime` and `endTime` get a time. */
function withTimeOfDay(name: string, value: string): string {
  const time = { beginTime: '00:00:00', endTime: '23:59:59' }[name];
  return time && DAY.test(value) ? `${value} ${time}` : value;
}

/** An open end is omitted. */
export function addDateRange<Q extends object>(query: Q, range: readonly (string | undefined)[] | null | undefined, prefix?: string) {
  const [begin, end] = rangeFieldNames(prefix);
  return { ...query, [begin]: range?.[0] || undefined, [end]: range?.[1] || undefined };
}

/** Filters, page and order are in the URL, so that a list can be shared as a link. */
export function useListQuery() {
  const [params, setParams] = useSearchParams();
  const query: ListQuery = Object.fromEntries(params);
  /** `replace` adds no history entry. */
  const updateQuery = (changes: Record<string, unknown>, replace = false) => setParams(changedQuery(query, changes), { replace });
  return [query, updateQuery] as const;
}

/** Like `useListQuery`, for a list in a drawer or dialog, whose filters are not in the URL. */
export function useLocalListQuery(initial: ListQuery = {}) {
  const [query, setQuery] = useState(initial);
  const updateQuery = (changes: Record<string, unknown>) => setQuery((previous) => changedQuery(previous, changes));
  return [query, updateQuery] as const;
}

/** A blank value clears a filter. Any change except of the page resets to page 1. */
function changedQuery(query: ListQuery, changes: Record<string, unknown>): ListQuery {
  const next: Record<string, unknown> = { ...query, page: undefined, ...changes };
  return Object.fromEntries(Object.entries(next).flatMap(([name, value]) => (value || value === 0 ? [[name, String(value)]] : [])));
}

const PAGING = ['page', 'pageSize', 'orderBy', 'descending'] as const;

export const isPaging = (name: string) => (PAGING as readonly string[]).includes(name);

export const filterEntries = (query: ListQuery): [name: string, value: string][] =>
  Object.entries(query).filter(([name]) => !isPaging(name));

/**
 * `onSettled` of a mutation: refetches what it may have changed. A success waits for the new data, so that no dialog closes over the old
 * state; a refusal does not wait, so that its form can be sent again at once.
 */
export function useRefetch(...paths: string[]) {
  const client = useQueryClient();
  return (_result: unknown, error: unknown) => {
    const refetched = Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })));
    return error ? undefined : refetched;
  };
}

const compare = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one ?? '').localeCompare(String(other ?? ''));

/** A page past the end returns the last page. */
export function paginateRows<Row extends object>(rows: readonly Row[], { page, pageSize, orderBy, descending }: ListQuery): Page<Row> {
  const fieldOf = (row: Row) => row[orderBy as keyof Row];
  const ordered = orderBy ? rows.toSorted((one, other) => compare(fieldOf(one), fieldOf(other)) * (descending ? -1 : 1)) : rows;
  const size = Number(pageSize) || 10;
  const last = Math.max(1, Math.ceil(rows.length / size));
  const start = (Math.min(Math.max(1, Number(page) || 1), last) - 1) * size;
  return { rows: ordered.slice(start, start + size), total: rows.length };
}

/** List query as in the URL: paging, order, and filters by name. */
export type ListQuery = { page?: string; pageSize?: string; orderBy?: string; descending?: string } & Record<string, string>;

type HasPath = { path: string };

/** RuoYi's list query. Range ends are sent as `params[beginTime]`. */
export function toWireQuery({ page = '1', pageSize = '10', orderBy, descending, ...filters }: ListQuery, paged = true): URLSearchParams {
  const params = new URLSearchParams(paged ? { pageNum: page, pageSize } : {});
  if (orderBy) params.set('orderByColumn', orderBy);
  if (orderBy) params.set('isAsc', descending ? 'desc' : 'asc');
  for (const [name, value] of Object.entries(filters))
    if (value) params.set(isRangeEnd(name) ? `params[${name}]` : name, withTimeOfDay(name, value));
  return params;
}

/** If the server returns all rows, the client pages and sorts them. */
export function listQueryOptions<S extends ResourceSpec>({ path, wire }: Resource<S>, query: ListQuery) {
  if (!wire?.pagedWith || hasExtension(wire.pagedWith)) return pageQueryOptions<RecordOf<S>>(path, query);
  const allRows = pageQueryOptions<RecordOf<S>>(path, Object.fromEntries(filterEntries(query)));
  return { ...allRows, select: ({ rows }: Page<RecordOf<S>>) => paginateRows(rows, query) };
}

export const pageQueryOptions = <Row>(path: string, query: ListQuery) =>
  queryOptions({
    queryKey: [path, 'list', query],
    queryFn: ({ signal }) => request<Page<Row>>('GET', `${path}/list?${toWireQuery(query)}`, undefined, { signal }),
  });

/** Merges the fields that a RuoYi server puts next to `data`. */
export const recordQueryOptions = <S extends ResourceSpec>({ path, wire }: Resource<S>, id: number | string) =>
  queryOptions({
    queryKey: [path, 'read', String(id)],
    queryFn: async ({ signal }) => {
      const { data, ...rest } = await fetchEnvelope<{ data: RecordOf<S> } & Record<string, unknown>>('GET', `${path}/${id}`, undefined, {
        signal,
      });
      const extraFields = (wire?.beside ?? []).flatMap((field) => (rest[field] == null ? [] : [[field, rest[field]]]));
      return { ...data, ...Object.fromEntries(extraFields) } as RecordOf<S>;
    },
  });

/**
 * Body of an edit: the changes and the key. For RuoYi resources it is the whole record. RuoYi reads absent booleans as false, keeps null
 * fields, and rejects null lists.
 */
export function editBody<S extends ResourceSpec>(
  { key, wire }: Resource<S>,
  record: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const normalizedChanges = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const isCleared = value === '' || value === undefined || value === null;
      return [name, isCleared ? (wire && typeof record[name] === 'string' ? '' : null) : value];
    }),
  );
  if (!wire) return { ...normalizedChanges, [key]: record[key], version: record.version };
  const body = Object.entries({ ...record, ...normalizedChanges }).filter(([name, value]) => value !== null || !wire.lists?.includes(name));
  return Object.fromEntries(body);
}

type Values = Record<string, unknown>;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Divides the values of a call: those that the path names, those of the query, and the rest for the body. */
function partsOf({ method, subPath: pattern, spec: { query, filters, body, rows } }: Endpoint, values: Values) {
  const rest = { ...values };
  const subPath = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value).replaceAll('%2C', ',');
  });
  const queryNames = body ? Object.keys((query as { shape?: object } | undefined)?.shape ?? {}) : Object.keys(rest);
  const inQuery = Object.entries(rest).filter(([name, value]) => queryNames.includes(name) && !isEmpty(value));
  const named = Object.fromEntries(inQuery.map(([name, value]) => [name, String(value)])) as ListQuery;
  const params = filters ? toWireQuery(named, rows !== undefined && method === 'GET') : new URLSearchParams(named);
  const bodyValues = Object.fromEntries(Object.entries(rest).filter(([name]) => !queryNames.includes(name)));
  return { subPath, query: named, search: params.size > 0 ? `?${params}` : '', body: body && bodyValues };
}

/** URL of a declared request below the API, e.g. of a download. */
export function urlOf<E extends Endpoint>(endpoint: E, values: CallOf<E>): string {
  const { subPath, search } = partsOf(endpoint, values as Values);
  return endpoint.root + subPath + search;
}

/**
 * Sends a declared request.
 * @param body replaces the body of `values`, e.g. an upload
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  values: CallOf<E>,
  { body: ownBody, ...options }: RequestOptions & { body?: unknown } = {},
): Promise<ResultOf<E>> {
  const { subPath, search, body } = partsOf(endpoint, values as Values);
  const url = endpoint.root + subPath + search;
  // The casts: the server follows its contract.
  if (!endpoint.spec.envelope) return (await request(endpoint.method, url, ownBody ?? body, options)) as ResultOf<E>;
  const envelope = await fetchEnvelope(endpoint.method, url, ownBody ?? body, options);
  const names = ['data', ...Object.keys(endpoint.spec.envelope)];
  return Object.fromEntries(Object.entries(envelope).filter(([name]) => names.includes(name))) as ResultOf<E>;
}

/** A declared read. Its answer is outdated when its resource changes. */
export function endpointQueryOptions<E extends Endpoint>(endpoint: E, values: CallOf<E>) {
  const { subPath, query } = partsOf(endpoint, values as Values);
  return queryOptions({
    queryKey: [endpoint.root, subPath, query],
    queryFn: ({ signal }) => call(endpoint, values, { signal }),
  });
}

/**
 * A declared change. Afterwards, all answers of its resource are read again.
 * @param ownErrors the caller shows refusals itself, e.g. at a field
 */
export function useCall<E extends Endpoint>(endpoint: E, { ownErrors = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: CallOf<E>) => call(endpoint, values),
    onSuccess: () => client.invalidateQueries({ queryKey: [endpoint.root] }),
    meta: { ownErrors },
  });
}

/** Any other read, e.g. `getQueryOptions(batches, '/7/events')`. */
export const getQueryOptions = <T>({ path }: HasPath, subPath: string, query: Record<string, string> = {}) =>
  queryOptions({
    queryKey: [path, subPath, query],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams(query).toString();
      return request<T>('GET', `${path}${subPath}${search && `?${search}`}`, undefined, { signal });
    },
  });

/**
 * Adds a record, or updates the one whose key is in `values`.
 * @param ownErrors the caller shows refusals itself, e.g. at a field
 */
export function useSave<S extends ResourceSpec>({ path, key }: Resource<S>, { ownErrors = true } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: InputOf<S> | (ChangesOf<S> & Record<string, unknown>)) =>
      request<Record<string, number> | undefined>(key in (values as object) ? 'PUT' : 'POST', path, values),
    onSuccess: () => client.invalidateQueries({ queryKey: [path] }),
    meta: { ownErrors },
  });
}

/** Deletes records by key, all or none. */
export function useRemove<S extends ResourceSpec>({ path }: Resource<S>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly (number | string)[]) => request('DELETE', `${path}/${ids.join(',')}`),
    onSuccess: () => client.invalidateQueries({ queryKey: [path] }),
  });
}
