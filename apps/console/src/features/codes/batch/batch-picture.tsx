import { batches, type CodeRun, type CodeStatus, codeStatuses, codes } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import { getOf } from '../../../data/api.ts';
import { useWords } from '../../../data/words.ts';
import { Dot } from '../../../ui/columns.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { toneOf } from '../../../ui/tones.ts';
import { BatchBar } from './batch-bar.tsx';
import type { Batch } from './batch-steps.ts';
import { StatusLegend } from './status-legend.tsx';

interface BatchPictureProps {
  batch: Batch;
  /** Whether the user may act on a range of units. */
  choosing: boolean;
  onPick: (status: CodeStatus) => void;
}

export function BatchPicture({ batch, choosing, onPick }: BatchPictureProps) {
  const t = useWords();
  const [level, setLevel] = useState(0);
  const [lit, light] = useState<CodeStatus>();
  const { batchId, issuedCount, packaging } = batch;
  const query = level === 0 ? {} : { level: String(level) };
  const runs = useQuery({ ...getOf<CodeRun[]>(batches, `/${batchId}/runs`, query), meta: { ownErrors: true } });
  const levels = [0, ...(packaging ?? []).map((one) => one.level)];
  // the bar reaches to the last code
  const total = level === 0 ? issuedCount : (runs.data?.at(-1)?.to ?? 0);
  const shown = new Set(runs.data?.map(({ status }) => status));
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
        <Failed error={runs.error} onRetry={() => void runs.refetch()} />
      ) : level === 0 ? (
        <>
          <BatchBar key={0} batch={batch} runs={runs.data ?? []} total={total} choosing={choosing} lit={lit} />
          <StatusLegend counts={batch.statusCounts} held={batch.heldCounts} onPick={onPick} onLight={light} />
        </>
      ) : total > 0 ? (
        <>
          <BatchBar key={level} batch={batch} runs={runs.data ?? []} total={total} choosing={false} />
          <ul className="status-legend">
            {codeStatuses
              .filter((status) => shown.has(status))
              .map((status) => (
                <li key={status}>
                  <Dot tone={toneOf(status)}>{t(codes.word(`status.${status}`))}</Dot>
                </li>
              ))}
          </ul>
        </>
      ) : runs.data ? (
        <p className="bar-empty">{t('manage.batch.barNone', { level: t(codes.word(`level.${level}`)) })}</p>
      ) : (
        <Waiting rows={2} />
      )}
    </>
  );
}
