import { type CacheOverview, cacheOverview, type WordKey } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { endpointQueryOptions } from '../../../data/api.ts';
import { findTranslationKey, useTranslations } from '../../../data/i18n.ts';
import { alignedFigures, Chart, figureHeading } from '../../../ui/chart.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FigureTile, FigureTiles } from '../../../ui/figure-tile.tsx';
import { formatBytes, formatShare, useDurationFormat } from '../../../ui/format-amount.ts';
import { DashboardLoading } from '../../../ui/loading-shapes.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';

export const CacheCards = ({ children }: { children: ReactNode }) => (
  <div className={`grid grid-cols-[repeat(auto-fit,minmax(min(100%,400px),1fr))] gap-4 ${alignedFigures}`}>{children}</div>
);

export const CacheCard = ({ title, className = '', children }: { title: ReactNode; className?: string; children: ReactNode }) => (
  <section className={`card min-w-0 p-4 ${className}`}>
    <h2 className={`text-sm/5.5 ${figureHeading}`}>{title}</h2>
    {children}
  </section>
);

/** Used share of the memory limit, marked above 80 %. */
export function MemoryGauge({ share, text }: { share: number; text: string }) {
  const t = useTranslations();
  const percent = Math.min(100, Math.round(share * 100));
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <meter className="h-2 w-24" min={0} max={100} high={80} value={percent} aria-label={t('monitor.cache.memory')} />
      {`${percent}% · ${text}`}
    </span>
  );
}

/** RuoYi's facts without those of the tiles (keys, memory, uptime), and further Redis metrics for operators. */
const FACTS = [
  ...(['redis_version', 'redis_mode', 'tcp_port', 'connected_clients', 'used_cpu_user_children'] as const),
  ...(['aof_enabled', 'rdb_last_bgsave_status', 'network'] as const),
  ...(['evicted_keys', 'expired_keys'] as const),
];
type FactName = (typeof FACTS)[number];
type Overview = Pick<CacheOverview, 'info' | 'state'>;

export function CacheFacts({ overview }: { overview: Overview }) {
  const t = useTranslations();
  const facts = FACTS.flatMap((fact) => {
    const value = factOf(overview, fact, t);
    return value === undefined ? [] : [[fact, value] as const];
  });
  return (
    <CacheCard className="col-span-full" title={t('monitor.cache.basics')}>
      <FactList className="m-0 grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-x-8 [&>:first-child]:border-t">
        {facts.map(([fact, value]) => (
          <Fact key={fact} label={t(`monitor.cache.info.${fact}`)}>
            {value}
          </Fact>
        ))}
      </FactList>
    </CacheCard>
  );
}

/** Undefined where the server omits it, or where it does not apply to an in-process cache. */
function factOf({ info, state }: Overview, fact: FactName, t: (word: WordKey) => string): string | undefined {
  const value = info[fact];
  if (state !== 'there' && !['redis_version', 'redis_mode'].includes(fact)) return undefined;
  if (fact === 'network') return `${info.instantaneous_input_kbps ?? '—'} / ${info.instantaneous_output_kbps ?? '—'} kB/s`;
  if (value === undefined) return undefined;
  if (fact === 'aof_enabled') return t(value === '1' ? 'monitor.cache.yes' : 'monitor.cache.no');
  if (fact === 'rdb_last_bgsave_status') return t(value === 'ok' ? 'monitor.cache.yes' : 'monitor.cache.no');
  // a server without a shared cache reports RuoYi's `standalone` as well
  const mode =
    fact === 'redis_mode' ? findTranslationKey(`monitor.cache.info.redis_mode.${state === 'there' ? value : 'process'}`) : undefined;
  return mode ? t(mode) : value;
}

/** RuoYi's response: Redis `INFO`, number of keys, calls per command. */
type RedisInfo = Pick<CacheOverview, 'info' | 'dbSize' | 'commandStats'>;

const POLL_MS = 5000;

export function RedisOverview() {
  const t = useTranslations();
  const { data, error, isFetching, isPending, refetch } = useQuery({
    ...endpointQueryOptions(cacheOverview, {}),
    refetchInterval: POLL_MS,
  });
  return (
    <Page>
      <PageHeader
        title={t('monitor.cache')}
        purpose={t('monitor.redis.purpose')}
        actions={
          <Button loading={isFetching && !isPending} onClick={() => void refetch()}>
            {t('monitor.cache.refresh')}
          </Button>
        }
      />
      {data ? <Figures {...data} /> : error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <DashboardLoading />}
    </Page>
  );
}

function Figures({ info, dbSize, commandStats }: RedisInfo) {
  const t = useTranslations();
  const formatSpan = useDurationFormat();
  const numberOf = (field: string) => Number(info[field] ?? 0);
  const [hits, misses] = [numberOf('keyspace_hits'), numberOf('keyspace_misses')];
  const [used, limit] = [numberOf('used_memory'), numberOf('maxmemory')];
  const commands = commandStats
    .map(({ name, value }) => ({ name, calls: Number(value) }))
    .toSorted((one, other) => other.calls - one.calls);
  return (
    <>
      <FigureTiles>
        <FigureTile
          name={t('monitor.redis.hitRate')}
          explanation={t('monitor.redis.hitRate.how', { hits: groupDigits(hits), misses: groupDigits(misses) })}
          value={formatShare(hits, hits + misses)}
          note={`${groupDigits(hits)} / ${groupDigits(hits + misses)}`}
        />
        <FigureTile name={t('monitor.cache.keys')} explanation={t('monitor.redis.keys.how')} value={dbSize} to="/monitor/cacheList" />
        <FigureTile
          name={t('monitor.cache.memory')}
          explanation={t('monitor.redis.memory.how')}
          value={formatBytes(used)}
          note={
            limit === 0 ? (
              t('monitor.cache.memoryFree')
            ) : (
              <MemoryGauge share={used / limit} text={t('monitor.cache.memoryMost', { size: formatBytes(limit) })} />
            )
          }
        />
        <FigureTile
          name={t('monitor.cache.uptime')}
          explanation={t('monitor.redis.uptime.how')}
          value={formatSpan(numberOf('uptime_in_seconds') * 1000)}
          note={t('monitor.cache.perSecond', { count: groupDigits(numberOf('instantaneous_ops_per_sec')) })}
        />
      </FigureTiles>
      <CacheCards>
        <CacheFacts overview={{ info, state: 'there' }} />
        <CacheCard
          className="col-span-full"
          title={<TermTooltip explanation={t('monitor.redis.commands.how')}>{t('monitor.cache.commands')}</TermTooltip>}
        >
          {commands.length === 0 ? (
            <EmptyState text={t('monitor.cache.noCommands')} />
          ) : (
            <Chart
              kind="pie"
              title={t('monitor.cache.commands')}
              category={t('monitor.redis.command')}
              categories={commands.map(({ name }) => name)}
              series={[{ name: t('monitor.cache.calls'), values: commands.map(({ calls }) => calls) }]}
              height={320}
            />
          )}
        </CacheCard>
      </CacheCards>
    </>
  );
}
