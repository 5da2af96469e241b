import { type CodeDetail, type CodeHistory, scans, type TraceView, traceRecords, type Verdict } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { toneOfStatus } from '../../../ui/status-tones.tsx';
import { type TraceStop, traceStops } from '../../traces/shared/trace-stops.ts';

interface CodeJourneyProps {
  detail: CodeDetail;
  scans: CodeHistory['scans'];
}

/**
 * Map of one code: its trace stops, and its scans with a location as dots coloured by verdict. Renders nothing without either. If the trace
 * fails to load, a message appears above the scans.
 */
export function CodeJourney({ detail: { batchId, level, ordinal }, scans: scanRows }: CodeJourneyProps) {
  const t = useTranslations();
  const canReadTrace = usePermission(traceRecords.permission('read'));
  const trace = useQuery({
    ...getQueryOptions<TraceView>(traceRecords, '/trace', { batchId: String(batchId), ordinal: String(ordinal), level: String(level) }),
    enabled: canReadTrace,
    meta: { ownErrors: true },
  });
  if (trace.isLoading) return <LoadingState rows={6} />;
  const stops = traceStops(trace.data?.records ?? []);
  const locatedScans = scanRows.filter(({ regionCode, lng }) => regionCode !== null || lng !== null);
  const hasFailed = trace.error !== null && !trace.data;
  const hasMarks = stops.length > 0 || locatedScans.length > 0;
  if (!hasMarks && !hasFailed) return null;
  const scansBySpot = Map.groupBy(locatedScans, ({ regionCode, lng, lat, verdict }) => `${lng ?? regionCode} ${lat} ${verdict}`);
  const spots = [...scansBySpot.values()]
    .flatMap((group) => group.slice(0, 1).map((newest) => [newest, group.length] as const))
    .sort(([, one], [, other]) => other - one);
  return (
    <section className="card code-section" aria-labelledby="code-journey-title">
      <div className="code-section-head">
        <h2 id="code-journey-title">{t('manage.code.journey')}</h2>
        {stops.length > 0 && (
          <RowLink to={`${traceRecords.path}/batch/${batchId}?ordinal=${ordinal}&level=${level}`}>
            {t('manage.traceability.view.timeline')}
          </RowLink>
        )}
      </div>
      {hasFailed && <ErrorState error={trace.error} onRetry={() => void trace.refetch()} />}
      {hasMarks && (
        <div className="code-journey">
          <ChinaMap
            title={t('manage.code.journey')}
            route={stops}
            dots={spots.map(([newest, count]) => ({
              regionCode: newest.regionCode,
              lng: newest.lng,
              lat: newest.lat,
              tone: toneOfStatus(newest.verdict),
              count,
              text: [
                newest.region,
                t(scans.word(`verdict.${newest.verdict}`)),
                count > 1 ? groupDigits(count) : newest.scanTime.slice(0, 16),
              ]
                .filter(Boolean)
                .join(' · '),
            }))}
            dotsName=""
          />
          <div>
            <JourneyStops stops={stops} />
            <Verdicts scans={locatedScans} />
          </div>
        </div>
      )}
    </section>
  );
}

function JourneyStops({ stops }: { stops: readonly TraceStop[] }) {
  if (stops.length === 0) return null;
  return (
    <ol className="code-stations">
      {stops.map(({ steps }) => {
        const [first] = steps;
        return (
          <li key={first?.traceRecordId}>
            <strong>{steps.map(({ stepName }) => stepName).join(' → ')}</strong>
            <span className="code-station-note">{[first?.regionName, first?.placeName].filter(Boolean).join(' ')}</span>
            <time className="code-station-note numeral">{first?.eventTime.slice(0, 10)}</time>
          </li>
        );
      })}
    </ol>
  );
}

/** Legend of the dots by verdict, most frequent first. */
function Verdicts({ scans: scanRows }: { scans: CodeHistory['scans'] }) {
  const groups = [...Map.groupBy(scanRows, ({ verdict }): Verdict => verdict)].sort(([, one], [, other]) => other.length - one.length);
  if (groups.length === 0) return null;
  return (
    <ul className="code-verdicts">
      {groups.map(([verdict, group]) => (
        <li key={verdict}>
          <CodeBadge of={scans} field="verdict" value={verdict} />
          <span className="numeral">{groupDigits(group.length)}</span>
        </li>
      ))}
    </ul>
  );
}
