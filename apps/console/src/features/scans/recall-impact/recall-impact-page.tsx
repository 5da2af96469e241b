import { batches, type RecallSummary, recallImpacts } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { useListQuery } from '../../../data/list-query.ts';
import { useTranslations } from '../../../data/words.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { ImpactFacts } from './impact-facts.tsx';
import { ImpactFigures } from './impact-figures.tsx';
import { ImpactRuns } from './impact-runs.tsx';
import { ImpactStart } from './impact-start.tsx';

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
