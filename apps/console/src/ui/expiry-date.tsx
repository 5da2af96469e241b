import { useTranslations } from '../data/i18n.ts';
import { businessNow, dayjs } from './day.ts';
import { Dot, tones } from './status-tones.tsx';

/** Days before the end from which a last day is highlighted. */
const SOON_DAYS = 30;

const daysUntil = (day: string) => dayjs(day).diff(businessNow().startOf('day'), 'day');

/** Whether the day is near or has passed. */
export const endsSoon = (day: string) => daysUntil(day) <= SOON_DAYS;

const OVER = 'font-semibold text-[color-mix(in_srgb,var(--tone-grave)_80%,var(--ink))]';

/** A date, with a coloured dot if it has passed or is near. */
export function ExpiryDate({ day, emptyText }: { day: string | null; emptyText?: string }) {
  const t = useTranslations();
  if (!day) return <span className="text-muted">{emptyText ?? '—'}</span>;
  const daysLeft = daysUntil(day);
  const remainingText = daysLeft < 0 ? t('kit.dayEnded') : daysLeft === 0 ? t('kit.dayToday') : t('kit.dayLeft', { count: daysLeft });
  const isNear = daysLeft <= SOON_DAYS;
  return (
    <time className={`whitespace-nowrap ${isNear ? 'inline-flex items-baseline gap-2' : ''}`} dateTime={day}>
      {isNear && <Dot colour={tones[daysLeft < 0 ? 'grave' : 'attention']} />}
      <span>
        <span className="tabular-nums">{day}</span>{' '}
        <span className={`text-xs ${daysLeft < 0 ? OVER : isNear ? 'text-ink' : 'text-muted'}`}>{remainingText}</span>
      </span>
    </time>
  );
}
