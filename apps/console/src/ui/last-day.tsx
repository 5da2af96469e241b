import { useWords } from '../data/words.ts';
import { businessNow, dayjs } from './day.ts';
import './list.css';

/** From this many days before the end on, a last day is shown as one to look at. */
const SOON = 30;

/** The last day of something, and in words how far off it is: what is over in its colour, what is near in full ink. */
export function LastDay({ day, none }: { day: string | null; none?: string }) {
  const t = useWords();
  if (!day) return <span className="none">{none ?? '—'}</span>;
  const left = dayjs(day).diff(businessNow().startOf('day'), 'day');
  const words = left < 0 ? t('kit.dayEnded') : left === 0 ? t('kit.dayToday') : t('kit.dayLeft', { count: left });
  const kind = left < 0 ? 'last-day-over' : left <= SOON ? 'last-day-near' : 'last-day-far';
  return (
    <span className={`last-day ${kind}`}>
      <span className="numeral">{day}</span> <span className="last-day-words">{words}</span>
    </span>
  );
}
