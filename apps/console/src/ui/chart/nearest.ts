import type { ChartProps } from '../chart.tsx';

/** Series whose value is nearest to a click next to a bar or along a line. */
export function nearestOf({ kind, series }: Pick<ChartProps, 'kind' | 'series'>, index: number, place: readonly number[]): number {
  const pressed = (kind === 'bar' ? place[0] : place[1]) ?? 0;
  const far = series.map(({ values }) => Math.abs((values[index] ?? Number.POSITIVE_INFINITY) - pressed));
  return Math.max(0, far.indexOf(Math.min(...far)));
}
