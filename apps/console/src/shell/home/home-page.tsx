import { useQuery } from '@tanstack/react-query';
import { useRights } from '../../data/permission.tsx';
import { hasExtension } from '../../data/server-about.ts';
import { loadPageWords, useTranslations } from '../../data/words.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { LazyBoundary, LazyLoadError } from '../../ui/part-boundary.tsx';
import { formatTime } from '../../ui/time-format.ts';
import { useSession } from '../session-context.ts';
import { TaskList } from '../task-list.tsx';
import { useTasks } from '../task-tray.tsx';
import { withAntdProvider } from '../with-antd-provider.tsx';
import { MAX_BATCHES } from './asks.ts';
import { BatchFigures } from './batch-figures.tsx';
import { newestBatches } from './batches.ts';
import { QuickActions } from './quick-actions.tsx';
import { RecentBatches } from './recent-batches.tsx';
import { useHasPage } from './use-has-page.ts';
import { useHasPainted } from './use-seen.ts';

const NewestNotices = withAntdProvider(() => import('./newest-notices.tsx'), loadPageWords);
const Dashboard = withAntdProvider(() => import('./dashboard.tsx'), loadPageWords);

export function HomePage() {
  const t = useTranslations();
  const { hasPermi } = useRights();
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
