import {
  type BatchEvent,
  batches,
  type CodeDetail,
  type CodeHistory,
  codeDetail,
  codeHistory,
  codes,
  dealers,
  products,
  scans,
  traceRecords,
  traceView,
  type Verdict,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Tooltip } from 'antd';
import { useParams, useSearchParams } from 'react-router';
import { endpointQueryOptions } from '../../../data/api.ts';
import { translateValue, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DetailBody, Facts, History, type HistoryEvent } from '../../../ui/detail.tsx';
import { groupDigits, ordinalRange, ordinalText } from '../../../ui/number-format.ts';
import { Page, useTabTitle } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState, QueryState } from '../../../ui/states.tsx';
import { toneOfStatus } from '../../../ui/status-tones.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { locationText, type TraceStop, traceStops } from '../../traces/shared/trace-stops.ts';
import { CodeFrames, CodeScans } from './code-detail-parts.tsx';
import { CodeHero } from './code-hero.tsx';
import styles from './code-journey.module.css';
import { CodeSection } from './code-section.tsx';
import { useRecentCode } from './recent-codes.tsx';

interface CodeJourneyProps {
  detail: CodeDetail;
  scans: CodeHistory['scans'];
}

/**
 * Map of one code: its trace stops, and its scans with a location as dots coloured by verdict. Renders nothing without either. If the trace
 * fails to load, a message appears above the scans.
 */
