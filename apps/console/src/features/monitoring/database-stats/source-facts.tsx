import { type DatabaseSource, databaseStats, type Translate, type WordKey } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/words.ts';
import { formatBytes } from '../../../ui/bytes.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';

export function SourceFacts() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery({ ...getQueryOptions<DatabaseSource>(databaseStats, '/source'), refetchInterval: 5000 });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  const { pool, database, wall } = data;
  const poolFacts = Object.entries(pool).map(([key, value]) => [`pool.${key}`, groupDigits(value)] as const);
  return (
    <div className="druid-facts">
      <Facts title={t('monitor.druid.pool')} facts={poolFacts} />
      <Facts
        title={t('monitor.druid.database')}
        facts={[
          ['database.version', database.version],
          ['database.name', database.name],
          ['database.size', formatBytes(database.size)],
          ['database.connections', `${database.connections} / ${database.maxConnections}`],
          ['database.commits', groupDigits(database.commits)],
          ['database.rollbacks', groupDigits(database.rollbacks)],
          ['database.deadlocks', groupDigits(database.deadlocks)],
          ['database.cacheHit', database.cacheHit === null ? '—' : `${database.cacheHit}%`],
          ['database.temporaryBytes', formatBytes(database.temporaryBytes)],
          ['database.startTime', database.startTime],
        ]}
      />
      <Facts
        title={t('monitor.druid.wall')}
        note={t('monitor.druid.wall.how')}
        facts={[
          ['wall.statementTimeout', spanText(t, wall.statementTimeout)],
          ['wall.lockTimeout', spanText(t, wall.lockTimeout)],
          ['wall.idleTimeout', spanText(t, wall.idleTimeout)],
          ['wall.superuser', t(wall.superuser ? 'monitor.druid.yes' : 'monitor.druid.no')],
        ]}
      />
    </div>
  );
}

/** Formats a PostgreSQL duration such as `30s`; 0 means no limit. */
function spanText(t: Translate, span: string): string {
  const [, count = '', unit] = /^(\d+)(ms|s|min|h)?$/.exec(span) ?? [];
  if (count === '0') return t('monitor.druid.wall.none');
  return unit ? t(`monitor.druid.wall.${unit}` as WordKey, { count }) : span;
}

function Facts({ title, note, facts }: { title: string; note?: string; facts: (readonly [word: string, value: ReactNode])[] }) {
  const t = useTranslations();
  return (
    <section>
      <h2>{title}</h2>
      {note && <p className="druid-note">{note}</p>}
      <dl className="record-view">
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt>{t(`monitor.druid.${word}` as WordKey)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
