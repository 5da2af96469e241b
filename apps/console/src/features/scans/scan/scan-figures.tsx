import { type ScanFigures, scans } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getOf, type ListQuery, wireQuery } from '../../../data/api.ts';
import { filtersOf } from '../../../data/list-query.ts';
import { useWords } from '../../../data/words.ts';
import { Chart } from '../../../ui/chart.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { How } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { formatTime } from '../../../ui/time-format.ts';
import './scan-figures.css';

interface ScanFiguresProps {
  query: ListQuery;
  narrow: (changes: Record<string, unknown>) => void;
}

export default function ScanFiguresPanel({ query, narrow }: ScanFiguresProps) {
  const t = useWords();
  // figures exclude inspections by default, so a click excludes them from the list too
  const pick = (changes: Record<string, unknown>) =>
    narrow({ ...(!query.channel && !query.inspection && { inspection: '0' }), ...changes });
  const asked = Object.fromEntries(wireQuery(Object.fromEntries(filtersOf(query)), false));
  const { data, error, refetch } = useQuery({
    ...getOf<ScanFigures>(scans, '/figures', asked),
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting rows={6} />;
  if (data.counted === 0) return <Nothing text={t('kit.emptyFiltered', { noun: t('manage.codeRecord') })} />;
  const today = formatTime(Date.now(), 'YYYY-MM-DD');
  const elsewhere = data.regions.find(({ regionCode }) => regionCode === null);
  return (
    <div className="scan-figures">
      <Question title={t('manage.codeRecord.trend')} tip={t('manage.codeRecord.trendTip')}>
        <Chart
          title={t('manage.codeRecord.trend')}
          kind="line"
          category={t('manage.codeRecord.day')}
          categories={data.days.map(({ day }) => day)}
          partial={data.days.findIndex(({ day }) => day === today)}
          series={[
            { name: t('manage.codeRecord.scans'), tone: 'verified', values: data.days.map(({ scans: scanRows }) => scanRows) },
            { name: t('manage.codeRecord.suspectScans'), tone: 'attention', values: data.days.map(({ suspect }) => suspect) },
          ]}
          onPick={(index) => {
            const day = data.days[index]?.day;
            if (day) pick({ beginTime: day, endTime: day });
          }}
        />
        <ul className="scan-verdicts" aria-label={t('manage.codeRecord.byVerdict')}>
          {data.verdicts.map(({ verdict, scans: scanRows }) => (
            <li key={verdict}>
              <button type="button" className="row-link" onClick={() => pick({ verdict })}>
                <CodeBadge of={scans} field="verdict" value={verdict} />
                <span className="numeral">{groupDigits(scanRows)}</span>
              </button>
            </li>
          ))}
        </ul>
      </Question>
      <Question title={t('manage.codeRecord.map')} tip={t('manage.codeRecord.mapTip')}>
        <ChinaMap
          title={t('manage.codeRecord.map')}
          measure={t('manage.codeRecord.suspectScans')}
          tone="attention"
          values={data.regions.flatMap(({ regionCode, scans: scanRows, suspect }) =>
            regionCode
              ? [
                  {
                    regionCode,
                    value: suspect / scanRows,
                    text: `${t('manage.codeRecord.scans')} ${groupDigits(scanRows)} · ${t('manage.codeRecord.suspectScans')} ${groupDigits(suspect)}`,
                  },
                ]
              : [],
          )}
          onPick={(regionCode) => pick({ regionCode })}
        />
        {elsewhere && (
          <p className="scan-note">
            {t('manage.codeRecord.elsewhere')}{' '}
            <button type="button" className="row-link" onClick={() => pick({ unplaced: '1', regionCode: undefined })}>
              {groupDigits(elsewhere.scans)}
            </button>
          </p>
        )}
        {data.more && <p className="scan-note">{t('manage.codeRecord.counted', { count: data.counted })}</p>}
      </Question>
    </div>
  );
}

const Question = ({ title, tip, children }: { title: string; tip: string; children: ReactNode }) => (
  <section>
    <h2>
      <How says={tip}>{title}</How>
    </h2>
    {children}
  </section>
);
