import type { CacheOverview, WordKey } from '@suyuan/contract';
import { findTranslationKey, useTranslations } from '../../../data/words.ts';
import { groupDigits } from '../../../ui/numbers.ts';

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
