import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Refusal, refusalOf } from '../data/refusal.ts';
import { useWords } from '../data/words.ts';
import { PlainButton } from './plain-button.tsx';
import { RowLink } from './row-link.tsx';
import { useShownReason } from './shown-reasons.ts';

/** True after `after` milliseconds, so that fast responses show no skeleton. */
function useLate(after: number) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return late;
}

/** Skeleton lines, after 200 ms. */
export function Waiting({ rows = 8 }: { rows?: number }) {
  const t = useWords();
  const late = useLate(200);
  return (
    <div role="status" aria-label={t('kit.loading')} style={{ minHeight: rows * 40 }}>
      {late && (
        <div className="skeleton" aria-hidden="true">
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeleton lines are identical
            <i key={row} />
          ))}
        </div>
      )}
    </div>
  );
}

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
  /** Action for an invalid request, which a retry would not fix. */
  children?: ReactNode;
  /** URL of the list, offered if a retry does not help. */
  back?: string;
}

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

/** Refusals that a retry or an administrator may resolve. */
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

/** Whether a retry would be refused again. */
const isDecided = ({ problem }: Refusal) => problem !== undefined && !PASSING.includes(problem);

/** Whether the next failure follows a press of Retry without other input in between. */
let awaited = false;
const forget = () => {
  awaited = false;
};

/** Retry button. It disappears while the retry runs; if the retry fails, the new button gets the focus. */
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
