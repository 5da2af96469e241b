import { batches, type RecallSummary, recallImpacts } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../data/api.ts';
import { useListQuery } from '../../../data/list-query.ts';
import { useWords } from '../../../data/words.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { ImpactFacts } from './impact-facts.tsx';
import { ImpactFigures } from './impact-figures.tsx';
import { ImpactRuns } from './impact-runs.tsx';
import { ImpactStart } from './impact-start.tsx';

/**
 * Distribution of a batch in figures, on the map, by dealer and by run. Without a batch: codes of recalled batches that are still outside.
 */
export default function RecallImpactPage() {
  const t = useWords();
  const [query, narrow] = useListQuery();
  const batchId = Number(query.batchId) || undefined;
  const asked = useQuery({
    ...getOf<RecallSummary>(recallImpacts, `/${batchId}/summary`),
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
            onChange={(id) => narrow({ batchId: id, channelBusinessId: undefined })}
            allowClear
            aria-label={t('manage.recallImpact.batchId')}
            placeholder={t('manage.recallImpact.batchId')}
            className="impact-pick"
          />
        }
      />
      {batchId === undefined ? (
        <ImpactStart onChoose={(id) => narrow({ batchId: id, channelBusinessId: undefined })} />
      ) : asked.data ? (
        <>
          <ImpactFacts summary={asked.data} />
          <ImpactFigures summary={asked.data} onDealer={(channelBusinessId) => narrow({ channelBusinessId })} />
        </>
      ) : asked.error ? (
        <Failed error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Waiting rows={6} />
      )}
      <ImpactRuns query={query} narrow={narrow} dealers={asked.data?.dealers ?? []} />
    </div>
  );
}
