import { useTranslations } from '../data/i18n.ts';
import { businessNow, dayjs } from './day.ts';
import './list.css';

/** Days before the end from which a last day is highlighted. */
const SOON_DAYS = 30;

/** A date, coloured if it has passed, emphasised if it is near. */
export function ExpiryDate({ day, emptyText }: { day: string | null; emptyText?: string }) {
  const t = useTranslations();
  if (!day) return <span className="none">{emptyText ?? '—'}</span>;
  const daysLeft = dayjs(day).diff(businessNow().startOf('day'), 'day');
  const remainingText = daysLeft < 0 ? t('kit.dayEnded') : daysLeft === 0 ? t('kit.dayToday') : t('kit.dayLeft', { count: daysLeft });
  const className = daysLeft < 0 ? 'last-day-over' : daysLeft <= SOON_DAYS ? 'last-day-near' : 'last-day-far';
  return (
    <span className={`last-day ${className}`}>
      <span className="numeral">{day}</span> <span className="last-day-words">{remainingText}</span>
    </span>
  );
}
