import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { displayName, loadPageWords, useTranslations } from '../../data/i18n.ts';
import { usePermissions } from '../../data/permission.tsx';
import { hasExtension } from '../../data/server-info.ts';
import { LazyBoundary, lazyWithRetry } from '../../ui/lazy-component.tsx';
import { TilesLoading } from '../../ui/loading-shapes.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { formatTime } from '../../ui/time-format.tsx';
import { openWorkQuery } from '../open-work.ts';
import { useSession } from '../session.ts';
import { TaskList, useTasks } from '../tasks.tsx';
import { withAntdProvider } from '../with-antd-provider.tsx';
import { HomeCard, HomeColumn, HomeRow } from './home-card.tsx';
import { MAX_BATCHES } from './home-queries.ts';
import { OpenWorkCard } from './open-work.tsx';
import { QuickActions, useHasPage } from './quick-actions.tsx';
import { type BatchRow, newestBatches, RecentBatches } from './recent-batches.tsx';

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

const withPageWords = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazyWithRetry(async () => {
    const [module] = await Promise.all([load(), loadPageWords()]);
    return module;
  });

const NewestNotices = withAntdProvider(() => import('./newest-notices.tsx'), loadPageWords);
const Dashboard = withAntdProvider(() => import('./dashboard.tsx'), loadPageWords);
const FirstRun = withPageWords(() => import('./first-run.tsx'));
const SampleRibbon = withPageWords(() => import('./sample-ribbon.tsx'));

/** Before the first batch with codes. */
const isFirstRun = ({ rows, total }: { rows: readonly BatchRow[]; total: number }) =>
  total <= MAX_BATCHES && rows.every(({ state }) => ['draft', 'pending', 'approved', 'issuing', 'cancelled'].includes(state));

export function HomePage() {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const { user } = useSession().info;
  const hasPage = useHasPage();
  const canSeeBatches = hasExtension('traceability') && hasPage('manage/batch/index') && hasPermi('manage:batch:list');
  const canSeeWork = hasExtension('openWork');
  // figures load after the work is visible, so that they do not compete for bandwidth
  const work = useQuery({ ...openWorkQuery, enabled: canSeeWork });
  const batches = useQuery({ ...newestBatches, enabled: canSeeBatches });
  const hasPainted = useHasPainted(!(canSeeWork && work.isPending) && !(canSeeBatches && batches.isPending));
  // what waits for the user comes before the first steps of the business
  const hasWork = (work.data?.items.length ?? 0) > 0;
  const isFirst = batches.data !== undefined && isFirstRun(batches.data);
  const showsFigures = canSeeBatches && !isFirst && hasPermi('manage:figure:list');
  const tasks = hasExtension('tasks') && <OwnTasks />;
  // below the figures, which stay in view
  const recent = canSeeBatches && (
    <HomeRow>
      <RecentBatches />
      {showsFigures && tasks}
    </HomeRow>
  );
  return (
    <Page>
      <PageHeader
        title={t(greeting(), { name: displayName('nickName', user.nickName) || user.userName })}
        purpose={t(hasExtension('traceability') ? 'shell.homePurpose' : 'shell.homePurpose.plain')}
        actions={
          hasPainted &&
          hasExtension('sample') &&
          hasPermi('tool:sample:remove') && (
            <LazyBoundary renderError={() => null}>
              <SampleRibbon />
            </LazyBoundary>
          )
        }
      />
      <HomeRow>
        {(canSeeWork || !hasExtension('traceability')) && (
          <HomeColumn>
            {hasWork && <OpenWorkCard />}
            {isFirst && hasPainted && (
              <LazyBoundary>
                <FirstRun batches={batches.data?.rows ?? []} />
              </LazyBoundary>
            )}
            {canSeeWork && !hasWork && <OpenWorkCard />}
            {!hasExtension('traceability') && (
              <LazyBoundary>
                <NewestNotices />
              </LazyBoundary>
            )}
          </HomeColumn>
        )}
        <HomeColumn>
          <HomeCard title={t('shell.quickActions')}>
            <QuickActions />
          </HomeCard>
          {!showsFigures && tasks}
        </HomeColumn>
      </HomeRow>
      {showsFigures ? (
        <LazyBoundary loading={<DashboardLoading>{recent}</DashboardLoading>}>
          {hasPainted ? <Dashboard>{recent}</Dashboard> : <DashboardLoading>{recent}</DashboardLoading>}
        </LazyBoundary>
      ) : (
        <div className="mt-4">{recent}</div>
      )}
    </Page>
  );
}

const DashboardLoading = ({ children }: { children: ReactNode }) => (
  <section data-page="section" className="mt-4 pt-11">
    <TilesLoading />
    <div className="my-4">{children}</div>
  </section>
);

function OwnTasks() {
  const t = useTranslations();
  const { list } = useTasks();
  return (
    <HomeCard title={t('account.task')}>
      {list.data ? (
        <TaskList tasks={list.data.rows.slice(0, 4)} />
      ) : (
        <p className="text-muted">{list.error ? t('kit.failed') : t('kit.loading')}</p>
      )}
    </HomeCard>
  );
}

function greeting(hour = Number(formatTime(Date.now(), 'HH'))) {
  if (hour < 5) return 'shell.goodNight';
  if (hour < 12) return 'shell.goodMorning';
  return hour < 18 ? 'shell.goodAfternoon' : 'shell.goodEvening';
}
