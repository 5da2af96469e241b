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
  /** When it was reached, who did it. */
  note?: ReactNode;
}

interface LifeLineProps {
  steps: LifeStep[];
  now: string;
  /** Names a state that left the line: recalled, void, suspended. */
  off?: ReactNode;
  /** Its colour; grave where absent. */
  offTone?: Tone;
  /** When it left the line, who did it. */
  offNote?: ReactNode;
  label: string;
}

/** A life as a line of steps with the present one marked. */
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
  // where the line is longer than its card, the present place is in sight
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place moves with the state and the width alone
  useLayoutEffect(() => {
    const here = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (line.current && here) line.current.scrollLeft = here.offsetLeft - (line.current.clientWidth - here.offsetWidth) / 2;
  }, [now, off, width]);
  // what left the line is past the last step that it reached
  const past = off ? at + 1 : at;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen the line is scrolled, also by keys
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

/** Who did what when, newest first. */
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

/** A page of one record: its body, and at the right from 1200 up what happened to it. */
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
