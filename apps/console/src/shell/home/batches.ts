import type { Batch, BatchState, Page } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { takePrefetchedData } from '../../data/prefetch.ts';
import { request } from '../../data/request.ts';
import { BATCHES_PATH, batchesQuery, COUNTS_QUERY } from './asks.ts';

type Counts = Partial<Record<BatchState, number>>;
export type BatchRow = z.output<typeof Batch>;

export const newestBatches = (state: BatchState | undefined, count: number) =>
  queryOptions({
    queryKey: [BATCHES_PATH, 'list', { newest: count, state }],
    queryFn: ({ signal }) => request<Page<BatchRow>>('GET', batchesQuery(state, count), undefined, { signal }),
    initialData: () => takePrefetchedData<Page<BatchRow>>(batchesQuery(state, count)),
    meta: { ownErrors: true },
  });

/** Number of batches by state; empty states are omitted. */
export const batchCounts = () =>
  queryOptions({
    queryKey: [BATCHES_PATH, 'counts'],
    queryFn: ({ signal }) => request<Counts>('GET', COUNTS_QUERY, undefined, { signal }),
    initialData: () => takePrefetchedData<Counts>(COUNTS_QUERY),
    meta: { ownErrors: true },
  });

export const stateKey = (state: BatchState) => `manage.batch.state.${state}` as const;
