import type { Batch, BatchState, Page } from '@suyuan/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { useTranslations } from '../../data/i18n.ts';
import { takePrefetchedData } from '../../data/prefetch.ts';
import { request } from '../../data/request.ts';
import { groupDigits } from '../../ui/number-format.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { StateDot } from '../../ui/status-tones.tsx';
import { TimeText } from '../../ui/time-format.tsx';
import { HomeCard } from './home-card.tsx';
import { BATCHES_PATH, BATCHES_QUERY } from './home-queries.ts';

export type BatchRow = z.output<typeof Batch>;

export const newestBatches = queryOptions({
  queryKey: [BATCHES_PATH, 'list', 'newest'],
  queryFn: ({ signal }) => request<Page<BatchRow>>('GET', BATCHES_QUERY, undefined, { signal }),
  initialData: () => takePrefetchedData<Page<BatchRow>>(BATCHES_QUERY),
  meta: { ownErrors: true },
});

const batchRow =
  'grid grid-cols-[minmax(0,1.2fr)_minmax(0,2fr)_minmax(0,1fr)_minmax(0,0.9fr)_128px] items-center gap-4 py-2 ' +
  'not-first:border-t not-first:border-line max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-0 [&>a]:truncate';

const stateKey = (state: BatchState) => `manage.batch.state.${state}` as const;

export function RecentBatches() {
  const t = useTranslations();
  const list = useQuery(newestBatches);
  const rows = list.data?.rows;
  return (
    <HomeCard title={t('shell.recentBatches')} link={<RowLink to={BATCHES_PATH}>{t('shell.seeAll')}</RowLink>}>
      {list.error && !rows ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : !rows && <LoadingState rows={4} />}
      {rows?.length === 0 && <p className="text-muted">{t('shell.noBatches')}</p>}
      <ul className="m-0 list-none p-0">
        {rows?.map(({ batchId, batchNo, categoryName, quantity, state, createTime }) => (
          <li key={batchId} className={batchRow}>
            <RowLink to={`${BATCHES_PATH}/${batchId}`} strong>
              <span className="mono-text">{batchNo}</span>
            </RowLink>
            <span className="truncate max-md:[grid-area:2/1] max-md:text-muted">{categoryName}</span>
            <span className="text-right tabular-nums max-md:[grid-area:2/2]">{groupDigits(quantity)}</span>
            <span className="max-md:justify-self-end max-md:[grid-area:1/2]">
              <StateDot value={state}>{t(stateKey(state))}</StateDot>
            </span>
            <span className="text-right whitespace-nowrap text-muted max-md:hidden">
              <TimeText value={createTime} />
            </span>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}
