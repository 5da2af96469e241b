import type { CodeRun } from '@suyuan/contract';

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

/** The ordinals between two places, whichever was first; from edge to edge it is exactly the whole. */
export function spanBetween(one: number, other: number, width: number, total: number): Span {
  const [left, right] = one < other ? [one, other] : [other, one];
  return { from: ordinalAt(left, width, total), to: ordinalAt(right, width, total) };
}

/** Statuses that runs of a span have, each once. */
export const statusesIn = (runs: readonly CodeRun[], { from, to }: Span) => [
  ...new Set(runs.filter((run) => run.from <= to && run.to >= from).map(({ status }) => status)),
];
