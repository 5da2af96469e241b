import type { CodeRun } from '@suyuan/contract';
import { groupDigits } from '../../../ui/numbers.ts';

/** Narrowest piece that an eye and a pointer still find: one frozen code among ten million is seen. */
const LEAST = 2;

export interface Piece {
  run: CodeRun;
  x: number;
  width: number;
}

/** Where each run stands on a bar of `width` pixels for ordinals 1 to `total`; small ones last, so that they lie on top. */
export function piecesOf(runs: readonly CodeRun[], total: number, width: number): Piece[] {
  if (total <= 0 || width <= 0) return [];
  const pieces = runs.map((run) => {
    const exact = ((run.to - run.from + 1) / total) * width;
    const wide = Math.max(exact, LEAST);
    return { run, x: Math.min(((run.from - 1) / total) * width, width - wide), width: wide };
  });
  return pieces.toSorted((one, other) => other.width - one.width);
}

/** The ordinal under a place on the bar. */
export const ordinalAt = (x: number, width: number, total: number): number =>
  Math.min(Math.max(Math.floor((x / width) * total) + 1, 1), total);

/** The run under a place: the topmost piece there, as it is seen. */
export const runAt = (pieces: readonly Piece[], x: number): CodeRun | undefined =>
  pieces.findLast((piece) => x >= piece.x && x <= piece.x + piece.width)?.run;

/** A run of ordinals, from 1, both ends included. */
export interface Span {
  from: number;
  to: number;
}

/** A span as people read it; one ordinal stands alone. */
export const spanText = ({ from, to }: Span): string => (from === to ? groupDigits(from) : `${groupDigits(from)} – ${groupDigits(to)}`);

/** Pixels within which a drawn end falls into place at the end of a run. */
const NEAR = 6;

/** The largest power of ten that a pixel of the bar spans: what a hand can aim at. */
const grainOf = (width: number, total: number) => 10 ** Math.max(Math.ceil(Math.log10(total / width)), 0);

/**
 * The ordinals between two places, whichever was first. Its ends fall into place: at the end of a run nearby, else on a round
 * number, for nobody means 840 007.
 */
export function spanBetween(
  one: number,
  other: number,
  { width, total, runs }: { width: number; total: number; runs: readonly CodeRun[] },
): Span {
  const [left, right] = one < other ? [one, other] : [other, one];
  const [grain, reach] = [grainOf(width, total), (NEAR / width) * total];
  /** Codes before a place. */
  const before = (x: number) => {
    const exact = Math.min(Math.max((x / width) * total, 0), total);
    const edge = [0, ...runs.map(({ to }) => to)].find((to) => Math.abs(to - exact) <= reach);
    return edge ?? Math.min(Math.round(exact / grain) * grain, total);
  };
  const [first, last] = [before(left), before(right)];
  return { from: Math.min(first + 1, total), to: Math.max(last, first + 1 > total ? total : first + 1) };
}

/** Pixels that a label of the axis and the room around it take. */
const LABEL = 112;

/** Round ordinals that the axis names, evenly apart, as many as there is room for; the ends are named beside them. */
export function ticksOf(total: number, width: number): number[] {
  const most = Math.floor(width / LABEL) - 1;
  if (most < 1 || total < 10) return [];
  const power = 10 ** Math.floor(Math.log10(total / most));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => total / each <= most + 1) ?? total;
  const room = (0.6 * LABEL * total) / width;
  return Array.from({ length: Math.floor(total / step) }, (_, at) => (at + 1) * step).filter((tick) => tick > room && tick < total - room);
}

/** Statuses that runs of a span have, all considered or of their own, each once. */
export const statusesIn = (runs: readonly CodeRun[], { from, to }: Span, which: 'status' | 'own' = 'status') => [
  ...new Set(runs.filter((run) => run.from <= to && run.to >= from).map((run) => run[which])),
];
