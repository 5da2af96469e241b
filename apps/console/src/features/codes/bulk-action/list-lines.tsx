import { type BulkAction, type BulkActionLine, bulkActions } from '@suyuan/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Segmented, type TableColumnType } from 'antd';
import { useState } from 'react';
import { request } from '../../../data/request.ts';
import { findTranslationKey, useTranslations } from '../../../data/words.ts';
import { CopyableText } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';

const views = ['refused', 'done', 'all'] as const;
type View = (typeof views)[number];

interface LinePage {
  rows: BulkActionLine[];
  /** Cursor of the next page; null on the last page. */
  next: number | null;
}

export function BulkActionLines({ action }: { action: BulkAction }) {
  const t = useTranslations();
  const { codeListId, act } = action;
  const [view, setView] = useState<View>('refused');
  const lines = useInfiniteQuery({
    queryKey: [bulkActions.path, codeListId, 'lines', view],
    queryFn: ({ pageParam, signal }) =>
      request<LinePage>('GET', `${bulkActions.path}/${codeListId}/lines?outcome=${view}&from=${pageParam}`, undefined, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }) => next,
    meta: { ownErrors: true },
  });
  const rows = lines.data?.pages.flatMap((page) => page.rows) ?? [];
  const outcomeText = ({ outcome, stood }: BulkActionLine) => {
    const stateKey =
      stood === null ? undefined : findTranslationKey(outcome === 'status' ? `manage.code.status.${stood}` : `manage.batch.state.${stood}`);
    return t(`manage.codeList.outcome.${outcome}`, { stood: stateKey ? t(stateKey) : '', act: t(`manage.codeList.act.${act}`) });
  };
  const columns: TableColumnType<BulkActionLine>[] = [
    {
      key: 'line',
      title: t('manage.codeList.line'),
      align: 'right',
      className: 'numeral list-line',
      render: (_, { line }) => groupDigits(line),
    },
    {
      key: 'code',
      title: t('manage.codeList.code'),
      render: (_, { code }) => (code ? <CopyableText>{code}</CopyableText> : <span className="none">—</span>),
    },
    { key: 'outcome', title: t('manage.codeList.outcome'), render: (_, line) => outcomeText(line) },
  ];
  const labelKeys = { refused: 'refusedLines', done: 'doneLines', all: 'allLines' } as const;
  return (
    <section className="card list-report">
      <Segmented
        aria-label={t('manage.codeList.outcome')}
        value={view}
        options={views.map((value) => ({ value, label: t(`manage.codeList.${labelKeys[value]}`) }))}
        onChange={setView}
      />
      {lines.error && !lines.data ? (
        <ErrorState error={lines.error} onRetry={() => void lines.refetch()} />
      ) : lines.isPending ? (
        <LoadingState rows={4} />
      ) : rows.length === 0 ? (
        <EmptyState text={t(view === 'refused' ? 'manage.codeList.noneRefused' : 'manage.codeList.noneSuch')} />
      ) : (
        <>
          <SubTable rowKey="line" columns={columns} dataSource={rows} />
          {lines.hasNextPage && (
            <Button className="list-more" loading={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
              {t('kit.more')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
