import {
  type GenealogyNode,
  TRACE_PAGE,
  type TraceProgress,
  type TraceRecord,
  type TraceView,
  traceRecords,
  type WordKey,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { RouteMap } from '../../../ui/route-map.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { traceStops } from '../shared/trace-stops.ts';
import { fillPath, recordPath, subjectText, tracePath, traceTones } from './trace-display.tsx';
import { TraceAnswers, TraceDocuments, TracePictures } from './trace-files.tsx';

interface TracePagesProps {
  view: TraceView;
  onPage: (page: number) => void;
}

/** Paging of a long trace; nothing if one page is enough. */
export function TracePages({ view: { page, total, records }, onPage }: TracePagesProps) {
  const t = useTranslations();
  if (total <= TRACE_PAGE) return null;
  const from = (page - 1) * TRACE_PAGE + 1;
  return (
    <div className="trace-pages">
      <span className="none">{t('manage.traceability.moreRecords', { total, from, to: from + records.length - 1 })}</span>
      <Pagination current={page} pageSize={TRACE_PAGE} total={total} showSizeChanger={false} onChange={onPage} />
    </div>
  );
}

export function TraceKinTree({ traceQuery }: { traceQuery: Record<string, string> }) {
  const t = useTranslations();
  const kin = useQuery({ ...getQueryOptions<GenealogyNode[]>(traceRecords, '/kin', traceQuery), meta: { ownErrors: true } });
  if (kin.error && !kin.data) return <ErrorState error={kin.error} onRetry={() => void kin.refetch()} />;
  if (!kin.data) return <LoadingState rows={6} />;
  if (kin.data.length < 2) return <EmptyState text={t('manage.traceability.kin.none')} />;
  const distances = [...new Set(kin.data.map(({ distance }) => distance))].sort((a, b) => a - b);
  return (
    <ol className="kin">
      {distances.map((distance) => (
        <li key={distance} className={distance === 0 ? 'kin-column kin-self' : 'kin-column'}>
          <h3>
            {t(
              distance === 0
                ? 'manage.traceability.kin.self'
                : distance < 0
                  ? 'manage.traceability.kin.up'
                  : 'manage.traceability.kin.down',
            )}
          </h3>
          <ul>
            {kin.data
              .filter((each) => each.distance === distance)
              .map((each) => (
                <KinCard key={each.key} kin={each} />
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function KinCard({ kin: { kind, name, note, count, batchId } }: { kin: GenealogyNode }) {
  const t = useTranslations();
  const level = kind === 'container' ? t(`manage.traceability.level.${name}` as WordKey) : '';
  const title =
    kind === 'container'
      ? t('manage.traceability.kin.container', { level, count: count ?? 0 })
      : name || t('manage.traceability.kin.stock');
  const holderText = kind === 'holder' && t('manage.traceability.kin.holder', { count: count ?? 0 });
  return (
    <li className={`kin-card kin-${kind}`}>
      <span className="kin-kind">
        {kind === 'batch' || kind === 'supplier' || kind === 'ingredient' ? t(`manage.traceability.kin.${kind}`) : null}
      </span>
      <strong>{batchId ? <RowLink to={tracePath(batchId)}>{title}</RowLink> : title}</strong>
      {(note || holderText) && <span className="none numeral">{[note, holderText].filter(Boolean).join(' · ')}</span>}
    </li>
  );
}

interface TraceRouteProps {
  records: readonly TraceRecord[];
  batchNo: string;
  /** Paging controls. */
  pages: ReactNode;
}

export function TraceRoute({ records, batchNo, pages }: TraceRouteProps) {
  const t = useTranslations();
  const stops = traceStops(records);
  return (
    <>
      {stops.length === 0 ? (
        <EmptyState text={t('manage.traceability.routeEmpty')} />
      ) : (
        <div className="trace-map">
          <RouteMap title={`${t('manage.traceability.view.route')} ${batchNo}`} stops={stops} />
        </div>
      )}
      {pages}
    </>
  );
}

export function TraceSteps({ view: { batchId, steps } }: { view: TraceView }) {
  const t = useTranslations();
  const canAdd = usePermission(traceRecords.permission('add'));
  const stateDot = ({ filled, verified, published, required }: TraceProgress) => {
    if (published > 0) return <StatusDot tone="genuine">{t('manage.traceability.steps.published')}</StatusDot>;
    if (verified > 0) return <StatusDot tone="verified">{t('manage.traceability.steps.verified')}</StatusDot>;
    if (filled > 0) return <StatusDot tone="attention">{t('manage.traceability.steps.filled')}</StatusDot>;
    return <StatusDot tone="quiet">{t(required ? 'manage.traceability.steps.todo' : 'manage.traceability.steps.optional')}</StatusDot>;
  };
  return (
    <SubTable<TraceProgress>
      rowKey="stepId"
      dataSource={steps}
      columns={[
        { key: 'stepName', title: t('manage.traceability.stepName'), dataIndex: 'stepName' },
        { key: 'standing', title: t('common.field.state'), render: (_, step) => stateDot(step) },
        {
          key: 'owner',
          title: t('manage.traceability.steps.owner'),
          render: (_, { filler, ownerName }) => ownerName ?? t(`manage.traceability.filler.${filler}`),
        },
        { key: 'filled', title: t('manage.traceability.filled'), dataIndex: 'filled', align: 'right', className: 'numeral' },
        {
          key: 'actions',
          title: t('kit.actions'),
          render: (_, { stepId, stepName, filled }) =>
            canAdd && filled === 0 ? (
              <RowLink to={`${fillPath()}?batchId=${batchId}&stepId=${stepId}`}>
                {t('manage.traceability.fillFor', { step: stepName })}
              </RowLink>
            ) : null,
        },
      ]}
    />
  );
}

interface TraceTimelineProps {
  records: readonly TraceRecord[];
  /** Paging controls. */
  pages: ReactNode;
}

/** Oldest first, by event time. */
export function TraceTimeline({ records, pages }: TraceTimelineProps) {
  const t = useTranslations();
  if (records.length === 0) return <EmptyState text={t('manage.traceability.noRecords')} />;
  return (
    <>
      <ol className="trace-line">
        {records.map((record) => {
          const place = [record.regionName, record.placeName].filter(Boolean).join(' · ');
          return (
            <li key={record.traceRecordId} className={`trace-stop trace-${record.state}`}>
              <div className="trace-when">
                <time className="numeral">{record.eventTime.slice(0, 16)}</time>
              </div>
              <div className="trace-what">
                <h3>
                  <RowLink to={recordPath(record.traceRecordId)} strong>
                    {record.stepName}
                  </RowLink>{' '}
                  <CodeBadge of={traceRecords} field="state" value={record.state} tone={traceTones[record.state]} />
                </h3>
                <p className="trace-where">
                  {[place, record.partyName, record.subject === 'batch' ? undefined : subjectText(record, t)].filter(Boolean).join(' · ')}
                </p>
                <TraceAnswers record={record} />
                <TracePictures files={record.files.filter(({ kind, field }) => kind === 'picture' && !field)} small />
                <TraceDocuments files={record.files} />
                {record.hash && (
                  <p className="trace-hash">
                    {t('manage.traceability.inChain', { no: record.linkNo ?? 0 })}{' '}
                    <CopyableText copyable={false}>{record.hash.slice(0, 16)}</CopyableText>
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {pages}
    </>
  );
}
