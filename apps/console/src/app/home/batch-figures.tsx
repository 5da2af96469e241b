import type { BatchState } from '@suyuan/contract';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { groupDigits } from '../../kit/numbers.ts';
import { colourOf } from '../../kit/tones.ts';
import { useWords } from '../../kit/words.ts';
import { BATCHES, newestBatches, wordOfState } from './batches.ts';

const SHOWN: BatchState[] = ['pending', 'approved', 'issued', 'active', 'frozen'];

/** How many batches stand where; each figure leads to its list. */
export function BatchFigures() {
  const t = useWords();
  const counts = useQueries({ queries: SHOWN.map((state) => newestBatches(state, 1)) });
  return (
    <ul className="figures">
      {SHOWN.map((state, index) => (
        <li key={state}>
          <Link to={`${BATCHES}?state=${state}`} className="card figure">
            <span className="figure-name">
              <i className="dot" style={{ background: colourOf(state) }} aria-hidden="true" />
              {t('shell.batchesIn', { state: t(wordOfState(state)) })}
            </span>
            <span className="figure-value numeral">{counts[index]?.data ? groupDigits(counts[index].data.total) : '—'}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
