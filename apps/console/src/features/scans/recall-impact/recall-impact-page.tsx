import { type BatchState, batches, dealers, type RecallSummary, recallImpacts } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { getQueryOptions, listQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { ImpactFigures } from './impact-figures.tsx';
import { ImpactRuns } from './impact-runs.tsx';

const MAX_SUGGESTIONS = 5;

function ImpactStart({ onSelect }: { onSelect: (batchId: number) => void }) {
  const t = useTranslations();
  const canListBatches = usePermission(batches.permission('list'));
  const [recalled, frozen] = [useFirstBatches('recalled', canListBatches), useFirstBatches('frozen', canListBatches)];
  if (recalled.isLoading || frozen.isLoading) return <LoadingState rows={3} />;
  const suggestions = [...(recalled.data?.rows ?? []), ...(frozen.data?.rows ?? [])].slice(0, MAX_SUGGESTIONS);
  return (
    <section className="card list-card">
      <EmptyState text={t(suggestions.length > 0 ? 'manage.recallImpact.chooseOf' : 'manage.recallImpact.choose')}>
        {suggestions.length > 0 && (
          <div className="impact-offered">
            {suggestions.map(({ batchId, batchNo, categoryName, state }) => (
              <Button key={batchId} onClick={() => onSelect(batchId)}>
                <span className="mono-text">{batchNo}</span> {categoryName} <CodeBadge of={batches} field="state" value={state} />
              </Button>
            ))}
          </div>
        )}
      </EmptyState>
    </section>
  );
}

const useFirstBatches = (state: BatchState, enabled: boolean) =>
  useQuery({ ...listQueryOptions(batches, { state, pageSize: String(MAX_SUGGESTIONS) }), enabled, meta: { ownErrors: true } });

function ImpactFacts({ summary }: { summary: RecallSummary }) {
  const t = useTranslations();
  const { batchId, batchNo, state, categoryName, supplierName, productionLine, intendedDealerId, intendedDealerName } = summary;
  const [canOpenBatch, canOpenDealer] = [usePermission(batches.permission('read')), usePermission(dealers.permission('read'))];
  const number = <CopyableText>{batchNo}</CopyableText>;
  const none = <span className="none">—</span>;
  const dealer = canOpenDealer ? <RowLink to={`${dealers.path}/${intendedDealerId}`}>{intendedDealerName}</RowLink> : intendedDealerName;
  return (
    <KeyFacts
      facts={[
        {
          label: t('manage.recallImpact.batchNo'),
          value: canOpenBatch ? <RowLink to={`${batches.path}/${batchId}`}>{number}</RowLink> : number,
        },
        { label: t('common.field.state'), value: <CodeBadge of={batches} field="state" value={state} /> },
        { label: t('manage.recallImpact.categoryName'), value: categoryName },
        { label: t('manage.recallImpact.supplierName'), value: supplierName },
        { label: t('manage.recallImpact.productionLine'), value: productionLine ?? none },
        { label: t('manage.recallImpact.intendedDealerName'), value: intendedDealerId === null ? none : dealer },
      ]}
    />
  );
}

/**
 * Distribution of a batch in figures, on the map, by dealer and by run. Without a batch: codes of recalled batches that are still outside.
 */
export default function RecallImpactPage() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const batchId = Number(query.batchId) || undefined;
  const summaryQuery = useQuery({
    ...getQueryOptions<RecallSummary>(recallImpacts, `/${batchId}/summary`),
    enabled: batchId !== undefined,
    meta: { ownErrors: true },
  });
  return (
    <div className="page">
      <PageHeader
        title={t('manage.recallImpact.title')}
        purpose={t('manage.recallImpact.purpose')}
        actions={
          <RecordSelect
            of={batches}
            label="batchNo"
            note="categoryName"
            value={batchId}
            onChange={(id) => updateQuery({ batchId: id, channelBusinessId: undefined })}
            allowClear
            aria-label={t('manage.recallImpact.batchId')}
            placeholder={t('manage.recallImpact.batchId')}
            className="impact-pick"
          />
        }
      />
      {batchId === undefined ? (
        <ImpactStart onSelect={(id) => updateQuery({ batchId: id, channelBusinessId: undefined })} />
      ) : summaryQuery.data ? (
        <>
          <ImpactFacts summary={summaryQuery.data} />
          <ImpactFigures summary={summaryQuery.data} onSelectDealer={(channelBusinessId) => updateQuery({ channelBusinessId })} />
        </>
      ) : summaryQuery.error ? (
        <ErrorState error={summaryQuery.error} onRetry={() => void summaryQuery.refetch()} />
      ) : (
        <LoadingState rows={6} />
      )}
      <ImpactRuns query={query} updateQuery={updateQuery} dealers={summaryQuery.data?.dealers ?? []} />
    </div>
  );
}
