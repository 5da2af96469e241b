import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Refusal, refusalOf } from '../data/refusal.ts';
import { useWords } from '../data/words.ts';
import { PlainButton } from './plain-button.tsx';
import { RowLink } from './row-link.tsx';
import { useShownReason } from './shown-reasons.ts';

/** True once `after` milliseconds are over: what comes quickly shows no skeleton. */
function useLate(after: number) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return late;
}

/** Grey lines in the shape of what is to come, after 200 ms. */
export function Waiting({ rows = 8 }: { rows?: number }) {
  const t = useWords();
  const late = useLate(200);
  return (
    <div role="status" aria-label={t('kit.loading')} style={{ minHeight: rows * 40 }}>
      {late && (
        <div className="skeleton" aria-hidden="true">
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey lines are all alike
            <i key={row} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Nothing here: one picture line, one sentence, the action that fills it. */
export function Nothing({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <div className="nothing">
      <svg viewBox="0 0 120 72" width="120" height="72" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
        <path d="M14 58h92M30 58V30l30-14 30 14v28M30 30l30 14 30-14M60 44v14" strokeLinejoin="round" strokeLinecap="round" />
        <path d="M45 23l30 14v8" strokeLinejoin="round" strokeLinecap="round" />
      </svg>
      <p>{text}</p>
      {children}
    </div>
  );
}

interface FailedProps {
  error: unknown;
  onRetry?: () => void;
  /** What helps where the question itself was wrong: the same one again would be refused again. */
  children?: ReactNode;
  /** The list that what did not come is of: the way on where trying again does not help. */
  back?: string;
}

/** What failed, what would help, and a way to try again where that can help. */
export function Failed({ error, onRetry, children, back }: FailedProps) {
  const t = useWords();
  const refusal = refusalOf(error);
  const incident = refusal?.params.incident ?? refusal?.requestId;
  const said = refusal?.msg ?? t('kit.failed');
  const isWrong = refusal !== undefined && isDecided(refusal);
  useShownReason(said);
  return (
    <div className="nothing" role="alert">
      <svg viewBox="0 0 120 72" width="120" height="72" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
        <path d="M10 46h26l8-22 12 36 10-24 5 10h39" strokeLinejoin="round" strokeLinecap="round" />
      </svg>
      <p className="nothing-title">{said}</p>
      {refusal?.detail && <p>{refusal.detail}</p>}
      {!isWrong && typeof incident === 'string' && <p className="mono small">{incident}</p>}
      {isWrong ? children : onRetry && <Retry onRetry={onRetry} />}
      {back && <RowLink to={back}>{t('kit.toList')}</RowLink>}
    </div>
  );
}

/** Refusals that another time, or somebody's help, may turn into an answer. */
const PASSING = [
  'network',
  'timeout',
  'status',
  'webPage',
  'busy',
  'unexpected',
  'tooManyRequests',
  'unknownLimited',
  'storageFull',
  'forbidden',
  'notFound',
];

/** Whether the same question would be refused again, whenever it is asked. */
const isDecided = ({ problem }: Refusal) => problem !== undefined && !PASSING.includes(problem);

/** Whether the failure that comes next is the answer to a press of Retry, and nothing else was done since. */
let awaited = false;
const forget = () => {
  awaited = false;
};

/** Asks again. The press often takes the button away with its failure; where that comes back, so does the focus. */
function Retry({ onRetry }: { onRetry: () => void }) {
  const t = useWords();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (awaited && document.activeElement === document.body) button.current?.focus();
    forget();
  }, []);
  const press = () => {
    awaited = true;
    for (const act of ['keydown', 'pointerdown']) addEventListener(act, forget, { once: true, capture: true });
    onRetry();
  };
  return (
    <PlainButton ref={button} onClick={press}>
      {t('kit.retry')}
    </PlainButton>
  );
}
