import { useTranslations } from '../data/words.ts';
import { formatTime, instantOf } from './time-format.ts';

/** An API or epoch time: relative if recent, otherwise to the minute, exact in its tooltip (`tip.ts`). */
export function TimeText({ value, seconds = false }: { value: string | number | null | undefined; seconds?: boolean }) {
  const t = useTranslations();
  const exact = formatTime(value);
  if (!exact) return <span className="none">—</span>;
  if (seconds) return <time className="numeral">{exact}</time>;
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
    <time className="numeral" dateTime={exact} data-tip={exact}>
      {words ?? exact.slice(0, 16)}
    </time>
  );
}
