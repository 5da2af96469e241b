import type { ChartProps } from '../chart.tsx';

/** Series whose value is nearest to a click next to a bar or along a line. */
export function nearestSeries({ kind, series }: Pick<ChartProps, 'kind' | 'series'>, index: number, place: readonly number[]): number {
  const clickedValue = (kind === 'bar' ? place[0] : place[1]) ?? 0;
  const distances = series.map(({ values }) => Math.abs((values[index] ?? Number.POSITIVE_INFINITY) - clickedValue));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
