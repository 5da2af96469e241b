import { useTranslations } from '../data/i18n.ts';

/** Milliseconds of an API time: `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai, also with `T` or an explicit time zone. */
export function instantOf(time: string): number {
  const iso = time.replace(' ', 'T');
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso.length === 10 ? `${iso}T00:00:00` : iso}+08:00`);
}

const EAST_8 = 8 * 3_600_000;

/**
 * A time in Asia/Shanghai, by default as `YYYY-MM-DD HH:mm:ss`. Numbers and digits are milliseconds; ten digits are seconds. Undefined if
 * it is not a time.
 */
export function formatTime(value: string | number | Date | null | undefined, pattern = 'YYYY-MM-DD HH:mm:ss'): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const digits = typeof value !== 'object' && /^\d+$/.test(String(value)) ? String(value) : undefined;
  const instant = digits
    ? Number(digits) * (digits.length === 10 ? 1000 : 1)
    : typeof value === 'string'
      ? instantOf(value)
      : Number(value);
  if (!Number.isFinite(instant)) return undefined;
  const iso = new Date(instant + EAST_8).toISOString();
  const parts = {
    YYYY: iso.slice(0, 4),
    MM: iso.slice(5, 7),
    DD: iso.slice(8, 10),
    HH: iso.slice(11, 13),
    mm: iso.slice(14, 16),
    ss: iso.slice(17, 19),
  };
  return pattern.replace(/YYYY|MM|DD|HH|mm|ss/g, (part) => parts[part as keyof typeof parts]);
}

/** An API or epoch time: relative if recent, otherwise to the minute, exact in its tooltip (`tooltip.ts`). */
export function TimeText({ value, seconds = false }: { value: string | number | null | undefined; seconds?: boolean }) {
  const t = useTranslations();
  const exact = formatTime(value);
  if (!exact) return <span className="text-muted">—</span>;
  if (seconds)
    return (
      <time className="tabular-nums" dateTime={exact} data-tip={exact}>
        {exact.slice(0, 16)}
        <span data-seconds>{exact.slice(16)}</span>
      </time>
    );
  const minutes = Math.floor((Date.now() - instantOf(exact)) / 60_000);
  const words =
    minutes < 0 || minutes >= 1440
      ? undefined
      : minutes < 1
        ? t('kit.justNow')
        : minutes < 60
          ? t('kit.minutesAgo', { count: minutes })
          : t('kit.hoursAgo', { count: Math.floor(minutes / 60) });
  return (
    <time className="tabular-nums" dateTime={exact} data-tip={exact}>
      {words ?? exact.slice(0, 16)}
    </time>
  );
}
