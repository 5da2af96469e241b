import { type BatchState, batches } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { listOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { Nothing, Waiting } from '../../../ui/states.tsx';

const OFFERED = 5;

export function ImpactStart({ onChoose }: { onChoose: (batchId: number) => void }) {
  const t = useWords();
  const opens = usePermission(batches.permission('list'));
  const [recalled, frozen] = [useFirst('recalled', opens), useFirst('frozen', opens)];
  if (recalled.isLoading || frozen.isLoading) return <Waiting rows={3} />;
  const offered = [...(recalled.data?.rows ?? []), ...(frozen.data?.rows ?? [])].slice(0, OFFERED);
  return (
    <section className="card list-card">
      <Nothing text={t(offered.length > 0 ? 'manage.recallImpact.chooseOf' : 'manage.recallImpact.choose')}>
        {offered.length > 0 && (
          <div className="impact-offered">
            {offered.map(({ batchId, batchNo, categoryName, state }) => (
              <Button key={batchId} onClick={() => onChoose(batchId)}>
                <span className="mono-text">{batchNo}</span> {categoryName} <CodeBadge of={batches} field="state" value={state} />
              </Button>
            ))}
          </div>
        )}
      </Nothing>
    </section>
  );
}

const useFirst = (state: BatchState, enabled: boolean) =>
  useQuery({ ...listOf(batches, { state, pageSize: String(OFFERED) }), enabled, meta: { ownErrors: true } });
