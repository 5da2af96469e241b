import { type CodeHistory, scans } from '@suyuan/contract';
import { useTranslations } from '../../../data/words.ts';
import { formatTime, instantOf } from '../../../ui/time-format.ts';
import { colourOfStatus } from '../../../ui/tones.ts';
import { useElementWidth } from '../../../ui/use-width.ts';
import { dayTicks, stackDots } from './scan-places.ts';

type CodeScan = CodeHistory['scans'][number];

const RADIUS = 5;
const HEIGHT = 72;
const BASELINE_Y = HEIGHT - 12;
const LINE_Y = BASELINE_Y + RADIUS + 2;

/**
 * Scans of one code as dots on a timeline above calendar days, newest at the right. Close dots are stacked. The list below has the same
 * data as text.
 */
export function ScanDots({ scans: scanRows, since }: { scans: readonly CodeScan[]; since: string }) {
  const t = useTranslations();
  const [width, ref] = useElementWidth();
  const times = [since, ...scanRows.map(({ scanTime }) => scanTime)].filter(Boolean);
  const first = Math.min(...times.map(instantOf));
  const now = Date.now();
  const xOf = (instant: number) => RADIUS + ((instant - first) / Math.max(now - first, 1)) * (width - 2 * RADIUS);
  const dots = stackDots(
    scanRows.map((scan) => ({ scan, x: xOf(instantOf(scan.scanTime)) })),
    2 * RADIUS,
  );
  return (
    <figure className="scan-dots" ref={ref}>
      <svg width={width} height={HEIGHT} role="img" aria-label={t('manage.code.dotsOf', { count: scanRows.length })}>
        <line x1={0} x2={width} y1={LINE_Y} y2={LINE_Y} className="dots-line" />
        {dots.map(({ scan, x, level }) => (
          <circle
            key={scan.scanId}
            cx={x}
            cy={Math.max(BASELINE_Y - level * (2 * RADIUS + 1), RADIUS)}
            r={RADIUS}
            fill={colourOfStatus(scan.verdict)}
            stroke="var(--paper)"
          >
            <title>{[scan.scanTime, t(scans.word(`verdict.${scan.verdict}`)), scan.region].filter(Boolean).join(' · ')}</title>
          </circle>
        ))}
      </svg>
      <figcaption>
        <span className="numeral">{formatTime(first, 'YYYY-MM-DD')}</span>
        {dayTicks(first, now, width).map((day) => (
          <span key={day} className="numeral dots-day" style={{ left: xOf(day) }}>
            {formatTime(day, 'YYYY-MM-DD')}
          </span>
        ))}
        <span>{t('manage.code.now')}</span>
      </figcaption>
    </figure>
  );
}
