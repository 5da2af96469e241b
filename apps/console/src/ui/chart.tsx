import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { Tone } from './tones.ts';

export interface Series {
  name: string;
  /** Its colour where it means a state or verdict; else the theme's, then quiet ones. */
  tone?: Tone;
  /** One a category; null: nothing known, which is not nought. */
  values: readonly (number | null)[];
  /** Drawn lightly, to compare with. */
  faint?: boolean;
}

export interface ChartProps {
  /** The question that the chart answers: its name for those who hear it. */
  title: string;
  /** `line` and `column` go along time, `bar` ranks what has names, `pie` shows shares of the first series. */
  kind: 'line' | 'column' | 'bar' | 'pie';
  categories: readonly string[];
  /** What the categories are: head of the table's first column. */
  category: string;
  series: readonly Series[];
  /** Series lie on one another and make a whole. */
  stacked?: boolean;
  /** How a value reads; grouped digits where absent. */
  format?: (value: number) => string;
  /** The list behind a value, by category and series: where its mark and its cell of the table lead. */
  behind?: ((index: number, series: number) => string | undefined) | undefined;
  /** Narrows a list on the same page to a category, in place of leading away. */
  onPick?: (index: number) => void;
  /** The category that is not over yet, such as today: its value is drawn as so far, and said to be. A faint series is whole there. -1: none. */
  partial?: number | undefined;
  height?: number;
}

const DrawnChart = lazyPart(() => import('./chart/chart-drawn.tsx'));

/** A chart with the table behind it and its data as a file. The engine loads when a chart is first shown. */
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
