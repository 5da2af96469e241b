import { useTranslations } from '../data/i18n.ts';
import { businessNow, dayjs } from './day.ts';

/** Days before the end from which a last day is highlighted. */
const SOON_DAYS = 30;

const OVER = 'font-semibold text-[color-mix(in_srgb,var(--tone-grave)_80%,var(--ink))]';

/** A date, coloured if it has passed, emphasised if it is near. */
export function ExpiryDate({ day, emptyText }: { day: string | null; emptyText?: string }) {
  const t = useTranslations();
  if (!day) return <span className="text-muted">{emptyText ?? '—'}</span>;
  const daysLeft = dayjs(day).diff(businessNow().startOf('day'), 'day');
  const remainingText = daysLeft < 0 ? t('kit.dayEnded') : daysLeft === 0 ? t('kit.dayToday') : t('kit.dayLeft', { count: daysLeft });
  const tone = daysLeft < 0 ? OVER : daysLeft <= SOON_DAYS ? 'text-ink' : 'text-muted';
  return (
    <time className="whitespace-nowrap" dateTime={day}>
      <span className="tabular-nums">{day}</span> <span className={`text-xs ${tone}`}>{remainingText}</span>
    </time>
  );
}
