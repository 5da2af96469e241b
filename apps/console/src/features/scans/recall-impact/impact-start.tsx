import { type BatchState, batches } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { listQueryOptions } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { EmptyState, LoadingState } from '../../../ui/states.tsx';

const MAX_SUGGESTIONS = 5;

export function ImpactStart({ onSelect }: { onSelect: (batchId: number) => void }) {
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
