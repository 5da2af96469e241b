import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { recordQueryOptions } from '../data/api.ts';
import { useTranslations } from '../data/i18n.ts';
import { cardSpace, Facts, factsCard, LifeCycleTimeline } from './detail.tsx';
import { Page, useTabTitle } from './page-header.tsx';
import { ErrorState, Skeleton, SkeletonLines } from './states.tsx';

interface DetailPageProps<S extends ResourceSpec> {
  of: Resource<S>;
  /** From the path. */
  id: string;
  /** Title of the tab. */
  titleOf: (record: RecordOf<S>) => string;
  /** Whether the page shows the life cycle of the record. */
  hasLifeCycle?: boolean;
  /** Milliseconds until the record is read again, e.g. while a task works on it. */
  refetchInterval?: (record: RecordOf<S>) => number | false;
  children: (record: RecordOf<S>) => ReactNode;
}

/** Page of one record, while it loads, and if it cannot be read. */
export function DetailPage<S extends ResourceSpec>({ of, id, refetchInterval, ...page }: DetailPageProps<S>) {
  const query = useQuery({
    ...recordQueryOptions(of, id),
    meta: { ownErrors: true },
    refetchInterval: ({ state }) => (state.data && refetchInterval?.(state.data)) ?? false,
  });
  const failedTitle = useTranslations()(of.word());
  return <QueryPage query={query} listHref={of.path} failedTitle={failedTitle} {...page} />;
}

interface QueryPageProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  listHref: string;
  titleOf: (data: Data) => string;
  /** Title of the tab if the query fails. */
  failedTitle?: string;
  hasLifeCycle?: boolean;
  children: (data: Data) => ReactNode;
}

/** Page of what another query answers, e.g. a record with its figures. */
export function QueryPage<Data>({ query, listHref, titleOf, failedTitle, hasLifeCycle = false, children }: QueryPageProps<Data>) {
  const { data, error, refetch } = query;
  useTabTitle(data ? titleOf(data) : error ? failedTitle : undefined);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} listHref={listHref} />;
  return <Page>{data ? children(data) : <DetailSkeleton hasLifeCycle={hasLifeCycle} />}</Page>;
}

const block = 'inline-block max-w-full animate-pulse rounded-sm bg-skeleton align-middle';
const keys = ['a', 'b', 'c', 'd', 'e'];

/** In the shape of a record page: title and action, facts with the life cycle, tabs. Without a heading, because the name is not there yet. */
function DetailSkeleton({ hasLifeCycle }: { hasLifeCycle: boolean }) {
  const word = <i className={`${block} h-3 w-14`} />;
  const value = <i className={`${block} h-4 w-24`} />;
  return (
    <Skeleton minHeight={480}>
      <div aria-hidden="true">
        <div className="mb-4 flex flex-wrap justify-between gap-x-6 gap-y-3">
          <i className={`${block} my-0.5 h-6 w-80`} />
          <i className={`${block} h-8 w-22 max-md:h-10 max-md:w-full`} />
        </div>
        <div className={factsCard}>
          <Facts facts={keys.map(() => ({ label: word, value }))} />
          {hasLifeCycle && <LifeCycleTimeline label="" current="" steps={keys.map((key) => ({ key, title: word, note: value }))} />}
        </div>
        <div className={`card ${cardSpace}`}>
          <div className="mb-6 flex gap-8 border-b border-line pb-3">
            {keys.slice(2).map((key) => (
              <i key={key} className={`${block} h-4 w-16`} />
            ))}
          </div>
          <SkeletonLines count={6} />
        </div>
      </div>
    </Skeleton>
  );
}
