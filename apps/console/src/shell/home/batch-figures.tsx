import type { BatchState } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useWords } from '../../data/words.ts';
import { groupDigits } from '../../ui/numbers.ts';
import { colourOf } from '../../ui/tones.ts';
import { BATCHES, COUNTED } from './asks.ts';
import { batchCounts, wordOfState } from './batches.ts';

export function BatchFigures() {
  return (
    <ul className="figures">
      {COUNTED.map((state) => (
        <BatchFigure key={state} state={state} />
      ))}
    </ul>
  );
}

function BatchFigure({ state }: { state: BatchState }) {
  const t = useWords();
  const { data, isPending } = useQuery(batchCounts());
  const word = t(wordOfState(state));
  return (
    <li>
      <Link
        to={`${BATCHES}?state=${state}`}
        className="card figure"
        data-tip={t('shell.batchesIn.how', { state: word })}
        aria-description={t('shell.batchesIn.how', { state: word })}
      >
        <span className="figure-name">
          <i className="dot" style={{ background: colourOf(state) }} aria-hidden="true" />
          {t('shell.batchesIn', { state: word })}
        </span>
        <span className="figure-value numeral">
          {data ? groupDigits(data[state] ?? 0) : isPending ? <i className="figure-bone" aria-hidden="true" /> : '—'}
        </span>
      </Link>
    </li>
  );
}
