import {
  type GenealogyNode,
  TRACE_PAGE,
  type TraceProgress,
  type TraceRecord,
  type TraceView,
  traceGenealogy,
  traceRecords,
  type WordKey,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { endpointQueryOptions } from '../../../data/api.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { RouteMap } from '../../../ui/route-map.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { ownerText } from '../shared/owner-text.ts';
import { locationText, traceStops } from '../shared/trace-stops.ts';
import { isOpen, useCanFill } from './step-select.tsx';
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
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="text-muted">{t('manage.traceability.moreRecords', { total, from, to: from + records.length - 1 })}</span>
      <Pagination current={page} pageSize={TRACE_PAGE} total={total} showSizeChanger={false} onChange={onPage} />
    </div>
  );
}

export function TraceGenealogy({ traceQuery }: { traceQuery: Record<string, string> }) {
  const t = useTranslations();
  const genealogy = useQuery({ ...endpointQueryOptions(traceGenealogy, traceQuery), meta: { ownErrors: true } });
  if (!genealogy.data) return <QueryState query={genealogy} rows={6} />;
  if (genealogy.data.length < 2) return <EmptyState text={t('manage.traceability.genealogy.none')} />;
  const distances = [...new Set(genealogy.data.map(({ distance }) => distance))].sort((a, b) => a - b);
  const selfIndex = distances.indexOf(0);
  return (
    <ol className="my-2 flex list-none gap-8 overflow-x-auto ps-0 pb-2 max-md:flex-col max-md:gap-4">
      {distances.map((distance, index) => (
        <li key={distance} className="relative max-w-80 flex-[1_0_200px] max-md:max-w-none max-md:flex-none">
          {index > 0 && (
            <span aria-hidden="true" className="absolute top-10 -left-6.5 text-faint max-md:hidden">
              →
            </span>
          )}
          <h3 className="mt-0 mb-2 text-xs font-normal text-muted">
            {distance === 0
              ? t('manage.traceability.genealogy.self')
              : t(distance < 0 ? 'manage.traceability.genealogy.up' : 'manage.traceability.genealogy.down', {
                  step: Math.abs(index - selfIndex),
                })}
          </h3>
          <ul className="m-0 grid list-none gap-2 p-0">
            {genealogy.data
              .filter((each) => each.distance === distance)
              .map((each) => (
                <GenealogyCard key={each.key} node={each} isSelf={distance === 0} />
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function GenealogyCard({ node: { kind, name, note, count, batchId }, isSelf }: { node: GenealogyNode; isSelf: boolean }) {
  const t = useTranslations();
  const level = kind === 'container' ? t(`manage.traceability.level.${name}` as WordKey) : '';
  const title =
    kind === 'container'
      ? t('manage.traceability.genealogy.container', { level, count: count ?? 0 })
      : name || t('manage.traceability.genealogy.stock');
  const holderText = kind === 'holder' && t('manage.traceability.genealogy.holder', { count: count ?? 0 });
  return (
    <li className={`grid gap-1 rounded border px-4 py-3 wrap-anywhere ${isSelf ? 'border-primary-line bg-primary-ground' : 'border-edge'}`}>
      <span className="text-xs text-muted">
        {kind === 'batch' || kind === 'supplier' || kind === 'ingredient' ? t(`manage.traceability.genealogy.${kind}`) : null}
      </span>
      <strong>{batchId ? <RowLink to={tracePath(batchId)}>{title}</RowLink> : title}</strong>
      {(note || holderText) && <span className="text-muted tabular-nums">{[note, holderText].filter(Boolean).join(' · ')}</span>}
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
        <div className="max-w-220">
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
  const canFill = useCanFill();
  const stateDot = ({ filled, verified, published, required }: TraceProgress) => {
    if (published > 0) return <StatusDot tone="genuine">{t('manage.traceability.state.published')}</StatusDot>;
    if (verified > 0) return <StatusDot tone="verified">{t('manage.traceability.state.verified')}</StatusDot>;
    if (filled > 0) return <StatusDot tone="attention">{t('manage.traceability.state.submitted')}</StatusDot>;
    return <StatusDot tone="quiet">{t(required ? 'manage.traceability.steps.todo' : 'manage.traceability.steps.optional')}</StatusDot>;
  };
  return (
    <SubTable<TraceProgress>
      rowKey="stepId"
      dataSource={steps}
      columns={[
        { key: 'stepName', title: t('manage.traceability.stepName'), dataIndex: 'stepName' },
        { key: 'state', title: t('common.field.state'), render: (_, step) => stateDot(step) },
        {
          key: 'owner',
          title: t('manage.traceability.steps.owner'),
          render: (_, { filler, ownerName }) => ownerText(t, filler, ownerName),
        },
        { key: 'filled', title: t('manage.traceability.filled'), dataIndex: 'filled', align: 'right', className: 'tabular-nums' },
        {
          key: 'actions',
          title: t('kit.actions'),
          render: (_, step) =>
            canAdd && isOpen(step) && step.filled === 0 && canFill(step) ? (
              <RowLink to={`${fillPath()}?batchId=${batchId}&stepId=${step.stepId}`}>
                {t('manage.traceability.fillFor', { step: step.stepName })}
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
      <ol className="mt-2 mb-0 list-none p-0">
        {records.map((record) => (
          <TimelineStop key={record.traceRecordId} record={record} />
        ))}
      </ol>
      {pages}
    </>
  );
}

function TimelineStop({ record }: { record: TraceRecord }) {
  const t = useTranslations();
  const { traceRecordId, eventTime, stepName, state, partyName, subject, files, hash, linkNo } = record;
  const place = locationText(record);
  const isCorrected = state === 'corrected';
  return (
    <li className="group/stop grid grid-cols-[136px_1fr] gap-6 max-md:grid-cols-[1fr] max-md:gap-0">
      <div className="pt-0.5 text-right text-muted max-md:pt-0 max-md:pb-1 max-md:pl-6.5 max-md:text-left">
        <time className="tabular-nums">{eventTime.slice(0, 16)}</time>
      </div>
      <div className={`relative border-l-2 border-line pb-6 pl-6 group-last/stop:border-transparent ${isCorrected ? 'text-muted' : ''}`}>
        <i aria-hidden="true" className="absolute top-[5px] -left-[7px] size-3 rounded-full border-2 border-primary bg-surface" />
        <h3 className={`m-0 flex flex-wrap gap-3 text-sm font-normal ${isCorrected ? '[&_a]:line-through!' : ''}`}>
          <RowLink to={recordPath(traceRecordId)} strong>
            {stepName}
          </RowLink>{' '}
          <CodeBadge of={traceRecords} field="state" value={state} tone={traceTones[state]} />
        </h3>
        <p className="m-0 text-muted">
          {[place, partyName && displayName('partyName', partyName), subject === 'batch' ? undefined : subjectText(record, t)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <TraceAnswers record={record} />
        <TracePictures files={files.filter(({ kind, field }) => kind === 'picture' && !field)} small />
        <TraceDocuments files={files} />
        {hash && (
          <p className="mt-2 mb-0 text-xs wrap-anywhere text-muted">
            {t('manage.traceability.inChain', { no: linkNo ?? 0 })} <CopyableText copyable={false}>{hash.slice(0, 16)}</CopyableText>
          </p>
        )}
      </div>
    </li>
  );
}
