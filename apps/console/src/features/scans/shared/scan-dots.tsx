import { scans } from '@suyuan/contract';
import { translateValue, useTranslations } from '../../../data/i18n.ts';
import { colourOfStatus } from '../../../ui/status-tones.tsx';
import { formatTime, instantOf } from '../../../ui/time-format.tsx';
import { useElementWidth } from '../../../ui/use-element-width.ts';

/** Stacks overlapping marks: each gets the lowest level where it fits. */
export function stackDots<Mark extends { x: number }>(marks: readonly Mark[], minDistance: number): (Mark & { level: number })[] {
  const ends: number[] = [];
  return marks
    .toSorted((one, other) => one.x - other.x)
    .map((mark) => {
      const freeLevel = ends.findIndex((end) => mark.x - end >= minDistance);
      const level = freeLevel < 0 ? ends.length : freeLevel;
      ends[level] = mark.x;
      return { ...mark, level };
    });
}

const MS_PER_DAY = 86_400_000;
/** Offset of Shanghai time from UTC in milliseconds. */
const SHANGHAI_OFFSET_MS = 8 * 3_600_000;
/** Pixels per day label, with margin. */
const LABEL_WIDTH_PX = 96;

/** Midnights in Shanghai within a time range, evenly spaced, so that labels fit into `width` pixels and clear both ends. */
export function dayTicks(from: number, to: number, width: number): number[] {
  const perDay = (width * MS_PER_DAY) / Math.max(to - from, 1);
  const step = [1, 2, 7, 14, 30, 90, 365].find((days) => days * perDay >= LABEL_WIDTH_PX);
  if (step === undefined) return [];
  const start = Math.ceil((from + SHANGHAI_OFFSET_MS) / MS_PER_DAY) * MS_PER_DAY - SHANGHAI_OFFSET_MS;
  const count = Math.max(0, Math.ceil((to - start) / (step * MS_PER_DAY)));
  const days = Array.from({ length: count }, (_, at) => start + at * step * MS_PER_DAY);
  return days.filter((day) => Math.min(day - from, to - day) * perDay >= LABEL_WIDTH_PX * MS_PER_DAY);
}

export interface DotScan {
  scanId: string;
  scanTime: string;
  /** Empty if unknown. */
  verdict: string;
  region: string | null;
}

const RADIUS = 5;
const HEIGHT = 72;
const BASELINE_Y = HEIGHT - 12;
const LINE_Y = BASELINE_Y + RADIUS + 2;

const tickMark = 'before:absolute before:top-[-5px] before:left-1/2 before:h-1 before:border-l before:border-edge';

/**
 * Scans of one code or case as dots on a timeline above calendar days, newest at the right. Close dots are stacked. The list below has the same
 * data as text.
 */
export function ScanDots({ scans: scanRows, since }: { scans: readonly DotScan[]; since: string }) {
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
    <figure className="mx-0 mt-2 mb-4" ref={ref}>
      <svg className="block" width={width} height={HEIGHT} role="img" aria-label={t('manage.code.dotsOf', { count: scanRows.length })}>
        <line x1={0} x2={width} y1={LINE_Y} y2={LINE_Y} stroke="var(--edge)" strokeWidth={2} />
        {dots.map(({ scan, x, level }) => (
          <circle
            key={scan.scanId}
            cx={x}
            cy={Math.max(BASELINE_Y - level * (2 * RADIUS + 1), RADIUS)}
            r={RADIUS}
            fill={colourOfStatus(scan.verdict)}
            stroke="var(--surface)"
          >
            <title>
              {[scan.scanTime, scan.verdict && translateValue(t, scans.word(`verdict.${scan.verdict}`), scan.verdict), scan.region]
                .filter(Boolean)
                .join(' · ')}
            </title>
          </circle>
        ))}
      </svg>
      <figcaption className="relative flex justify-between text-xs/5 text-muted">
        <span className="tabular-nums">{formatTime(first, 'YYYY-MM-DD')}</span>
        {dayTicks(first, now, width).map((day) => (
          <span key={day} className={`absolute -translate-x-1/2 tabular-nums ${tickMark}`} style={{ left: xOf(day) }}>
            {formatTime(day, 'YYYY-MM-DD')}
          </span>
        ))}
        <span>{t('manage.code.now')}</span>
      </figcaption>
    </figure>
  );
}
