import { batches, type CodeRun, type CodeStatus, codeStatuses, codes } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/words.ts';
import { StatusDot } from '../../../ui/columns.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { toneOfStatus } from '../../../ui/tones.ts';
import { BatchBar } from './batch-bar.tsx';
import type { Batch } from './batch-steps.ts';
import { StatusLegend } from './status-legend.tsx';

interface BatchStatusOverviewProps {
  batch: Batch;
  /** Whether the user may act on a range of units. */
  isSelectable: boolean;
  onSelect: (status: CodeStatus) => void;
}

export function BatchStatusOverview({ batch, isSelectable, onSelect }: BatchStatusOverviewProps) {
  const t = useTranslations();
  const [level, setLevel] = useState(0);
  const [highlighted, setHighlighted] = useState<CodeStatus>();
  const { batchId, issuedCount, packaging } = batch;
  const query = level === 0 ? {} : { level: String(level) };
  const runs = useQuery({ ...getQueryOptions<CodeRun[]>(batches, `/${batchId}/runs`, query), meta: { ownErrors: true } });
  const levels = [0, ...(packaging ?? []).map((one) => one.level)];
  // the bar reaches to the last code
  const total = level === 0 ? issuedCount : (runs.data?.at(-1)?.to ?? 0);
  const visibleStatuses = new Set(runs.data?.map(({ status }) => status));
  return (
    <>
      {levels.length > 1 && (
        <Segmented<number>
          className="bar-levels"
          aria-label={t('manage.code.level')}
          options={levels.map((value) => ({ value, label: t(codes.word(`level.${value}`)) }))}
          value={level}
          onChange={setLevel}
        />
      )}
      {runs.error && !runs.data ? (
        <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : level === 0 ? (
        <>
          <BatchBar key={0} batch={batch} runs={runs.data ?? []} total={total} isSelectable={isSelectable} highlighted={highlighted} />
          <StatusLegend counts={batch.statusCounts} heldCounts={batch.heldCounts} onSelect={onSelect} onHighlight={setHighlighted} />
        </>
      ) : total > 0 ? (
        <>
          <BatchBar key={level} batch={batch} runs={runs.data ?? []} total={total} isSelectable={false} />
          <ul className="status-legend">
            {codeStatuses
              .filter((status) => visibleStatuses.has(status))
              .map((status) => (
                <li key={status}>
                  <StatusDot tone={toneOfStatus(status)}>{t(codes.word(`status.${status}`))}</StatusDot>
                </li>
              ))}
          </ul>
        </>
      ) : runs.data ? (
        <p className="bar-empty">{t('manage.batch.barNone', { level: t(codes.word(`level.${level}`)) })}</p>
      ) : (
        <LoadingState rows={2} />
      )}
    </>
  );
}
