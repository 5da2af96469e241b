import type { Translate } from '@suyuan/contract';
import { useTranslations } from '../data/i18n.ts';

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

/** Hours with one decimal below two days, then days, with one decimal below ten; a dash without a value. */
export function formatDelay(t: Translate, hours: number | null | undefined): string {
  if (hours == null) return '—';
  if (hours < 48) return t('kit.duration.hours', { hours });
  const days = hours / 24;
  return t('kit.duration.days', { days: days < 10 ? Math.round(days * 10) / 10 : Math.round(days) });
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** 12.4 MB: decimal units, as disks and print shops use. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return '—';
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(value < 10 ? 2 : 1)} ${units[power]}`;
}

/** A share in percent: 3.4%, 12.5%; a dash if the whole is zero. Never rounds to 0% or 100% unless exact. */
export function formatShare(part: number, total: number): string {
  if (total <= 0) return '—';
  const percent = (100 * part) / total;
  if (part > 0 && percent < 0.001) return '< 0.001%';
  if (part < total && percent > 99.9) return '> 99.9%';
  return `${Number(percent.toPrecision(percent < 10 ? 2 : 3))}%`;
}

/** A share in a column of shares: one decimal, so that the points align. */
export function formatColumnShare(part: number, total: number): string {
  if (total <= 0) return '—';
  const percent = (100 * part) / total;
  if (part > 0 && percent < 0.1) return '< 0.1%';
  if (part < total && percent > 99.9) return '> 99.9%';
  return `${percent.toFixed(1)}%`;
}
