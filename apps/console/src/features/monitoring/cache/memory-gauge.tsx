import { useTranslations } from '../../../data/words.ts';
import './cache.css';

/** Used share of the memory limit, marked above 80 %. */
export function MemoryGauge({ share, text }: { share: number; text: string }) {
  const t = useTranslations();
  const percent = Math.min(100, Math.round(share * 100));
  return (
    <span className="cache-gauge">
      <meter min={0} max={100} high={80} value={percent} aria-label={t('monitor.cache.memory')} />
      {`${percent}% · ${text}`}
    </span>
  );
}
