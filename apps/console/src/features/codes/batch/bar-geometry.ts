import type { CodeRun } from '@suyuan/contract';

/** Minimum width in pixels: a single frozen code among ten million stays visible and clickable. */
const MIN_WIDTH_PX = 2;

export interface Piece {
  run: CodeRun;
  x: number;
  width: number;
}

/** Positions of runs on a bar of `width` pixels for ordinals 1 to `total`. Small runs come last, so that they are on top. */
export function piecesOf(runs: readonly CodeRun[], total: number, width: number): Piece[] {
  if (total <= 0 || width <= 0) return [];
  const pieces = runs.map((run) => {
    const exact = ((run.to - run.from + 1) / total) * width;
    const clampedWidth = Math.max(exact, MIN_WIDTH_PX);
    return { run, x: Math.min(((run.from - 1) / total) * width, width - clampedWidth), width: clampedWidth };
  });
  return pieces.toSorted((one, other) => other.width - one.width);
}

/** Neighbours of one status are one colour, and therefore get one label. */
export function joinByStatus(runs: readonly CodeRun[]): CodeRun[] {
  const joined: CodeRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last?.status === run.status && last.to + 1 === run.from) joined[joined.length - 1] = { ...last, to: run.to };
    else joined.push(run);
  }
  return joined;
}

export const ordinalAt = (x: number, width: number, total: number): number =>
  Math.min(Math.max(Math.floor((x / width) * total) + 1, 1), total);

export const runAt = (pieces: readonly Piece[], x: number): CodeRun | undefined =>
  pieces.findLast((piece) => x >= piece.x && x <= piece.x + piece.width)?.run;

/** Ordinals from 1, both ends included. */
export interface Span {
  from: number;
  to: number;
}

/** Undefined while an end is missing. */
export const completeSpan = ({ from, to }: Partial<Span>): Span | undefined =>
  from === undefined || to === undefined ? undefined : { from, to };

/** Pixels within which a dragged end snaps to the end of a run. */
const SNAP_DISTANCE_PX = 6;

/** The largest power of ten that one pixel of the bar covers, as the snapping step. */
const snapStepOf = (width: number, total: number) => 10 ** Math.max(Math.ceil(Math.log10(total / width)), 0);

/** The ordinals between two positions, in either order. Ends snap to a nearby run's end, otherwise to a round number. */
export function spanBetween(
  one: number,
  other: number,
  { width, total, runs }: { width: number; total: number; runs: readonly CodeRun[] },
): Span {
  const [left, right] = one < other ? [one, other] : [other, one];
  const [snapStep, snapRange] = [snapStepOf(width, total), (SNAP_DISTANCE_PX / width) * total];
  const boundaryAt = (x: number) => {
    const exact = Math.min(Math.max((x / width) * total, 0), total);
    const edge = [0, ...runs.map(({ to }) => to)].find((to) => Math.abs(to - exact) <= snapRange);
    return edge ?? Math.min(Math.round(exact / snapStep) * snapStep, total);
  };
  const [first, last] = [boundaryAt(left), boundaryAt(right)];
  return { from: Math.min(first + 1, total), to: Math.max(last, first + 1 > total ? total : first + 1) };
}

/** Pixels per axis label, with its margin. */
const LABEL_WIDTH_PX = 112;

/** Evenly spaced round ordinals for the axis, as many as fit. The ends have labels already. */
export function ticksOf(total: number, width: number): number[] {
  const maxTicks = Math.floor(width / LABEL_WIDTH_PX) - 1;
  if (maxTicks < 1 || total < 10) return [];
  const power = 10 ** Math.floor(Math.log10(total / maxTicks));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => total / each <= maxTicks + 1) ?? total;
  const ordinalsPerLabel = (LABEL_WIDTH_PX * total) / width;
  return Array.from({ length: Math.floor(total / step) }, (_, at) => (at + 1) * step).filter(
    // the last label ends at the end of the axis, so it reaches further
    (tick) => tick > 0.6 * ordinalsPerLabel && tick < total - ordinalsPerLabel,
  );
}

/** Distinct statuses of runs within a span: effective (`status`) or without containers and batch (`own`). */
export const statusesIn = (runs: readonly CodeRun[], { from, to }: Span, field: 'status' | 'own' = 'status') => [
  ...new Set(runs.filter((run) => run.from <= to && run.to >= from).map((run) => run[field])),
];
