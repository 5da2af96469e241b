import type { BatchState } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../data/words.ts';
import { StatusDot } from '../../ui/dot.tsx';
import { groupDigits } from '../../ui/numbers.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/times.tsx';
import { toneOfStatus } from '../../ui/tones.ts';
import { BATCHES_PATH, MAX_BATCHES } from './asks.ts';
import { newestBatches, stateKey } from './batches.ts';

export function RecentBatches({ state, title, empty }: { state?: BatchState; title: string; empty: string }) {
  const t = useTranslations();
  const list = useQuery(newestBatches(state, MAX_BATCHES));
  const rows = list.data?.rows;
  return (
    <section className="card home-card">
      <div className="home-card-head">
        <h2>{title}</h2>
        <RowLink to={state ? `${BATCHES_PATH}?state=${state}` : BATCHES_PATH}>{t('shell.seeAll')}</RowLink>
      </div>
      {list.error && !rows ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : !rows && <LoadingState rows={4} />}
      {rows?.length === 0 && <p className="none">{empty}</p>}
      <ul className="batch-lines">
        {rows?.map(({ batchId, batchNo, categoryName, quantity, state: rowState, createTime, submitBy, createBy }) => (
          <li key={batchId}>
            <RowLink to={`${BATCHES_PATH}/${batchId}`} strong>
              <span className="mono-text">{batchNo}</span>
            </RowLink>
            <span className="batch-line-goods">{categoryName}</span>
            <span className="numeral">{groupDigits(quantity)}</span>
            <span className="batch-line-state">
              {state ? (submitBy ?? createBy) : <StatusDot tone={toneOfStatus(rowState)}>{t(stateKey(rowState))}</StatusDot>}
            </span>
            <TimeText value={createTime} />
          </li>
        ))}
      </ul>
    </section>
  );
}
