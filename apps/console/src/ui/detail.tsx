import { Children, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { type Tone, tones } from './status-tones.tsx';
import { TimeText } from './time-format.tsx';
import { useElementWidth } from './use-element-width.ts';
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

export interface LifecycleStep {
  key: string;
  title: ReactNode;
  note?: ReactNode;
}

interface LifecycleTimelineProps {
  steps: LifecycleStep[];
  current: string;
  /** Name of a state outside the sequence: recalled, void, suspended. */
  exceptionState?: ReactNode;
  /** Its colour; `grave` by default. */
  exceptionTone?: Tone;
  exceptionNote?: ReactNode;
  label: string;
}

export function LifecycleTimeline({
  steps,
  current,
  exceptionState,
  exceptionTone = 'grave',
  exceptionNote,
  label,
}: LifecycleTimelineProps) {
  const currentIndex = steps.findIndex(({ key }) => key === current);
  const line = useRef<HTMLOListElement>(null);
  const [width, widthRef] = useElementWidth();
  const listRef = useCallback(
    (element: HTMLOListElement | null) => {
      line.current = element;
      return widthRef(element);
    },
    [widthRef],
  );
  // scrolls the current step into view if the line overflows
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position depends on the state and the width only
  useLayoutEffect(() => {
    const currentStep = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (line.current && currentStep)
      line.current.scrollLeft = currentStep.offsetLeft - (line.current.clientWidth - currentStep.offsetWidth) / 2;
  }, [current, exceptionState, width]);
  // a state outside the sequence follows the last step reached
  const completedCount = exceptionState ? currentIndex + 1 : currentIndex;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the line scrolls on narrow screens, also by keyboard
    <ol ref={listRef} className="life-line" aria-label={label} tabIndex={0}>
      {steps.map(({ key, title, note }, index) => (
        <li
          key={key}
          className={index < completedCount ? 'life-past' : index === currentIndex ? 'life-now' : 'life-next'}
          aria-current={index === currentIndex && !exceptionState ? 'step' : undefined}
        >
          <span className="life-title">{title}</span>
          {note && <span className="life-note">{note}</span>}
        </li>
      ))}
      {exceptionState && (
        <li className="life-now life-off" aria-current="step" style={{ ['--life-off' as string]: tones[exceptionTone] }}>
          <span className="life-title">{exceptionState}</span>
          {exceptionNote && <span className="life-note">{exceptionNote}</span>}
        </li>
      )}
    </ol>
  );
}

export interface HistoryEvent {
  key: string | number;
  actor: string;
  action: ReactNode;
  time: string;
  reason?: string | null;
}

/** Events of a record, newest first. */
export function History({ events }: { events: HistoryEvent[] }) {
  const t = useTranslations();
  if (events.length === 0) return <p className="none">{t('kit.noHistory')}</p>;
  return (
    <ol className="history">
      {events.map(({ key, actor, action, time, reason }) => (
        <li key={key}>
          <div className="history-what">
            <strong>{action}</strong> <span>{actor}</span>
          </div>
          {reason && <p className="history-why">{reason}</p>}
          <TimeText value={time} />
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
