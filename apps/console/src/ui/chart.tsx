import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { Tone } from './tones.ts';

export interface Series {
  name: string;
  /** Colour of a state or verdict; otherwise the theme colour, then neutral ones. */
  tone?: Tone;
  /** One per category; null: no data, which is not zero. */
  values: readonly (number | null)[];
  /** Rendered lightly, for comparison. */
  faint?: boolean;
}

export interface ChartProps {
  /** The question that the chart answers; also its accessible name. */
  title: string;
  /** `line` and `column` are for time series, `bar` ranks names, `pie` shows shares of the first series. */
  kind: 'line' | 'column' | 'bar' | 'pie';
  categories: readonly string[];
  /** Head of the table's first column. */
  category: string;
  series: readonly Series[];
  /** Stacks the series to a total. */
  stacked?: boolean;
  /** Formats a value; by default with grouped digits. */
  format?: (value: number) => string;
  /** URL of the list behind a value, linked from its mark and its table cell. */
  behind?: ((index: number, series: number) => string | undefined) | undefined;
  /** Filters a list on the same page instead of following a link. */
  onPick?: (index: number) => void;
  /** Index of the incomplete category such as today, whose values are marked as partial. A faint series is complete there. -1: none. */
  partial?: number | undefined;
  height?: number;
}

const DrawnChart = lazyPart(() => import('./chart/chart-drawn.tsx'));

/** Chart with a data table and a download. The engine loads when a chart is first shown. */
export function Chart(props: ChartProps) {
  return (
    <Suspense
      fallback={
        <div className="chart" style={{ height: (props.height ?? 240) + (props.series.length > 1 ? 24 : 0) }}>
          <div className="figure-waiting" style={{ height: (props.height ?? 240) - 16 }} />
        </div>
      }
    >
      <DrawnChart {...props} />
    </Suspense>
  );
}
