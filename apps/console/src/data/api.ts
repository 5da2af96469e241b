import type { Action, ChangesOf, InputOf, Page, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isRangeEnd, momentOf } from './date-range.ts';
import { filtersOf } from './list-query.ts';
import { pageOfRows } from './page-of-rows.ts';
import { envelope, request } from './request.ts';
import { has } from './server-about.ts';

/** List query as in the URL: paging, order, and filters by name. */
export type ListQuery = { page?: string; pageSize?: string; orderBy?: string; descending?: string } & Record<string, string>;

type Named = { path: string };

/** RuoYi's list query. Range ends are sent as `params[beginTime]`. */
export function wireQuery({ page = '1', pageSize = '10', orderBy, descending, ...filters }: ListQuery, paged = true): URLSearchParams {
  const wire = new URLSearchParams(paged ? { pageNum: page, pageSize } : {});
  if (orderBy) wire.set('orderByColumn', orderBy);
  if (orderBy) wire.set('isAsc', descending ? 'desc' : 'asc');
  for (const [name, value] of Object.entries(filters))
    if (value) wire.set(isRangeEnd(name) ? `params[${name}]` : name, momentOf(name, value));
  return wire;
}

/** If the server returns all rows, the client pages and sorts them. */
export function listOf<S extends ResourceSpec>({ path, wire }: Resource<S>, query: ListQuery) {
  if (!wire?.pagedWith || has(wire.pagedWith)) return pageOf<RecordOf<S>>(path, query);
  const whole = pageOf<RecordOf<S>>(path, Object.fromEntries(filtersOf(query)));
  return { ...whole, select: ({ rows }: Page<RecordOf<S>>) => pageOfRows(rows, query) };
}

export const pageOf = <Row>(path: string, query: ListQuery) =>
  queryOptions({
    queryKey: [path, 'list', query],
    queryFn: ({ signal }) => request<Page<Row>>('GET', `${path}/list?${wireQuery(query)}`, undefined, { signal }),
  });

/** Merges the fields that a RuoYi server puts next to `data`. */
export const readOf = <S extends ResourceSpec>({ path, wire }: Resource<S>, id: number | string) =>
  queryOptions({
    queryKey: [path, 'read', String(id)],
    queryFn: async ({ signal }) => {
      const { data, ...rest } = await envelope<{ data: RecordOf<S> } & Record<string, unknown>>('GET', `${path}/${id}`, undefined, {
        signal,
      });
      const beside = (wire?.beside ?? []).flatMap((field) => (rest[field] == null ? [] : [[field, rest[field]]]));
      return { ...data, ...Object.fromEntries(beside) } as RecordOf<S>;
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
  const changed = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const cleared = value === '' || value === undefined || value === null;
      return [name, cleared ? (wire && typeof record[name] === 'string' ? '' : null) : value];
    }),
  );
  if (!wire) return { ...changed, [key]: record[key], version: record.version };
  const body = Object.entries({ ...record, ...changed }).filter(([name, value]) => value !== null || !wire.lists?.includes(name));
  return Object.fromEntries(body);
}

/** Any other read, e.g. `getOf(batches, '/7/events')`. */
export const getOf = <T>({ path }: Named, rest: string, query: Record<string, string> = {}) =>
  queryOptions({
    queryKey: [path, rest, query],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams(query).toString();
      return request<T>('GET', `${path}${rest}${search && `?${search}`}`, undefined, { signal });
    },
  });

/** Adds a record, or updates the one whose key is in `values`. */
export function useSave<S extends ResourceSpec>({ path, key }: Resource<S>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: InputOf<S> | (ChangesOf<S> & Record<string, unknown>)) =>
      request<Record<string, number> | undefined>(key in (values as object) ? 'PUT' : 'POST', path, values),
    onSuccess: () => client.invalidateQueries({ queryKey: [path] }),
    meta: { ownErrors: true },
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

/**
 * `PUT /manage/batch/7/approve`
 * @param ownErrors the caller shows refusals itself, e.g. at a field
 */
export function useAction({ path }: Pick<Action, 'path'>, { ownErrors = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number } & Record<string, unknown>) =>
      request<unknown>('PUT', path.replace(':id', String(id)), body),
    onSuccess: () => client.invalidateQueries({ queryKey: [path.split('/:id')[0]] }),
    meta: { ownErrors },
  });
}
