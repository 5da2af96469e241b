import type { Batch, BatchState, Page } from '@suyuan/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { loadPageWords, useTranslations } from '../../data/i18n.ts';
import { usePermissions } from '../../data/permission.tsx';
import { takePrefetchedData } from '../../data/prefetch.ts';
import { request } from '../../data/request.ts';
import { hasExtension } from '../../data/server-info.ts';
import { LazyBoundary, LazyLoadError } from '../../ui/lazy-component.tsx';
import { groupDigits } from '../../ui/number-format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { colourOfStatus, StatusDot, toneOfStatus } from '../../ui/status-tones.tsx';
import { formatTime, TimeText } from '../../ui/time-format.tsx';
import { useSession } from '../session.ts';
import { TaskList, useTasks } from '../tasks.tsx';
import { withAntdProvider } from '../with-antd-provider.tsx';
import { BATCHES_PATH, batchesQuery, COUNTED_STATES, COUNTS_QUERY, MAX_BATCHES } from './home-queries.ts';
import { QuickActions, useHasPage } from './quick-actions.tsx';

function RecentBatches({ state, title, empty }: { state?: BatchState; title: string; empty: string }) {
  const t = useTranslations();
  const list = useQuery(newestBatches(state, MAX_BATCHES));
  const rows = list.data?.rows;
  return (
    <section className="card home-card">
      <div className="home-card-head">
        <h2>{title}</h2>
        <RowLink to={state ? `${BATCHES_PATH}?state=${state}` : BATCHES_PATH}>{t('shell.seeAll')}</RowLink>
      </div>
      {list.error && !rows ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : !rows && <LoadingState rows={4} />}
      {rows?.length === 0 && <p className="none">{empty}</p>}
      <ul className="batch-lines">
        {rows?.map(({ batchId, batchNo, categoryName, quantity, state: rowState, createTime, submitBy, createBy }) => (
          <li key={batchId}>
            <RowLink to={`${BATCHES_PATH}/${batchId}`} strong>
              <span className="mono-text">{batchNo}</span>
            </RowLink>
            <span className="batch-line-goods">{categoryName}</span>
            <span className="numeral">{groupDigits(quantity)}</span>
            <span className="batch-line-state">
              {state ? (submitBy ?? createBy) : <StatusDot tone={toneOfStatus(rowState)}>{t(stateKey(rowState))}</StatusDot>}
            </span>
            <TimeText value={createTime} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BatchFigures() {
  return (
    <ul className="figures">
      {COUNTED_STATES.map((state) => (
        <BatchFigure key={state} state={state} />
      ))}
    </ul>
  );
}

function BatchFigure({ state }: { state: BatchState }) {
  const t = useTranslations();
  const { data, isPending } = useQuery(batchCounts());
  const stateLabel = t(stateKey(state));
  return (
    <li>
      <Link
        to={`${BATCHES_PATH}?state=${state}`}
        className="card figure"
        data-tip={t('shell.batchesIn.how', { state: stateLabel })}
        aria-description={t('shell.batchesIn.how', { state: stateLabel })}
      >
        <span className="figure-name">
          <i className="dot" style={{ background: colourOfStatus(state) }} aria-hidden="true" />
          {t('shell.batchesIn', { state: stateLabel })}
        </span>
        <span className="figure-value numeral">
          {data ? groupDigits(data[state] ?? 0) : isPending ? <i className="figure-bone" aria-hidden="true" /> : '—'}
        </span>
      </Link>
    </li>
  );
}

type Counts = Partial<Record<BatchState, number>>;
type BatchRow = z.output<typeof Batch>;

const newestBatches = (state: BatchState | undefined, count: number) =>
  queryOptions({
    queryKey: [BATCHES_PATH, 'list', { newest: count, state }],
    queryFn: ({ signal }) => request<Page<BatchRow>>('GET', batchesQuery(state, count), undefined, { signal }),
    initialData: () => takePrefetchedData<Page<BatchRow>>(batchesQuery(state, count)),
    meta: { ownErrors: true },
  });

/** Number of batches by state; empty states are omitted. */
const batchCounts = () =>
  queryOptions({
    queryKey: [BATCHES_PATH, 'counts'],
    queryFn: ({ signal }) => request<Counts>('GET', COUNTS_QUERY, undefined, { signal }),
    initialData: () => takePrefetchedData<Counts>(COUNTS_QUERY),
    meta: { ownErrors: true },
  });

const stateKey = (state: BatchState) => `manage.batch.state.${state}` as const;

/** Whether `ready` content has been painted, so that later work does not delay it. A hidden tab is never painted. */
function useHasPainted(ready: boolean): boolean {
  const [hasPainted, setHasPainted] = useState(false);
  useEffect(() => {
    if (!ready) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // animation frame callbacks run before painting, a timer set in one runs after it
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setHasPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [ready]);
  return hasPainted;
}

const NewestNotices = withAntdProvider(() => import('./newest-notices.tsx'), loadPageWords);
const Dashboard = withAntdProvider(() => import('./dashboard.tsx'), loadPageWords);

export function HomePage() {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const { user } = useSession().info;
  const { list } = useTasks();
  const hasPage = useHasPage();
  const canSeeBatches = hasExtension('traceability') && hasPage('manage/batch/index') && hasPermi('manage:batch:list');
  // figures load after the batches are visible, so that they do not compete for bandwidth
  const { isPending } = useQuery({ ...newestBatches(undefined, MAX_BATCHES), enabled: canSeeBatches });
  const hasPainted = useHasPainted(!isPending);
  return (
    <div className="page">
      <PageHeader
        title={t(greeting(), { name: user.nickName || user.userName })}
        purpose={t(hasExtension('traceability') ? 'shell.homePurpose' : 'shell.homePurpose.plain')}
      />
      {canSeeBatches && <BatchFigures />}
      <div className="home-grid">
        {canSeeBatches && (
          <div className="home-column">
            {hasPermi('manage:batch:approve') && (
              <RecentBatches state="pending" title={t('shell.waiting')} empty={t('shell.nothingWaits')} />
            )}
            <RecentBatches title={t('shell.recentBatches')} empty={t('shell.noBatches')} />
          </div>
        )}
        {!hasExtension('traceability') && (
          <LazyBoundary renderError={(again) => <LazyLoadError retry={again} />}>
            <NewestNotices />
          </LazyBoundary>
        )}
        <div className="home-column">
          <section className="card home-card">
            <h2>{t('shell.quickActions')}</h2>
            <QuickActions />
          </section>
          {hasExtension('tasks') && (
            <section className="card home-card">
              <h2>{t('account.task')}</h2>
              {list.data ? (
                <TaskList tasks={list.data.rows.slice(0, 4)} />
              ) : (
                <p className="none">{list.error ? t('kit.failed') : t('kit.loading')}</p>
              )}
            </section>
          )}
        </div>
      </div>
      {canSeeBatches && hasPainted && hasPermi('manage:figure:list') && (
        <LazyBoundary renderError={(again) => <LazyLoadError retry={again} />}>
          <Dashboard />
        </LazyBoundary>
      )}
    </div>
  );
}

function greeting(hour = Number(formatTime(Date.now(), 'HH'))) {
  if (hour < 5) return 'shell.goodNight';
  if (hour < 12) return 'shell.goodMorning';
  return hour < 18 ? 'shell.goodAfternoon' : 'shell.goodEvening';
}
