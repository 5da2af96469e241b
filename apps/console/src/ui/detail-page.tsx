import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { recordQueryOptions } from '../data/api.ts';
import { Page, useTabTitle } from './page-header.tsx';
import { ErrorState, LoadingState } from './states.tsx';

interface DetailPageProps<S extends ResourceSpec> {
  of: Resource<S>;
  /** From the path. */
  id: string;
  /** Title of the tab. */
  titleOf: (record: RecordOf<S>) => string;
  /** Milliseconds until the record is read again, e.g. while a task works on it. */
  refetchInterval?: (record: RecordOf<S>) => number | false;
  children: (record: RecordOf<S>) => ReactNode;
}

/** Page of one record, while it loads, and if it cannot be read. */
export function DetailPage<S extends ResourceSpec>({ of, id, titleOf, refetchInterval, children }: DetailPageProps<S>) {
  const query = useQuery({
    ...recordQueryOptions(of, id),
    meta: { ownErrors: true },
    refetchInterval: ({ state }) => (state.data && refetchInterval?.(state.data)) ?? false,
  });
  return (
    <QueryPage query={query} listHref={of.path} titleOf={titleOf}>
      {children}
    </QueryPage>
  );
}

interface QueryPageProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  listHref: string;
  titleOf: (data: Data) => string;
  children: (data: Data) => ReactNode;
}

/** Page of what another query answers, e.g. a record with its figures. */
export function QueryPage<Data>({ query: { data, error, refetch }, listHref, titleOf, children }: QueryPageProps<Data>) {
  useTabTitle(data && titleOf(data));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} listHref={listHref} />;
  return <Page>{data ? children(data) : <LoadingState rows={12} />}</Page>;
}
