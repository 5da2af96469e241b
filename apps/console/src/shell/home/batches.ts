import type { Batch, BatchState, Page } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { takeArrived } from '../../data/prefetch.ts';
import { request } from '../../data/request.ts';
import { BATCHES, batchesQuery, COUNTS_ASK } from './asks.ts';

type Counts = Partial<Record<BatchState, number>>;
export type BatchRow = z.output<typeof Batch>;

export const newestBatches = (state: BatchState | undefined, count: number) =>
  queryOptions({
    queryKey: [BATCHES, 'list', { newest: count, state }],
    queryFn: ({ signal }) => request<Page<BatchRow>>('GET', batchesQuery(state, count), undefined, { signal }),
    initialData: () => takeArrived<Page<BatchRow>>(batchesQuery(state, count)),
    meta: { ownErrors: true },
  });

/** Number of batches by state; empty states are omitted. */
export const batchCounts = () =>
  queryOptions({
    queryKey: [BATCHES, 'counts'],
    queryFn: ({ signal }) => request<Counts>('GET', COUNTS_ASK, undefined, { signal }),
    initialData: () => takeArrived<Counts>(COUNTS_ASK),
    meta: { ownErrors: true },
  });

export const wordOfState = (state: BatchState) => `manage.batch.state.${state}` as const;
