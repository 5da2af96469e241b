import { useWords } from '../../../kit/words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds as people say them: seconds below two minutes, minutes below two hours. */
export function useSpan(): (milliseconds: number) => string {
  const t = useWords();
  return (milliseconds) => {
    if (milliseconds < 2 * MINUTE) return t('monitor.cache.seconds', { count: Math.round(milliseconds / 1000) });
    if (milliseconds < 2 * HOUR) return t('monitor.cache.minutes', { count: Math.round(milliseconds / MINUTE) });
    return t('monitor.cache.hours', { count: Math.round(milliseconds / HOUR) });
  };
}
