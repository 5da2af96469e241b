import { type CacheName, type CacheOverview, cacheNames, cacheOverview } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { Chart } from '../../../ui/chart.tsx';
import { StatusDot } from '../../../ui/columns.tsx';
import { FigureTile, FigureTiles } from '../../../ui/figure-tile.tsx';
import { formatBytes, formatShare, useDurationFormat } from '../../../ui/format-amount.ts';
import { DashboardLoading } from '../../../ui/loading-shapes.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { CacheCard, CacheCards, CacheFacts, MemoryGauge, RedisOverview } from './cache-overview.tsx';

/** Poll interval while the page is visible, in milliseconds. */
const POLL_INTERVAL_MS = 5000;
/** Maximum number of bars, and pixels per cache name for its two bars. */
const MAX_BARS = 10;
const ROW_HEIGHT_PX = 36;

export default function CachePage() {
  return hasExtension('cacheDetails') ? <CacheDetails /> : <RedisOverview />;
}

/** Cache hit rates, and the state of the shared cache if there is one. */
function CacheDetails() {
  const t = useTranslations();
  const overview = useQuery({ ...endpointQueryOptions(cacheOverview, {}), refetchInterval: POLL_INTERVAL_MS });
  const names = useQuery({ ...endpointQueryOptions(cacheNames, {}), refetchInterval: POLL_INTERVAL_MS });
  const { data } = overview;
  const refresh = () => void Promise.all([overview.refetch(), names.refetch()]);
  return (
    <Page>
      <PageHeader
        title={t('monitor.cache')}
        purpose={t('monitor.cache.purpose')}
        titleExtra={data && <State state={data.state} />}
        actions={
          <Button loading={overview.isFetching && !overview.isPending} onClick={refresh}>
            {t('monitor.cache.refresh')}
          </Button>
        }
      />
      {overview.isError && !data && <ErrorState error={overview.error} onRetry={refresh} />}
      {!data && !overview.isError && <DashboardLoading />}
      {data && <Overview overview={data} names={names.data ?? []} />}
    </Page>
  );
}

const heightFor = (bars: number) => Math.max(3, Math.min(MAX_BARS, bars)) * ROW_HEIGHT_PX;

const toneOf = { process: 'quiet', there: 'genuine', lost: 'grave' } as const;

function State({ state }: Pick<CacheOverview, 'state'>) {
  const t = useTranslations();
  return (
    <StatusDot tone={toneOf[state]}>
      <TermTooltip explanation={t(`monitor.cache.state.${state}.how`)}>{t(`monitor.cache.state.${state}`)}</TermTooltip>
    </StatusDot>
  );
}

function Overview({ overview, names }: { overview: CacheOverview; names: CacheName[] }) {
  const t = useTranslations();
  const { memory, hits, misses, dbSize, info, commandStats } = overview;
  const formatSpan = useDurationFormat();
  const requestCount = hits + misses;
  const memoryText =
    memory.most === null ? t('monitor.cache.memoryFree') : t('monitor.cache.memoryMost', { size: formatBytes(memory.most) });
  return (
    <>
      {overview.state === 'lost' && (
        <p className="mt-0 mb-4 rounded border border-danger-line bg-danger-ground px-4 py-3" role="alert">
          {t('monitor.cache.state.lost.how')}
        </p>
      )}
      <FigureTiles>
        <FigureTile
          name={t('monitor.cache.hitRate')}
          explanation={t('monitor.cache.hitRate.how', { hits: groupDigits(hits), misses: groupDigits(misses) })}
          value={requestCount === 0 ? '—' : formatShare(hits, requestCount)}
          note={requestCount === 0 ? t('monitor.cache.noRequests') : `${groupDigits(hits)} / ${groupDigits(requestCount)}`}
        />
        <FigureTile name={t('monitor.cache.keys')} explanation={t('monitor.cache.keys.how')} value={dbSize} to="/monitor/cacheList" />
        <FigureTile
          name={t('monitor.cache.memory')}
          explanation={t('monitor.cache.memory.how')}
          value={formatBytes(memory.used)}
          note={memory.most === null ? memoryText : <MemoryGauge share={memory.used / memory.most} text={memoryText} />}
        />
        <FigureTile
          name={t('monitor.cache.uptime')}
          explanation={t('monitor.cache.uptime.how')}
          value={formatSpan(Number(info.uptime_in_seconds ?? 0) * 1000)}
          note={
            info.instantaneous_ops_per_sec && t('monitor.cache.perSecond', { count: groupDigits(Number(info.instantaneous_ops_per_sec)) })
          }
        />
      </FigureTiles>
      <CacheCards>
        <HitsByName names={names} />
        <CacheCard
          title={<TermTooltip explanation={t('monitor.cache.commandsQuestion.how')}>{t('monitor.cache.commandsQuestion')}</TermTooltip>}
        >
          {commandStats.length === 0 ? (
            <EmptyState text={t('monitor.cache.noCommands')} />
          ) : (
            <Chart
              kind="bar"
              title={t('monitor.cache.commandsQuestion')}
              category={t('monitor.cache.commands')}
              categories={commandStats.slice(0, MAX_BARS).map(({ name }) => name)}
              series={[{ name: t('monitor.cache.calls'), values: commandStats.slice(0, MAX_BARS).map(({ value }) => Number(value)) }]}
              height={heightFor(commandStats.length)}
            />
          )}
        </CacheCard>
        <CacheFacts overview={overview} />
      </CacheCards>
    </>
  );
}

function HitsByName({ names }: { names: CacheName[] }) {
  const t = useTranslations();
  const usedNames = names
    .filter(({ hits, misses }) => (hits ?? 0) + (misses ?? 0) > 0)
    .toSorted((one, other) => (other.hits ?? 0) - (one.hits ?? 0))
    .slice(0, MAX_BARS);
  return (
    <CacheCard title={<TermTooltip explanation={t('monitor.cache.namesQuestion.how')}>{t('monitor.cache.namesQuestion')}</TermTooltip>}>
      {usedNames.length === 0 ? (
        <EmptyState text={t('monitor.cache.noRequests')} />
      ) : (
        <Chart
          kind="bar"
          title={t('monitor.cache.namesQuestion')}
          category={t('monitor.cache.name')}
          categories={usedNames.map(({ remark }) => remark)}
          series={[
            { name: t('monitor.cache.hits'), values: usedNames.map(({ hits }) => hits) },
            { name: t('monitor.cache.misses'), values: usedNames.map(({ misses }) => misses), faint: true },
          ]}
          height={heightFor(usedNames.length)}
          getHref={(at) => usedNames[at] && `/monitor/cacheList?${new URLSearchParams({ name: usedNames[at].cacheName })}`}
        />
      )}
    </CacheCard>
  );
}
