import { scanFigures, scans } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQueryOptions, filterEntries, type ListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { alignedFigures, Chart, figureHeading } from '../../../ui/chart.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { LinkButton } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { formatTime } from '../../../ui/time-format.tsx';

interface ScanFiguresProps {
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
}

export default function ScanFiguresPanel({ query, updateQuery }: ScanFiguresProps) {
  const t = useTranslations();
  // figures exclude inspections by default, so a click excludes them from the list too
  const filterBy = (changes: Record<string, unknown>) =>
    updateQuery({ ...(!query.channel && !query.inspection && { inspection: '0' }), ...changes });
  const { data, error, refetch } = useQuery({
    ...endpointQueryOptions(scanFigures, Object.fromEntries(filterEntries(query))),
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={6} />;
  if (data.counted === 0) return <EmptyState text={t('kit.emptyFiltered', { noun: t('manage.codeRecord') })} />;
  const today = formatTime(Date.now(), 'YYYY-MM-DD');
  const unlocated = data.regions.find(({ regionCode }) => regionCode === null);
  return (
    <div className={`grid grid-cols-[repeat(auto-fit,minmax(320px,1fr))] gap-6 py-4 max-xs:grid-cols-[1fr] ${alignedFigures}`}>
      <Question title={t('manage.codeRecord.trend')} tip={t('manage.codeRecord.trendTip')}>
        <Chart
          title={t('manage.codeRecord.trend')}
          kind="line"
          category={t('manage.codeRecord.day')}
          categories={data.days.map(({ day }) => day)}
          incompleteIndex={data.days.findIndex(({ day }) => day === today)}
          series={[
            { name: t('manage.codeRecord.scans'), tone: 'verified', values: data.days.map(({ scans: scanCount }) => scanCount) },
            { name: t('manage.codeRecord.suspectScans'), tone: 'attention', values: data.days.map(({ suspect }) => suspect) },
          ]}
          onSelect={(index) => {
            const day = data.days[index]?.day;
            if (day) filterBy({ beginTime: day, endTime: day });
          }}
        />
        <ul className="mt-3 mb-0 flex list-none flex-wrap gap-x-4 gap-y-1 p-0" aria-label={t('manage.codeRecord.byVerdict')}>
          {data.verdicts.map(({ verdict, scans: scanCount }) => (
            <li key={verdict}>
              <button type="button" className="text-link flex gap-2 text-inherit!" onClick={() => filterBy({ verdict })}>
                <CodeBadge of={scans} field="verdict" value={verdict} />
                <span className="tabular-nums">{groupDigits(scanCount)}</span>
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
          values={data.regions.flatMap(({ regionCode, scans: scanCount, suspect }) =>
            regionCode
              ? [
                  {
                    regionCode,
                    value: suspect / scanCount,
                    text: `${t('manage.codeRecord.scans')} ${groupDigits(scanCount)} · ${t('manage.codeRecord.suspectScans')} ${groupDigits(suspect)}`,
                  },
                ]
              : [],
          )}
          onSelect={(regionCode) => filterBy({ regionCode })}
        />
        {unlocated && (
          <p className="mt-2 mb-0 text-xs text-muted">
            {t('manage.codeRecord.elsewhere')}{' '}
            <LinkButton onClick={() => filterBy({ unplaced: '1', regionCode: undefined })}>{groupDigits(unlocated.scans)}</LinkButton>
          </p>
        )}
        {data.more && <p className="mt-2 mb-0 text-xs text-muted">{t('manage.codeRecord.counted', { count: data.counted })}</p>}
      </Question>
    </div>
  );
}

const Question = ({ title, tip, children }: { title: string; tip: string; children: ReactNode }) => (
  <section>
    <h2 className={`mt-0 mb-2 text-sm/5.5 ${figureHeading}`}>
      <TermTooltip explanation={tip} className="[border-bottom:1px_dotted]">
        {title}
      </TermTooltip>
    </h2>
    {children}
  </section>
);
