import { type CodeHistory, scans } from '@suyuan/contract';
import { useWords } from '../../../data/words.ts';
import { formatTime, instantOf } from '../../../ui/time-format.ts';
import { colourOf } from '../../../ui/tones.ts';
import { useWidth } from '../../../ui/use-width.ts';
import { daysBetween, stacked } from './scan-places.ts';

type Sighting = CodeHistory['scans'][number];

const RADIUS = 5;
const HEIGHT = 72;
const BASE = HEIGHT - 12;
const LINE = BASE + RADIUS + 2;

/**
 * Scans of one code as dots on a timeline above calendar days, newest at the right. Close dots are stacked. The list below has the same
 * data as text.
 */
export function ScanDots({ scans: scanRows, since }: { scans: readonly Sighting[]; since: string }) {
  const t = useWords();
  const [width, ref] = useWidth();
  const times = [since, ...scanRows.map(({ scanTime }) => scanTime)].filter(Boolean);
  const first = Math.min(...times.map(instantOf));
  const now = Date.now();
  const placeOf = (instant: number) => RADIUS + ((instant - first) / Math.max(now - first, 1)) * (width - 2 * RADIUS);
  const dots = stacked(
    scanRows.map((scan) => ({ scan, x: placeOf(instantOf(scan.scanTime)) })),
    2 * RADIUS,
  );
  return (
    <figure className="scan-dots" ref={ref}>
      <svg width={width} height={HEIGHT} role="img" aria-label={t('manage.code.dotsOf', { count: scanRows.length })}>
        <line x1={0} x2={width} y1={LINE} y2={LINE} className="dots-line" />
        {dots.map(({ scan, x, level }) => (
          <circle
            key={scan.scanId}
            cx={x}
            cy={Math.max(BASE - level * (2 * RADIUS + 1), RADIUS)}
            r={RADIUS}
            fill={colourOf(scan.verdict)}
            stroke="var(--paper)"
          >
            <title>{[scan.scanTime, t(scans.word(`verdict.${scan.verdict}`)), scan.region].filter(Boolean).join(' · ')}</title>
          </circle>
        ))}
      </svg>
      <figcaption>
        <span className="numeral">{formatTime(first, 'YYYY-MM-DD')}</span>
        {daysBetween(first, now, width).map((day) => (
          <span key={day} className="numeral dots-day" style={{ left: placeOf(day) }}>
            {formatTime(day, 'YYYY-MM-DD')}
          </span>
        ))}
        <span>{t('manage.code.now')}</span>
      </figcaption>
    </figure>
  );
}
