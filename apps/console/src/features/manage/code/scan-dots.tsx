import { type CodeHistory, codeRecords } from '@suyuan/contract';
import { instantOf } from '../../../kit/times.tsx';
import { colourOf } from '../../../kit/tones.ts';
import { useWidth } from '../../../kit/use-width.ts';
import { useWords } from '../../../kit/words.ts';
import { stacked } from './scan-places.ts';

type Sighting = CodeHistory['scans'][number];

const RADIUS = 5;
const HEIGHT = 72;
const BASE = HEIGHT - 12;

/** Scans of one code as dots along time, newest at the right; those close together are piled up. The list below says the same in words. */
export function ScanDots({ scans, since }: { scans: readonly Sighting[]; since: string }) {
  const t = useWords();
  const [width, ref] = useWidth();
  const first = Math.min(instantOf(since), ...scans.map(({ scanTime }) => instantOf(scanTime)));
  const now = Date.now();
  const dots = stacked(
    scans.map((scan) => ({ scan, x: RADIUS + ((instantOf(scan.scanTime) - first) / Math.max(now - first, 1)) * (width - 2 * RADIUS) })),
    2 * RADIUS,
  );
  return (
    <figure className="scan-dots" ref={ref}>
      <svg width={width} height={HEIGHT} role="img" aria-label={t('manage.code.dotsOf', { count: scans.length })}>
        <line x1={0} x2={width} y1={BASE + RADIUS + 2} y2={BASE + RADIUS + 2} className="dots-line" />
        {dots.map(({ scan, x, level }) => (
          <circle
            key={scan.scanId}
            cx={x}
            cy={Math.max(BASE - level * (2 * RADIUS + 1), RADIUS)}
            r={RADIUS}
            fill={colourOf(scan.verdict)}
            stroke="var(--paper)"
          >
            <title>{[scan.scanTime, t(codeRecords.word(`verdict.${scan.verdict}`)), scan.region].filter(Boolean).join(' · ')}</title>
          </circle>
        ))}
      </svg>
      <figcaption>
        <span className="numeral">{(scans.at(-1) && instantOf(since) > first ? scans.at(-1)!.scanTime : since).slice(0, 16)}</span>
        <span>{t('manage.code.now')}</span>
      </figcaption>
    </figure>
  );
}
