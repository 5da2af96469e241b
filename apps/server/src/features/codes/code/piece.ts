import type { CodeStatus } from '@suyuan/contract';
import { common, type Ordinals } from './run.ts';

/** Own state, without the effect of batch and containers. */
export interface Kind {
  status: CodeStatus;
  /** The status after unfreezing. */
  statusBefore: CodeStatus | null;
  /** Dealer. */
  holderId: number | null;
  reason: string | null;
}

export interface Piece extends Ordinals, Kind {}

const isAlike = (one: Kind, other: Kind) =>
  one.status === other.status && one.statusBefore === other.statusBefore && one.holderId === other.holderId && one.reason === other.reason;

/** Pieces are in order, with or without gaps. */
export function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const before = whole.at(-1);
    if (before && before.from + before.count === piece.from && isAlike(before, piece)) before.count += piece.count;
    else whole.push({ ...piece });
  }
  return whole;
}

/** Both in order. */
export function within(pieces: readonly Piece[], runs: readonly Ordinals[]): Piece[] {
  const cut: Piece[] = [];
  for (let i = 0, j = 0; i < pieces.length && j < runs.length; ) {
    const [piece, run] = [pieces[i]!, runs[j]!];
    for (const { from, count } of common([piece], [run])) cut.push({ ...piece, from, count });
    if (piece.from + piece.count < run.from + run.count) i++;
    else j++;
  }
  return cut;
}

/** Splits pieces at the ends and merges equal neighbours. */
export function painted(pieces: readonly Piece[], runs: readonly Ordinals[], change: (kind: Kind) => Kind): Piece[] {
  const all: Piece[] = [];
  let j = 0;
  for (const piece of pieces) {
    const end = piece.from + piece.count;
    let at = piece.from;
    while (j > 0 && runs[j - 1]!.from + runs[j - 1]!.count > at) j--;
    for (; j < runs.length && runs[j]!.from < end; j++) {
      const run = runs[j]!;
      const [from, past] = [Math.max(run.from, at), Math.min(run.from + run.count, end)];
      if (past <= from) continue;
      if (from > at) all.push({ ...piece, from: at, count: from - at });
      all.push({ ...piece, ...change(piece), from, count: past - from });
      at = past;
    }
    if (at < end) all.push({ ...piece, from: at, count: end - at });
  }
  return joined(all);
}
