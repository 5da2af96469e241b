import { Children, type ReactNode } from 'react';
import { useTranslations } from '../data/i18n.ts';
import styles from './detail.module.css';
import { type Tone, tones } from './status-tones.tsx';
import { TimeText } from './time-format.tsx';
import { UserName } from './user-name.tsx';

const cardSides = 'px-6 max-md:px-4';
export const cardSpace = `${cardSides} py-4`;

/** Facts in columns; on phones label and value are on one line, as on the cards of a list. */
const factSpace = 'flex flex-wrap gap-x-8 gap-y-3 max-md:gap-0';
const factLine = 'max-md:flex max-md:min-h-[26px] max-md:flex-[1_0_100%] max-md:items-center max-md:justify-between max-md:gap-4';

interface FactItem {
  label: ReactNode;
  value: ReactNode;
}

/** Facts in a line, inside a card. */
export const Facts = ({ facts, className = '' }: { facts: FactItem[]; className?: string }) => (
  <dl className={`m-0 ${factSpace} ${className}`}>
    {facts.map(({ label, value }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a page keep their order
      <div key={index} className={factLine}>
        <dt className="flex-none text-xs/5 text-muted max-md:text-sm/5.5">{label}</dt>
        <dd className={`m-0 min-w-0 wrap-anywhere max-md:text-right ${value === '—' ? 'text-muted' : ''}`}>{value}</dd>
      </div>
    ))}
  </dl>
);

export const factsCard = `card mb-4 divide-y divide-line *:py-2.5 max-md:*:py-2 ${cardSides}`;

interface KeyFactsProps {
  facts: FactItem[];
  /** Left of the facts. */
  picture?: ReactNode;
  /** Life cycle and figures, each on a line of the same card. */
  children?: ReactNode;
}

/** Card below a record's header: facts, life cycle and figures. */
export const KeyFacts = ({ facts, picture, children }: KeyFactsProps) => (
  <section data-show-copy data-testid="record-card" className={factsCard}>
    <div className={picture ? 'flex flex-wrap items-start gap-x-6 gap-y-4' : ''}>
      {picture}
      <Facts facts={facts} className="min-w-66 flex-1" />
    </div>
    {children}
  </section>
);

interface KeyFiguresProps {
  figures: (FactItem & { isZero: boolean })[];
  /** One sentence in place of figures that are all zero. */
  empty: ReactNode;
}

export const KeyFigures = ({ figures, empty }: KeyFiguresProps) =>
  figures.every(({ isZero }) => isZero) ? (
    <p className="m-0 text-muted">{empty}</p>
  ) : (
    <div data-figures>
      <Facts facts={figures} />
    </div>
  );

export interface LifeCycleStep {
  key: string;
  title: ReactNode;
  note?: ReactNode;
}

const stepLooks = {
  past: 'text-muted [--step:var(--primary)] [--step-line:var(--primary)]',
  current: 'text-ink [--step:var(--primary)] [--step-ring:var(--primary-ground)]',
  next: 'text-muted',
  exception: 'text-ink [--step-ring:color-mix(in_srgb,var(--step)_30%,transparent)]',
};
// on phones one step per line, with its user and time at the right
const stepBox =
  'relative min-w-0 flex-1 pt-5 pe-3 max-md:flex max-md:min-h-6 max-md:items-baseline max-md:gap-3 max-md:pt-0 max-md:ps-5 max-md:pe-0';
const stepNote = 'block text-xs/5 text-muted max-xl:[&_time]:block max-md:ms-auto max-md:text-right max-md:[&_time]:inline';

interface StepProps extends Pick<LifeCycleStep, 'title' | 'note'> {
  look: keyof typeof stepLooks;
  /** Colour of an exception. */
  colour?: string;
}

function Step({ title, note, look, colour }: StepProps) {
  const isCurrent = look === 'current' || look === 'exception';
  return (
    <li
      className={`${stepBox} ${stepLooks[look]} ${styles.step}`}
      aria-current={isCurrent ? 'step' : undefined}
      {...(colour && { style: { ['--step' as string]: colour } })}
    >
      <span className={`block max-md:flex-none ${isCurrent ? 'font-semibold' : ''}`}>{title}</span>
      {note && <span className={stepNote}>{note}</span>}
    </li>
  );
}

interface LifeCycleTimelineProps {
  steps: LifeCycleStep[];
  current: string;
  /** Name of a state outside the sequence: recalled, void, suspended. */
  exceptionState?: ReactNode;
  /** Its colour; `grave` by default. */
  exceptionTone?: Tone;
  exceptionNote?: ReactNode;
  label: string;
}

/** Inside the card of `KeyFacts`. */
export function LifeCycleTimeline({
  steps,
  current,
  exceptionState,
  exceptionTone = 'grave',
  exceptionNote,
  label,
}: LifeCycleTimelineProps) {
  const currentIndex = steps.findIndex(({ key }) => key === current);
  // a state outside the sequence follows the last step reached
  const completedCount = exceptionState ? currentIndex + 1 : currentIndex;
  return (
    <ol className="m-0 flex list-none p-0 max-md:flex-col" aria-label={label}>
      {steps.map(({ key, title, note }, index) => (
        <Step key={key} title={title} note={note} look={index < completedCount ? 'past' : index === currentIndex ? 'current' : 'next'} />
      ))}
      {exceptionState && <Step title={exceptionState} note={exceptionNote} look="exception" colour={tones[exceptionTone]} />}
    </ol>
  );
}

export interface HistoryEvent {
  key: string | number;
  /** Login name, or the name of a program. */
  actor: string;
  action: ReactNode;
  time: string;
  reason?: string | null;
}

/** Events of a record, newest first. */
export function History({ events }: { events: HistoryEvent[] }) {
  const t = useTranslations();
  if (events.length === 0) return <p className="text-muted">{t('kit.noHistory')}</p>;
  return (
    <ol className="m-0 list-none p-0 wrap-anywhere [&_time]:text-xs/5 [&_time]:text-muted">
      {events.map(({ key, actor, action, time, reason }) => (
        <li key={key} className={`relative pb-4 pl-5 ${styles.event}`}>
          <div className="en:first-letter:uppercase [&_span]:text-muted [&>span]:whitespace-nowrap">
            <strong>{action}</strong> <UserName login={actor} />
          </div>
          {reason && <p className="m-0">{reason}</p>}
          <TimeText value={time} />
        </li>
      ))}
    </ol>
  );
}

/** The aside is at the right on windows from 1200 px. */
export function DetailBody({ children, aside, asideTitle }: { children: ReactNode; aside?: ReactNode; asideTitle?: ReactNode }) {
  return (
    <div className={`grid items-start gap-4 ${aside ? 'xl:grid-cols-[minmax(0,1fr)_272px] 2xl:grid-cols-[minmax(0,1fr)_320px]' : ''}`}>
      <div data-with-aside={aside ? '' : undefined} className="grid min-w-0 gap-4">
        {Children.toArray(children)}
      </div>
      {aside && (
        <aside className={`card ${cardSpace}`}>
          {asideTitle && <h2>{asideTitle}</h2>}
          {aside}
        </aside>
      )}
    </div>
  );
}