function CodeJourney({ detail: { batchId, level, ordinal }, scans: scanRows }: CodeJourneyProps) {
  const t = useTranslations();
  const canReadTrace = usePermission(traceRecords.permission('read'));
  const trace = useQuery({
    ...endpointQueryOptions(traceView, { batchId, ordinal, level }),
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
    <CodeSection
      id="code-journey-title"
      title={t('manage.code.journey')}
      link={
        stops.length > 0 && (
          <RowLink to={`${traceRecords.path}/batch/${batchId}?ordinal=${ordinal}&level=${level}`}>
            {t('manage.traceability.view.timeline')}
          </RowLink>
        )
      }
    >
      {hasFailed && <ErrorState error={trace.error} onRetry={() => void trace.refetch()} />}
      {hasMarks && (
        <div className="grid grid-cols-1 items-center gap-x-6 gap-y-4 md:grid-cols-[240px_minmax(0,1fr)]">
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
          {/* at the left: the map reaches the card's right edge, where figures have their tools */}
          <div className="md:-order-1">
            <JourneyStops stops={stops} />
            <Verdicts scans={locatedScans} />
          </div>
        </div>
      )}
    </CodeSection>
  );
}

function JourneyStops({ stops }: { stops: readonly TraceStop[] }) {
  if (stops.length === 0) return null;
  return (
    <ol className={`m-0 list-none p-0 ${styles.stops}`}>
      {stops.map(({ steps }) => {
        const [first] = steps;
        return (
          <li key={first?.traceRecordId}>
            <strong className="font-semibold">{steps.map(({ stepName }) => stepName).join(' → ')}</strong>
            <span className="text-xs/5 text-muted">{first && locationText(first)}</span>
            <time className="text-xs/5 text-muted tabular-nums">{first?.eventTime.slice(0, 10)}</time>
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
    <ul className="m-0 grid list-none gap-1 p-0 not-first:border-t not-first:border-line not-first:pt-3">
      {groups.map(([verdict, group]) => (
        <li key={verdict} className="flex justify-between">
          <CodeBadge of={scans} field="verdict" value={verdict} />
          <span className="tabular-nums">{groupDigits(group.length)}</span>
        </li>
      ))}
    </ul>
  );
}

export default function CodeDetailPage() {
  const { batchId = '', ordinal = '' } = useParams();
  const level = useSearchParams()[0].get('level') ?? '0';
  const detail = useQuery({ ...endpointQueryOptions(codeDetail, { batchId, level, ordinal }), meta: { ownErrors: true } });
  const history = useQuery({ ...endpointQueryOptions(codeHistory, { batchId, level, ordinal }), meta: { ownErrors: true } });
  const t = useTranslations();
  useTabTitle(detail.data?.code ?? undefined);
  useRecentCode(detail.data);
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} listHref={codes.path} />;
  if (!detail.data)
    return (
      <Page>
        <LoadingState rows={12} />
      </Page>
    );
  const { events, scans } = history.data ?? {};
  return (
    <Page>
      <CodeHero detail={detail.data}>
        <CodeFacts detail={detail.data} />
      </CodeHero>
      {!history.data && <QueryState query={history} rows={6} />}
      {events && scans && (
        <DetailBody aside={<CodeEvents events={events} />} asideTitle={t('manage.batch.history')}>
          {(detail.data.frames.length > 0 || detail.data.level > 0) && <CodeFrames detail={detail.data} />}
          <CodeJourney detail={detail.data} scans={scans} />
          <CodeScans
            batchId={detail.data.batchId}
            ordinal={detail.data.ordinal}
            level={detail.data.level}
            scans={scans}
            since={issuedAt(events) ?? detail.data.firstTime ?? ''}
          />
        </DetailBody>
      )}
    </Page>
  );
}

/** When the codes of the batch were issued; otherwise its first event. */
const issuedAt = (events: readonly BatchEvent[]) => (events.find(({ action }) => action === 'issued') ?? events.at(-1))?.eventTime;

function CodeFacts({ detail }: { detail: CodeDetail }) {
  const t = useTranslations();
  const { batchId, batchNo, level, ordinal, categoryName, gtin, madeDate, expiryDate, sessions, firstTime, recalledScans } = detail;
  const { holderId, holderName } = detail;
  const [canReadBatches, canListProducts] = [usePermission(batches.permission('read')), usePermission(products.permission('list'))];
  const canReadDealers = usePermission(dealers.permission('read'));
  return (
    <Facts
      facts={[
        {
          label: t('manage.code.batchNo'),
          value: canReadBatches ? (
            <RowLink to={`${batches.path}/${batchId}`}>
              <span className="mono-text">{batchNo}</span>
            </RowLink>
          ) : (
            <CopyableText>{batchNo}</CopyableText>
          ),
        },
        {
          label: t('manage.code.categoryName'),
          value: (
            <span className="flex flex-wrap items-baseline gap-x-2">
              {canListProducts ? (
                <RowLink to={`${products.path}?categoryName=${encodeURIComponent(categoryName)}`}>{categoryName}</RowLink>
              ) : (
                categoryName
              )}
              {gtin && <span className="mono-text text-xs text-muted">{gtin}</span>}
            </span>
          ),
        },
        {
          label: t('manage.code.ordinal'),
          value: (
            <>
              {level > 0 && `${t(codes.word(`level.${level}`))} `}
              <span className="tabular-nums">{ordinalText(ordinal)}</span>
            </>
          ),
        },
        {
          label: t('manage.code.holderName'),
          value:
            holderId === null ? (
              t('manage.code.noHolder')
            ) : canReadDealers ? (
              <RowLink to={`${dealers.path}/${holderId}`}>{holderName}</RowLink>
            ) : (
              holderName
            ),
        },
        {
          label: `${t('manage.batch.madeDate')} – ${t('manage.batch.expiryDate')}`,
          value: (
            <span className="tabular-nums">
              {madeDate} – {expiryDate ?? t('manage.batch.noExpiry')}
            </span>
          ),
        },
        {
          label: t('manage.code.sessions'),
          value: (
            <>
              <span className="tabular-nums">{groupDigits(sessions)}</span>
              {firstTime && (
                <span className="ms-2 text-xs text-muted">
                  {t('manage.code.firstTime')} <TimeText value={firstTime} />
                </span>
              )}
              {recalledScans > 0 && (
                <Tooltip title={t('manage.code.recalledScans.term')}>
                  <span className="ms-2 text-xs text-muted">{t('manage.code.recalledScans', { count: recalledScans })}</span>
                </Tooltip>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function CodeEvents({ events }: { events: readonly BatchEvent[] }) {
  const t = useTranslations();
  return (
    <History
      events={events.map(({ eventId, action, userName, eventTime, reason, ordinalFrom, ordinalTo }): HistoryEvent => {
        const hasRange = ordinalFrom !== null && ordinalTo !== null;
        return {
          key: eventId,
          actor: userName || t('kit.system'),
          action: (
            <>
              {translateValue(t, `manage.batch.step.${action}`, action)}
              {hasRange && (
                <span className="font-normal text-muted tabular-nums">
                  {' '}
                  {ordinalFrom === ordinalTo ? t('manage.code.thisOne') : ordinalRange(ordinalFrom, ordinalTo)}
                </span>
              )}
            </>
          ),
          time: eventTime,
          reason,
        };
      })}
    />
  );
}
