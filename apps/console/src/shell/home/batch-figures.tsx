import type { BatchState } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from '../../data/words.ts';
import { groupDigits } from '../../ui/numbers.ts';
import { colourOfStatus } from '../../ui/tones.ts';
import { BATCHES_PATH, COUNTED_STATES } from './asks.ts';
import { batchCounts, stateKey } from './batches.ts';

export function BatchFigures() {
  return (
    <ul className="figures">
      {COUNTED_STATES.map((state) => (
        <BatchFigure key={state} state={state} />
      ))}
    </ul>
  );
}

function BatchFigure({ state }: { state: BatchState }) {
  const t = useTranslations();
  const { data, isPending } = useQuery(batchCounts());
  const stateLabel = t(stateKey(state));
  return (
    <li>
      <Link
        to={`${BATCHES_PATH}?state=${state}`}
        className="card figure"
        data-tip={t('shell.batchesIn.how', { state: stateLabel })}
        aria-description={t('shell.batchesIn.how', { state: stateLabel })}
      >
        <span className="figure-name">
          <i className="dot" style={{ background: colourOfStatus(state) }} aria-hidden="true" />
          {t('shell.batchesIn', { state: stateLabel })}
        </span>
        <span className="figure-value numeral">
          {data ? groupDigits(data[state] ?? 0) : isPending ? <i className="figure-bone" aria-hidden="true" /> : '—'}
        </span>
      </Link>
    </li>
  );
}
