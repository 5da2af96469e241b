import { useTranslations } from '../data/words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds below two minutes, minutes below two hours, hours below two days. */
export function useDurationFormat(): (milliseconds: number) => string {
  const t = useTranslations();
  return (milliseconds) => {
    if (milliseconds < 2 * MINUTE) return t('monitor.cache.seconds', { count: Math.round(milliseconds / 1000) });
    if (milliseconds < 2 * HOUR) return t('monitor.cache.minutes', { count: Math.round(milliseconds / MINUTE) });
    if (milliseconds < 2 * DAY) return t('monitor.cache.hours', { count: Math.round(milliseconds / HOUR) });
    return t('monitor.cache.days', { count: Math.floor(milliseconds / DAY) });
  };
}
