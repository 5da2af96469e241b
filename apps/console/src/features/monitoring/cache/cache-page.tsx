import { type CacheName, type CacheOverview, cache } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { getOf } from '../../../data/api.ts';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { bytesText } from '../../../ui/bytes.ts';
import { Chart } from '../../../ui/chart.tsx';
import { Dot } from '../../../ui/columns.tsx';
import { FigureTile } from '../../../ui/figure-tile.tsx';
import { How } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { shareText } from '../../../ui/share-text.ts';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { useSpan } from '../../../ui/use-span.ts';
import { CacheFacts } from './cache-facts.tsx';
import { MemoryGauge } from './memory-gauge.tsx';
import { RedisOverview } from './redis-overview.tsx';
import './cache.css';

/** Poll interval while the page is visible, in milliseconds. */
const AGAIN = 5000;
/** Maximum number of bars, and pixels per cache name for its two bars. */
const BARS = 10;
const ROW = 36;

export default function CachePage() {
  return has('cacheDetails') ? <CacheDetails /> : <RedisOverview />;
}

/** Cache hit rates, and the state of the shared cache if there is one. */
function CacheDetails() {
  const t = useWords();
  const overview = useQuery({ ...getOf<CacheOverview>(cache, ''), refetchInterval: AGAIN });
  const names = useQuery({ ...getOf<CacheName[]>(cache, '/getNames'), refetchInterval: AGAIN });
  const { data } = overview;
  const refresh = () => void Promise.all([overview.refetch(), names.refetch()]);
  return (
    <div className="page">
      <PageHeader
        title={t('monitor.cache')}
        purpose={t('monitor.cache.purpose')}
        beside={data && <State state={data.state} />}
        actions={
          <Button loading={overview.isFetching && !overview.isPending} onClick={refresh}>
            {t('monitor.cache.refresh')}
          </Button>
        }
      />
      {overview.isError && !data && <Failed error={overview.error} onRetry={refresh} />}
      {!data && !overview.isError && <Waiting />}
      {data && <Overview overview={data} names={names.data ?? []} />}
    </div>
  );
}

const heightFor = (bars: number) => Math.max(3, Math.min(BARS, bars)) * ROW;

const toneOf = { process: 'quiet', there: 'genuine', lost: 'grave' } as const;

function State({ state }: Pick<CacheOverview, 'state'>) {
  const t = useWords();
  return (
    <Dot tone={toneOf[state]}>
      <How says={t(`monitor.cache.state.${state}.how`)}>{t(`monitor.cache.state.${state}`)}</How>
    </Dot>
  );
}

function Overview({ overview, names }: { overview: CacheOverview; names: CacheName[] }) {
  const t = useWords();
  const { memory, hits, misses, dbSize, info, commandStats } = overview;
  const span = useSpan();
  const asked = hits + misses;
  const used = memory.most === null ? t('monitor.cache.memoryFree') : t('monitor.cache.memoryMost', { size: bytesText(memory.most) });
  return (
    <>
      {overview.state === 'lost' && (
        <p className="cache-lost" role="alert">
          {t('monitor.cache.state.lost.how')}
        </p>
      )}
      <ul className="tiles">
        <FigureTile
          name={t('monitor.cache.hitRate')}
          how={t('monitor.cache.hitRate.how', { hits: groupDigits(hits), misses: groupDigits(misses) })}
          value={asked === 0 ? '—' : shareText(hits, asked)}
          note={asked === 0 ? t('monitor.cache.nothingAsked') : `${groupDigits(hits)} / ${groupDigits(asked)}`}
        />
        <FigureTile name={t('monitor.cache.keys')} how={t('monitor.cache.keys.how')} value={dbSize} to="/monitor/cacheList" />
        <FigureTile
          name={t('monitor.cache.memory')}
          how={t('monitor.cache.memory.how')}
          value={bytesText(memory.used)}
          note={memory.most === null ? used : <MemoryGauge share={memory.used / memory.most} text={used} />}
        />
        <FigureTile
          name={t('monitor.cache.uptime')}
          how={t('monitor.cache.uptime.how')}
          value={span(Number(info.uptime_in_seconds ?? 0) * 1000)}
          note={
            info.instantaneous_ops_per_sec && t('monitor.cache.perSecond', { count: groupDigits(Number(info.instantaneous_ops_per_sec)) })
          }
        />
      </ul>
      <div className="cache-cards">
        <UsefulNames names={names} />
        <section className="card cache-card">
          <h2>
            <How says={t('monitor.cache.commandsQuestion.how')}>{t('monitor.cache.commandsQuestion')}</How>
          </h2>
          {commandStats.length === 0 ? (
            <Nothing text={t('monitor.cache.noCommands')} />
          ) : (
            <Chart
              kind="bar"
              title={t('monitor.cache.commandsQuestion')}
              category={t('monitor.cache.commands')}
              categories={commandStats.slice(0, BARS).map(({ name }) => name)}
              series={[{ name: t('monitor.cache.calls'), values: commandStats.slice(0, BARS).map(({ value }) => Number(value)) }]}
              height={heightFor(commandStats.length)}
            />
          )}
        </section>
        <CacheFacts overview={overview} />
      </div>
    </>
  );
}

function UsefulNames({ names }: { names: CacheName[] }) {
  const t = useWords();
  const counted = names
    .filter(({ hits, misses }) => (hits ?? 0) + (misses ?? 0) > 0)
    .toSorted((one, other) => (other.hits ?? 0) - (one.hits ?? 0))
    .slice(0, BARS);
  return (
    <section className="card cache-card">
      <h2>
        <How says={t('monitor.cache.namesQuestion.how')}>{t('monitor.cache.namesQuestion')}</How>
      </h2>
      {counted.length === 0 ? (
        <Nothing text={t('monitor.cache.nothingAsked')} />
      ) : (
        <Chart
          kind="bar"
          title={t('monitor.cache.namesQuestion')}
          category={t('monitor.cache.name')}
          categories={counted.map(({ remark }) => remark)}
          series={[
            { name: t('monitor.cache.hits'), values: counted.map(({ hits }) => hits) },
            { name: t('monitor.cache.misses'), values: counted.map(({ misses }) => misses), faint: true },
          ]}
          height={heightFor(counted.length)}
          behind={(at) => counted[at] && `/monitor/cacheList?${new URLSearchParams({ name: counted[at].cacheName })}`}
        />
      )}
    </section>
  );
}
