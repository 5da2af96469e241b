import type { BatchState } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../data/words.ts';
import { Dot } from '../../ui/dot.tsx';
import { groupDigits } from '../../ui/numbers.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { Failed, Waiting } from '../../ui/states.tsx';
import { TimeText } from '../../ui/times.tsx';
import { toneOf } from '../../ui/tones.ts';
import { BATCHES, LISTED } from './asks.ts';
import { newestBatches, wordOfState } from './batches.ts';

export function RecentBatches({ state, title, empty }: { state?: BatchState; title: string; empty: string }) {
  const t = useWords();
  const list = useQuery(newestBatches(state, LISTED));
  const rows = list.data?.rows;
  return (
    <section className="card home-card">
      <div className="home-card-head">
        <h2>{title}</h2>
        <RowLink to={state ? `${BATCHES}?state=${state}` : BATCHES}>{t('shell.seeAll')}</RowLink>
      </div>
      {list.error && !rows ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : !rows && <Waiting rows={4} />}
      {rows?.length === 0 && <p className="none">{empty}</p>}
      <ul className="batch-lines">
        {rows?.map(({ batchId, batchNo, categoryName, quantity, state: now, createTime, submitBy, createBy }) => (
          <li key={batchId}>
            <RowLink to={`${BATCHES}/${batchId}`} strong>
              <span className="mono-text">{batchNo}</span>
            </RowLink>
            <span className="batch-line-goods">{categoryName}</span>
            <span className="numeral">{groupDigits(quantity)}</span>
            <span className="batch-line-state">{state ? (submitBy ?? createBy) : <Dot tone={toneOf(now)}>{t(wordOfState(now))}</Dot>}</span>
            <TimeText value={createTime} />
          </li>
        ))}
      </ul>
    </section>
  );
}
