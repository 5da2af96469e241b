import { type CacheOverview, cache } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/words.ts';
import { formatBytes } from '../../../ui/bytes.ts';
import { Chart } from '../../../ui/chart.tsx';
import { FigureTile } from '../../../ui/figure-tile.tsx';
import { TermTooltip } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { formatShare } from '../../../ui/share-text.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useDurationFormat } from '../../../ui/use-span.ts';
import { CacheFacts } from './cache-facts.tsx';
import { MemoryGauge } from './memory-gauge.tsx';
import './cache.css';

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
