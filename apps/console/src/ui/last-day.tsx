import { useWords } from '../data/words.ts';
import { businessNow, dayjs } from './day.ts';
import './list.css';

/** Days before the end from which a last day is highlighted. */
const SOON = 30;

/** A date, coloured if it has passed, emphasised if it is near. */
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
