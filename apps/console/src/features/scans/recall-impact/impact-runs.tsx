import { type CodeStatus, codes, type RecallSummary, type RecordOf, recallImpacts, scans } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { filterEntries, type ListQuery, listQueryOptions, toWireQuery } from '../../../data/api.ts';
import { downloadSheet } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { CodeBadge, columnsOf } from '../../../ui/columns.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { ordinalText } from '../../../ui/number-format.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';

interface ImpactRunsProps {
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
  dealers: RecallSummary['dealers'];
}

/** Codes that were scanned but have no shipment records. */
function UntrackedHolder({ batchId }: { batchId: number }) {
  const t = useTranslations();
  const canListScans = usePermission(scans.permission('list'));
  const text = t('manage.recallImpact.wayUnknown');
  return canListScans ? <RowLink to={`${scans.path}?batchId=${batchId}&inspection=0`}>{text}</RowLink> : text;
}

/** Effective status of a run, with its own status below, which indicates how far it came. */
function RunStatus({ status, own }: { status: CodeStatus | null; own: CodeStatus | null }) {
  const t = useTranslations();
  if (!status) return <span className="text-muted">—</span>;
  return (
    <>
      <CodeBadge of={codes} field="status" value={status} />
      {own && own !== status && (
        <div className="text-muted">{t('manage.recallImpact.before', { status: t(codes.word(`status.${own}`)) })}</div>
      )}
    </>
  );
}

/** Runs of codes outside the warehouse, with holder and contact. Exportable for phone calls. */
export function ImpactRuns({ query, updateQuery, dealers }: ImpactRunsProps) {
  const t = useTranslations();
  const list = useQuery({ ...listQueryOptions(recallImpacts, query), placeholderData: keepPreviousData });
  const levels = [0, 1, 2, 3] as const;
  // with a filter, an empty list does not mean that everything is in the warehouse
  const isFiltered = query.channelBusinessId !== undefined || query.level !== undefined;
  const empty = isFiltered
    ? t('kit.emptyFiltered', { noun: t('manage.recallImpact.runs') })
    : t(query.batchId ? 'manage.recallImpact.none' : 'manage.recallImpact.noneRecalled');
  // without a batch or a filter, one sentence is enough
  if (list.data?.total === 0 && !list.isPlaceholderData && filterEntries(query).length === 0)
    return <p className="card mt-4 mb-0 p-4 text-center text-muted">{t('manage.recallImpact.noneRecalled')}</p>;
  return (
    <ListCard className="mt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2 pb-3">
        <h2 className="m-0 text-base/6 font-semibold">{t('manage.recallImpact.runs')}</h2>
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label={t('manage.recallImpact.channelBusinessId')}
            placeholder={t('manage.recallImpact.all')}
            allowClear
            value={Number(query.channelBusinessId) || undefined}
            onChange={(channelBusinessId) => updateQuery({ channelBusinessId })}
            options={dealers.map(({ channelBusinessId, channelBusinessName }) => ({
              value: channelBusinessId,
              label: channelBusinessName,
            }))}
            style={{ minWidth: 180 }}
          />
          <Select
            aria-label={t('manage.recallImpact.level')}
            placeholder={t('manage.recallImpact.level')}
            allowClear
            value={query.level === undefined ? undefined : Number(query.level)}
            onChange={(level) => updateQuery({ level })}
            options={levels.map((value) => ({ value, label: t(`manage.recallImpact.level.${value}`) }))}
            style={{ minWidth: 96 }}
          />
          <Can do={[recallImpacts.permission('export')]}>
            <Button onClick={() => void downloadSheet(recallImpacts.path, recallImpacts.name, toWireQuery(query, false))}>
              {t('kit.export')}
            </Button>
          </Can>
        </div>
      </div>
      <RecordTable<RecordOf<typeof recallImpacts>>
        rowKey="runId"
        columns={columnsOf(recallImpacts, {
          channelBusinessName: (name, { channelBusinessId, batchId, way }) =>
            way === 'unknown' ? (
              <UntrackedHolder batchId={batchId} />
            ) : channelBusinessId ? (
              <RowLink to={`/manage/channelBusiness/${channelBusinessId}`}>{name}</RowLink>
            ) : (
              <span className="text-muted">—</span>
            ),
          batchNo: (batchNo, { batchId }) => (
            <RowLink to={`/manage/batch/${batchId}`}>
              <span className="mono-text">{batchNo}</span>
            </RowLink>
          ),
          ordinalFrom: ordinalText,
          ordinalTo: ordinalText,
          level: (level) => t(`manage.recallImpact.level.${level as 0 | 1 | 2 | 3}`),
          status: (status, { ownStatus }) => <RunStatus status={status} own={ownStatus} />,
        })}
        list={list}
        query={query}
        updateQuery={updateQuery}
        empty={<EmptyState text={empty} />}
      />
    </ListCard>
  );
}
