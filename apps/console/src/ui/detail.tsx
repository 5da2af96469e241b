import { Children, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import { useWords } from '../data/words.ts';
import { TimeText } from './times.tsx';
import { type Tone, tones } from './tones.ts';
import { useWidth } from './use-width.ts';
import './detail.css';

/** Four to six facts in a line under a record's header. */
export function KeyFacts({ facts }: { facts: { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="key-facts">
      {facts.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a page keep their order
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface LifeStep {
  key: string;
  title: ReactNode;
  note?: ReactNode;
}

interface LifeLineProps {
  steps: LifeStep[];
  now: string;
  /** Name of a state outside the sequence: recalled, void, suspended. */
  off?: ReactNode;
  /** Its colour; `grave` by default. */
  offTone?: Tone;
  offNote?: ReactNode;
  label: string;
}

export function LifeLine({ steps, now, off, offTone = 'grave', offNote, label }: LifeLineProps) {
  const at = steps.findIndex(({ key }) => key === now);
  const line = useRef<HTMLOListElement>(null);
  const [width, watch] = useWidth();
  const place = useCallback(
    (element: HTMLOListElement | null) => {
      line.current = element;
      return watch(element);
    },
    [watch],
  );
  // scrolls the current step into view if the line overflows
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position depends on the state and the width only
  useLayoutEffect(() => {
    const here = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (line.current && here) line.current.scrollLeft = here.offsetLeft - (line.current.clientWidth - here.offsetWidth) / 2;
  }, [now, off, width]);
  // a state outside the sequence follows the last step reached
  const past = off ? at + 1 : at;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the line scrolls on narrow screens, also by keyboard
    <ol ref={place} className="life-line" aria-label={label} tabIndex={0}>
      {steps.map(({ key, title, note }, index) => (
        <li
          key={key}
          className={index < past ? 'life-past' : index === at ? 'life-now' : 'life-next'}
          aria-current={index === at && !off ? 'step' : undefined}
        >
          <span className="life-title">{title}</span>
          {note && <span className="life-note">{note}</span>}
        </li>
      ))}
      {off && (
        <li className="life-now life-off" aria-current="step" style={{ ['--life-off' as string]: tones[offTone] }}>
          <span className="life-title">{off}</span>
          {offNote && <span className="life-note">{offNote}</span>}
        </li>
      )}
    </ol>
  );
}

export interface Happening {
  key: string | number;
  who: string;
  what: ReactNode;
  when: string;
  why?: string | null;
}

/** Events of a record, newest first. */
export function History({ events }: { events: Happening[] }) {
  const t = useWords();
  if (events.length === 0) return <p className="none">{t('kit.noHistory')}</p>;
  return (
    <ol className="history">
      {events.map(({ key, who, what, when, why }) => (
        <li key={key}>
          <div className="history-what">
            <strong>{what}</strong> <span>{who}</span>
          </div>
          {why && <p className="history-why">{why}</p>}
          <TimeText value={when} />
        </li>
      ))}
    </ol>
  );
}

/** The aside is at the right on windows from 1200 px. */
export function DetailBody({ children, aside, asideTitle }: { children: ReactNode; aside?: ReactNode; asideTitle?: ReactNode }) {
  return (
    <div className={aside ? 'detail-body detail-with-aside' : 'detail-body'}>
      <div className="detail-main">{Children.toArray(children)}</div>
      {aside && (
        <aside className="card detail-aside">
          {asideTitle && <h2>{asideTitle}</h2>}
          {aside}
        </aside>
      )}
    </div>
  );
}
