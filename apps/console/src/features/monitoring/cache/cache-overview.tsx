import { type CacheOverview, cache, type WordKey } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { getQueryOptions } from '../../../data/api.ts';
import { findTranslationKey, useTranslations } from '../../../data/i18n.ts';
import { Chart } from '../../../ui/chart.tsx';
import { FigureTile } from '../../../ui/figure-tile.tsx';
import { formatBytes, formatShare, useDurationFormat } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import './cache.css';

/** Used share of the memory limit, marked above 80 %. */
export function MemoryGauge({ share, text }: { share: number; text: string }) {
  const t = useTranslations();
  const percent = Math.min(100, Math.round(share * 100));
  return (
    <span className="cache-gauge">
      <meter min={0} max={100} high={80} value={percent} aria-label={t('monitor.cache.memory')} />
      {`${percent}% · ${text}`}
    </span>
  );
}

/** RuoYi's twelve facts, and further Redis metrics for operators. */
const FACTS = [
  ...(['redis_version', 'redis_mode', 'tcp_port', 'connected_clients', 'uptime_in_days', 'used_memory_human'] as const),
  ...(['used_cpu_user_children', 'maxmemory_human', 'aof_enabled', 'rdb_last_bgsave_status', 'dbSize', 'network'] as const),
  ...(['evicted_keys', 'expired_keys'] as const),
];
type Fact = (typeof FACTS)[number];
type Overview = Pick<CacheOverview, 'info' | 'dbSize' | 'state'>;

export function CacheFacts({ overview }: { overview: Overview }) {
  const t = useTranslations();
  const facts = FACTS.flatMap((fact) => {
    const value = factOf(overview, fact, t);
    return value === undefined ? [] : [[fact, value] as const];
  });
  return (
    <section className="card cache-card cache-basics">
      <h2>{t('monitor.cache.basics')}</h2>
      <dl className="record-view">
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{t(`monitor.cache.info.${fact}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Undefined where the server omits it, or where it does not apply to an in-process cache. */
function factOf({ info, dbSize, state }: Overview, fact: Fact, t: (word: WordKey) => string): string | undefined {
  const value = info[fact];
  if (fact === 'dbSize') return groupDigits(dbSize);
  if (state !== 'there' && !['redis_version', 'redis_mode', 'used_memory_human', 'uptime_in_days'].includes(fact)) return undefined;
  if (fact === 'network') return `${info.instantaneous_input_kbps ?? '—'} / ${info.instantaneous_output_kbps ?? '—'} kB/s`;
  if (value === undefined) return undefined;
  if (fact === 'aof_enabled') return t(value === '1' ? 'monitor.cache.yes' : 'monitor.cache.no');
  if (fact === 'rdb_last_bgsave_status') return t(value === 'ok' ? 'monitor.cache.yes' : 'monitor.cache.no');
  if (fact === 'maxmemory_human' && value === '0B') return t('monitor.cache.memoryFree');
  const mode = fact === 'redis_mode' ? findTranslationKey(`monitor.cache.info.redis_mode.${value}`) : undefined;
  return mode ? t(mode) : value;
}

/** RuoYi's response: Redis `INFO`, number of keys, calls per command. */
type RedisInfo = Pick<CacheOverview, 'info' | 'dbSize' | 'commandStats'>;

const POLL_MS = 5000;

export function RedisOverview() {
  const t = useTranslations();
  const { data, error, isFetching, isPending, refetch } = useQuery({ ...getQueryOptions<RedisInfo>(cache, ''), refetchInterval: POLL_MS });
  return (
    <div className="page">
      <PageHeader
        title={t('monitor.cache')}
        purpose={t('monitor.redis.purpose')}
        actions={
          <Button loading={isFetching && !isPending} onClick={() => void refetch()}>
            {t('monitor.cache.refresh')}
          </Button>
        }
      />
      {data ? <Figures {...data} /> : error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
    </div>
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
      <ul className="tiles">
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
      </ul>
      <div className="cache-cards">
        <CacheFacts overview={{ info, dbSize, state: 'there' }} />
        <section className="card cache-card cache-basics">
          <h2>
            <TermTooltip explanation={t('monitor.redis.commands.how')}>{t('monitor.cache.commands')}</TermTooltip>
          </h2>
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
        </section>
      </div>
    </>
  );
}
