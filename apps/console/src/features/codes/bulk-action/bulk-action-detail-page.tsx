import { type BulkAction, type BulkActionLine, bulkActionLines, bulkActionReport, bulkActions } from '@suyuan/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Progress, Segmented, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { call, urlOf } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { findTranslationKey, useTranslations } from '../../../data/i18n.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { StepNote } from '../../../ui/user-name.tsx';

const views = ['refused', 'done', 'all'] as const;
type View = (typeof views)[number];

const wideParts = '[&>.ant-table-wrapper]:w-full [&>[data-state-box]]:w-full';

function BulkActionLines({ action }: { action: BulkAction }) {
  const t = useTranslations();
  const { codeListId, act } = action;
  const [view, setView] = useState<View>('refused');
  const lines = useInfiniteQuery({
    queryKey: [bulkActions.path, codeListId, 'lines', view],
    queryFn: ({ pageParam, signal }) => call(bulkActionLines, { id: codeListId, outcome: view, from: pageParam }, { signal }),
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
      className: 'tabular-nums w-24',
      render: (_, { line }) => groupDigits(line),
    },
    {
      key: 'code',
      title: t('manage.codeList.code'),
      // a line of the file may be any text
      className: 'max-w-80 wrap-anywhere',
      render: (_, { code }) => (code ? <CopyableText>{code}</CopyableText> : <span className="text-muted">—</span>),
    },
    { key: 'outcome', title: t('manage.codeList.outcome'), render: (_, line) => outcomeText(line) },
  ];
  const labelKeys = { refused: 'refusedLines', done: 'doneLines', all: 'allLines' } as const;
  return (
    <section className={`card mt-4 grid grid-cols-1 justify-items-start gap-3 px-6 py-4 max-md:p-4 ${wideParts}`}>
      <Segmented
        aria-label={t('manage.codeList.outcome')}
        value={view}
        options={views.map((value) => ({ value, label: t(`manage.codeList.${labelKeys[value]}`) }))}
        onChange={setView}
      />
      {!lines.data ? (
        <QueryState query={lines} rows={4} />
      ) : rows.length === 0 ? (
        <EmptyState text={t(view === 'refused' ? 'manage.codeList.noneRefused' : 'manage.codeList.noneSuch')} />
      ) : (
        <>
          <SubTable
            rowKey="line"
            columns={columns}
            dataSource={rows}
            // long results wrap
            scroll={{}}
          />
          {lines.hasNextPage && (
            <Button loading={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
              {t('kit.more')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

/** Poll interval of a running bulk action, in milliseconds. */
const POLL_INTERVAL_MS = 1000;
const isRunning = ({ state }: BulkAction) => state === 'queued' || state === 'running';

export default function BulkActionDetailPage() {
  const { codeListId = '' } = useParams();
  return (
    <DetailPage
      of={bulkActions}
      id={codeListId}
      titleOf={({ fileName }) => fileName}
      refetchInterval={(action) => isRunning(action) && POLL_INTERVAL_MS}
    >
      {(action) => <BulkActionDetail action={action} />}
    </DetailPage>
  );
}

function BulkActionDetail({ action }: { action: BulkAction }) {
  const t = useTranslations();
  const { codeListId, fileName, act, state, total, done, dealerName, reason, createBy, createTime, finishTime } = action;
  const figure = (name: 'doneCount' | 'alreadyCount' | 'refusedCount') => ({
    label: t(`manage.codeList.${name}`),
    value: (
      <span className="text-lg/7 tabular-nums" title={t(`manage.codeList.${name}.hint`)}>
        {groupDigits(action[name])}
      </span>
    ),
  });
  const reportName = `${fileName.replace(/\.[^.]*$/, '')}-${t('manage.codeList.outcome')}.csv`;
  return (
    <>
      <PageHeader
        title={fileName}
        purpose={`${t(`manage.codeList.act.${act}`)}${dealerName ? ` · ${dealerName}` : ''}${reason ? ` · ${reason}` : ''}`}
        titleExtra={<CodeBadge of={bulkActions} field="state" value={state} />}
        actions={
          <Button disabled={isRunning(action)} onClick={() => void download(urlOf(bulkActionReport, { id: codeListId }), reportName)}>
            {t('manage.codeList.report')}
          </Button>
        }
      />
      <KeyFacts
        facts={[
          { label: t('manage.codeList.total'), value: <span className="text-lg/7 tabular-nums">{groupDigits(total ?? 0)}</span> },
          figure('doneCount'),
          figure('alreadyCount'),
          figure('refusedCount'),
          {
            label: t('common.field.createBy'),
            value: <StepNote user={createBy} time={createTime} />,
          },
          {
            label: t('manage.codeList.finishTime'),
            value: finishTime ? <TimeText value={finishTime} /> : <span className="text-muted">—</span>,
          },
        ]}
      />
      {isRunning(action) && (
        <div role="status" className="card mt-4 px-6 py-4 max-md:p-4">
          <p>{t('manage.codeList.unfinished', { done: groupDigits(done), total: groupDigits(total ?? 0) })}</p>
          <Progress
            percent={total ? Math.floor((100 * done) / total) : 0}
            status="active"
            aria-label={t('manage.codeList.state.running')}
          />
        </div>
      )}
      {!isRunning(action) && <BulkActionLines action={action} />}
    </>
  );
}
