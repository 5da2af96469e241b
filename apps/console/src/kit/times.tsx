import { Tooltip } from 'antd';
import { useWords } from './words.ts';

/** Milliseconds of a wire time, which is `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
export const instantOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`);

/** A time of the wire: to the minute in lists, in words where it is recent, exact in its tooltip. */
export function TimeText({ value, seconds = false }: { value: string | null | undefined; seconds?: boolean }) {
  const t = useWords();
  if (!value) return <span className="none">—</span>;
  if (seconds) return <time className="numeral">{value}</time>;
  const minutes = Math.floor((Date.now() - instantOf(value)) / 60_000);
  const words =
    minutes < 0 || minutes >= 1440
      ? undefined
      : minutes < 1
        ? t('kit.justNow')
        : minutes < 60
          ? t('kit.minutesAgo', { count: minutes })
          : t('kit.hoursAgo', { count: Math.floor(minutes / 60) });
  return (
    <Tooltip title={value} mouseEnterDelay={0.3}>
      <time className="numeral" dateTime={value}>
        {words ?? value.slice(0, 16)}
      </time>
    </Tooltip>
  );
}
