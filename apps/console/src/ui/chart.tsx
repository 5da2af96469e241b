import { LazyBoundary, lazyWithRetry } from './lazy-component.tsx';
import { FigureLoading } from './loading-shapes.tsx';
import type { Tone } from './status-tones.tsx';

export interface Series {
  name: string;
  /** State or verdict colour; otherwise the theme colour, then neutral ones. */
  tone?: Tone;
  /** One per category; null: no data, which is not zero. */
  values: readonly (number | null)[];
  faint?: boolean;
  /** A part of the first series. A ranking writes it next to the bar, because its own bar would be too short to see. */
  isShare?: boolean;
}

export interface ChartProps {
  /** Also the accessible name. */
  title: string;
  /** `line` and `column` are for time series, `bar` ranks names, `pie` shows shares of the first series. */
  kind: 'line' | 'column' | 'bar' | 'pie';
  categories: readonly string[];
  category: string;
  series: readonly Series[];
  stacked?: boolean;
  /** Grouped digits by default. */
  format?: (value: number) => string;
  /** URL of the list behind a value, linked from its mark and its table cell. */
  getHref?: ((index: number, series: number) => string | undefined) | undefined;
  onSelect?: (index: number) => void;
  /** Index of the incomplete category such as today. A faint series is complete there. -1: none. */
  incompleteIndex?: number | undefined;
  height?: number;
  /** A line across a chart of lines, which the value axis includes. */
  threshold?: { value: number; label: string } | undefined;
  /** End of the value axis, e.g. 100 for percentages. */
  max?: number;
}

/** Classes of a heading that may be directly above a figure, whose buttons are then on its line (`FigureTools`). */
export const figureHeading = 'has-[+figure]:mb-1 has-[+figure]:pe-16';

/** Class of cards side by side: a figure without a legend has the empty line of one, so that the figures begin at the same height. */
export const alignedFigures = '[&_figure>:first-child]:min-h-5.5';

const LazyChart = lazyWithRetry(() => import('./chart/echarts-chart.tsx'));

/** The engine loads when a chart is first displayed. */
export function Chart(props: ChartProps) {
  return (
    <LazyBoundary
      loading={
        <figure className="m-0 flow-root">
          <div className={props.series.length > 1 ? 'h-5.5' : ''} />
          <FigureLoading className="mt-4" style={{ height: (props.height ?? 240) - 16 }} />
        </figure>
      }
    >
      <LazyChart {...props} />
    </LazyBoundary>
  );
}
